//! What a call costs as its chat's history and its workspace grow.

use pegboard_testkit::House;

use crate::bundles;
use crate::caller::{Caller, Work, runtime};
use crate::counts::Counts;
use crate::samples::Samples;
use crate::table::{Table, bytes, grouped, ms};

/// Files in the workspace whose history grows.
const FILES: usize = 10;
/// Calls between two lines of progress.
const PROGRESS: usize = 1_000;

pub(crate) fn measure(counts: &Counts) -> Vec<Table> {
    let runtime = runtime();
    let mut house = runtime.block_on(async { House::start().await });
    bundles::install(&runtime, &house, 0..1);
    vec![history(counts, &mut house), workspace(counts, &mut house)]
}

fn history(counts: &Counts, house: &mut House) -> Table {
    let mut table = Table::new(
        "As the history grows",
        format!(
            "One chat, {FILES} files. The database is measured when the server has stopped, over the calls since the row \
             above, each of which changed a file; the calls that changed nothing come last."
        ),
        &[
            "calls in the chat before",
            "changes a file, p50",
            "p99",
            "changes nothing, p50",
            "p99",
            "database per call that changes a file",
            "database per call that changes nothing",
        ],
    );
    let mut caller = Caller::new(house, &bundles::id(0), FILES);
    let mut calls = 0;
    for &length in counts.histories {
        let mut grown = Growth::start(house, &mut caller);
        while calls < length {
            caller.call(Work::Changes);
            calls += 1;
            grown.calls += 1;
            if calls % PROGRESS == 0 {
                eprintln!("history: {} calls", grouped(calls));
            }
        }
        table.row(point(counts, house, &mut caller, grown, grouped(length)));
        calls += 2 * (counts.window + RESTART_CALLS);
    }
    table
}

fn workspace(counts: &Counts, house: &mut House) -> Table {
    let mut table = Table::new(
        "As the workspace grows",
        "A new chat for each row; a file has about 1 kB.",
        &[
            "files",
            "changes a file, p50",
            "p99",
            "changes nothing, p50",
            "p99",
            "database per call that changes a file",
            "database per call that changes nothing",
        ],
    );
    for &files in counts.workspaces {
        eprintln!("workspace: {} files", grouped(files));
        let mut caller = Caller::new(house, &bundles::id(0), files);
        caller.warm_up(1);
        let grown = Growth::start(house, &mut caller);
        table.row(point(counts, house, &mut caller, grown, grouped(files)));
    }
    table
}

/// Calls after a start of the server that are not measured: the first one starts a runner.
const RESTART_CALLS: usize = 3;

/// The database before some calls.
struct Growth {
    before: f64,
    calls: usize,
}

impl Growth {
    /// Stops the server, which brings its database into one file, weighs that and goes on.
    fn start(house: &mut House, caller: &mut Caller) -> Self {
        house.stop();
        let before = std::fs::metadata(house.data().join("pegboard.db")).unwrap();
        house.restart();
        caller.follow(house);
        Self { before: before.len() as f64, calls: 0 }
    }
}

/// Measures calls of both kinds, and what they add to the database.
fn point(
    counts: &Counts,
    house: &mut House,
    caller: &mut Caller,
    mut grown: Growth,
    label: String,
) -> [String; 7] {
    let window = |caller: &mut Caller, grown: &mut Growth, work| {
        for _ in 0..RESTART_CALLS {
            caller.call(work);
        }
        let times = (0..counts.window).map(|_| caller.call(work)).collect();
        grown.calls += RESTART_CALLS + counts.window;
        Samples::new(times)
    };
    let changes = window(caller, &mut grown, Work::Changes);
    let mut after = Growth::start(house, caller);
    let per_change = (after.before - grown.before) / grown.calls as f64;
    let reads = window(caller, &mut after, Work::Reads);
    let end = Growth::start(house, caller);
    let per_read = (end.before - after.before) / after.calls as f64;
    [
        label,
        ms(changes.p50()),
        ms(changes.p99()),
        ms(reads.p50()),
        ms(reads.p99()),
        bytes(per_change),
        bytes(per_read),
    ]
}
