//! A Python call its whole way, beside a Python process per call.

use std::time::Duration;

use pegboard_testkit::House;

use crate::bundles;
use crate::caller::{Caller, Work, runtime};
use crate::counts::Counts;
use crate::crowd;
use crate::peer::{Python, sync_file};
use crate::samples::Samples;
use crate::table::{Goal, Table, ms};

/// Files in the workspace.
const FILES: usize = 10;
/// Toolsets that they call, each with a runner of its own.
const TOOLSETS: usize = 4;

/// A call that is done with its workspace in the database.
const CALL: Goal = Goal { most: 5.0, unit: " ms" };
/// Beside a process per call.
const BESIDE_PYTHON: Goal = Goal { most: 0.05, unit: "" };

/// What takes turns on one chat.
#[derive(Default)]
struct Turns {
    changes: Vec<Duration>,
    reads: Vec<Duration>,
    python: Vec<Duration>,
    http: Vec<Duration>,
    chat: Vec<Duration>,
    disk: Vec<Duration>,
}

pub(crate) fn measure(counts: &Counts) -> Vec<Table> {
    let runtime = runtime();
    let house = runtime.block_on(async { House::start().await });
    bundles::install(&runtime, &house, 0..TOOLSETS);
    let mut caller = Caller::new(&house, &bundles::id(0), FILES);
    caller.warm_up(counts.warm_up);
    let python = Python::of(&house);
    let turns = one_chat(counts, &mut caller, &python);
    let process = Samples::new(turns.python);
    let mut table = Table::new(
        "A Python call, its whole way",
        format!(
            "HTTP, authentication, policy, the tool in a process of its own, the workspace recorded, two \
             transactions of which the second is waited for on the disk; {FILES} files in the workspace. Beside it a process per call, `python3 -c \"import pydantic\"`, \
             with {} of the toolsets' own environment: p50 {} ms, p99 {} ms.",
            python.version(),
            ms(process.p50()),
            ms(process.p99()),
        ),
        &["work", "p50", "p99", "calls/s", "goal for p50", "÷ a process per call", "goal"],
    );
    table.row(single("a call that changes a file", turns.changes, &process));
    table.row(single("a call that changes nothing", turns.reads, &process));
    for (work, toolsets) in [(Work::Changes, 1), (Work::Changes, TOOLSETS), (Work::Reads, 1)] {
        table.row(crowd::measure(counts, &house, work, toolsets));
    }
    let mut parts = Table::new(
        "What such a call cannot go below",
        "Measured in turns with the calls above.",
        &["work", "p50", "p99"],
    );
    for (work, times) in [
        ("HTTP alone: `GET /healthz`", turns.http),
        ("HTTP, token, a read of the database: `GET /chats/{id}`", turns.chat),
        ("the disk alone: 4 KiB appended and synced", turns.disk),
    ] {
        let times = Samples::new(times);
        parts.row([work.to_owned(), ms(times.p50()), ms(times.p99())]);
    }
    vec![table, parts]
}

/// The row of calls that were made one after another.
fn single(work: &str, times: Vec<Duration>, process: &Samples) -> [String; 7] {
    let times = Samples::new(times);
    let rate = times.len() as f64 / times.total().as_secs_f64();
    let ratio = times.p50() / process.p50();
    [
        work.to_owned(),
        ms(times.p50()),
        ms(times.p99()),
        format!("{rate:.0}"),
        CALL.judge(times.p50()),
        format!("{ratio:.3}"),
        BESIDE_PYTHON.judge(ratio),
    ]
}

fn one_chat(counts: &Counts, caller: &mut Caller, python: &Python) -> Turns {
    let mut turns = Turns::default();
    let mut file = tempfile::tempfile().unwrap();
    for round in 1..=counts.rounds {
        eprintln!("one chat: round {round} of {}", counts.rounds);
        let chat = caller.chat_path();
        for _ in 0..counts.calls {
            turns.changes.push(caller.call(Work::Changes));
            turns.reads.push(caller.call(Work::Reads));
            turns.http.push(caller.get("/healthz"));
            turns.chat.push(caller.get(&chat));
        }
        turns.disk.extend((0..counts.calls).map(|_| sync_file(&mut file)));
        turns.python.extend((0..counts.peers).map(|_| python.start()));
    }
    turns
}
