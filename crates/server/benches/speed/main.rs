//! What a call costs over HTTP, how that grows, and what a resting server needs, as a Markdown report.
//!
//! `cargo bench --profile quick -p pegboard --bench speed`; with `-- --quick` it tries everything in seconds, and its
//! figures mean nothing. Names of topics (`-- mcp rest`) leave out the others. `make bench` runs it and the benches of the other crates, and writes docs/BENCHMARKS.md.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench that cannot go on fails"
)]

mod bundles;
mod call;
mod caller;
mod chest;
mod containers;
mod counts;
mod crowd;
mod growth;
mod idle;
mod machine;
mod mcp;
mod node;
mod peer;
mod replies;
mod samples;
mod table;

use std::time::Instant;

use counts::Counts;
use table::Table;

/// Measures something, and reports it in tables.
type Topic = fn(&Counts) -> Vec<Table>;

/// What is measured, each under the name that asks for it alone.
const TOPICS: [(&str, Topic); 8] = [
    ("calls", call::measure),
    ("node", node::measure),
    ("containers", containers::measure),
    ("growth", growth::measure),
    ("mcp", mcp::measure),
    ("chest", chest::measure),
    ("replies", replies::measure),
    ("rest", idle::measure),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked = |name: &str| arguments.iter().any(|argument| argument == name);
    if asked(mcp::echo::ARGUMENT) {
        return mcp::echo::serve();
    }
    // Cargo's test runners start it without this argument, to see whether it works.
    if !asked("--bench") {
        return;
    }
    let counts = if asked("--quick") { Counts::quick() } else { Counts::full() };
    let start = Instant::now();
    println!("{}\n", machine::paragraph());
    let is_any_named = TOPICS.iter().any(|(name, _)| asked(name));
    for (name, measure) in TOPICS {
        if asked(name) || !is_any_named {
            for table in measure(&counts) {
                println!("{table}");
            }
        }
    }
    eprintln!("measured in {:.0} s", start.elapsed().as_secs_f64());
}
