//! A Node call its whole way, beside a Node process per call.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use pegboard_testkit::House;

use crate::caller::{Caller, Work, runtime};
use crate::counts::Counts;
use crate::samples::Samples;
use crate::table::{Table, ms};

const TOOLSET: &str = "bench-node";

const MANIFEST: &str =
    "manifest_version: \"1\"\nid: bench-node\nname: Bench Node\nversion: 1.0.0\nnode: [./files.mjs]\n";

const MODULE: &str = r"
import { readFile, writeFile } from 'node:fs/promises';
const inputSchema = { type: 'object', properties: { path: { type: 'string' }, content: { type: 'string' } } };
export const write_file = {
  description: 'Write a file', inputSchema,
  execute: async ({ path, content }) => { await writeFile(path, content); return { written: path }; },
};
export const read_file = { description: 'Read a file', inputSchema, execute: ({ path }) => readFile(path, 'utf8') };
";

/// What a process per call does: the same as the tool.
const SCRIPT: &str = "require('node:fs').writeFileSync('file.txt', process.argv[1])";

/// Files in the workspace.
const FILES: usize = 10;

/// Longer than the process for the next call takes to be there.
const PAUSE: Duration = Duration::from_secs(1);

pub(crate) fn measure(counts: &Counts) -> Vec<Table> {
    let runtime = runtime();
    let house = runtime.block_on(async { House::start().await });
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("toolset.yaml"), MANIFEST).unwrap();
    fs::write(folder.path().join("files.mjs"), MODULE).unwrap();
    let imported = runtime.block_on(house.import_folder(folder.path())).ok();
    assert!(imported["toolset"]["problem"].is_null(), "{imported:#}");
    let mut caller = Caller::new(&house, TOOLSET, FILES);
    caller.warm_up(1);
    let (mut ready, mut busy, mut process) = (Vec::new(), Vec::new(), Vec::new());
    for round in 1..=counts.rounds {
        eprintln!("node: round {round} of {}", counts.rounds);
        for _ in 0..counts.peers {
            sleep(PAUSE);
            ready.push(caller.call(Work::Changes));
            sleep(PAUSE);
            process.push(node(folder.path()));
        }
        busy.extend((0..counts.peers).map(|_| caller.call(Work::Changes)));
    }
    let process = Samples::new(process);
    let mut table = Table::new(
        "A Node call, its whole way",
        format!(
            "As for Python; the tool writes a file, in a process of its own within its sandbox. Beside it a process per call, `node -e \
             \"{SCRIPT}\"`, without a sandbox: p50 {} ms, p99 {} ms.",
            ms(process.p50()),
            ms(process.p99()),
        ),
        &["work", "p50", "p99", "÷ a process per call"],
    );
    for (work, times) in [
        ("a call whose process waits for it", ready),
        ("calls one after another, whose processes do not come so fast", busy),
    ] {
        let times = Samples::new(times);
        let ratio = format!("{:.3}", times.p50() / process.p50());
        table.row([work.to_owned(), ms(times.p50()), ms(times.p99()), ratio]);
    }
    vec![table]
}

/// The time that one process takes, from its start to its end.
fn node(folder: &std::path::Path) -> Duration {
    let start = Instant::now();
    let status =
        Command::new("node").args(["-e", SCRIPT, "text"]).current_dir(folder).stdin(Stdio::null()).status();
    let took = start.elapsed();
    assert!(status.unwrap().success());
    took
}
