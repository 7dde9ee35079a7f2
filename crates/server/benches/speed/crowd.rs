//! Calls of several chats at once, each with a client of its own.

use std::sync::Barrier;
use std::time::Instant;

use pegboard_testkit::House;

use crate::bundles;
use crate::caller::{Caller, Work};
use crate::counts::Counts;
use crate::samples::Samples;
use crate::table::ms;

/// Chats that call at once.
const CHATS: usize = 8;
/// Files in the workspace of each.
const FILES: usize = 10;

/// The times and the rate of this work, with the chats spread over so many toolsets.
pub(crate) fn measure(counts: &Counts, house: &House, work: Work, toolsets: usize) -> [String; 4] {
    eprintln!("{CHATS} chats at once: {work:?}, {toolsets} toolset(s)");
    let mut callers: Vec<_> =
        (0..CHATS).map(|n| Caller::new(house, &bundles::id(n % toolsets), FILES)).collect();
    for caller in &mut callers {
        caller.warm_up(counts.warm_up.div_ceil(4));
    }
    let together = Barrier::new(CHATS + 1);
    let (times, took) = std::thread::scope(|scope| {
        let threads: Vec<_> = callers
            .iter_mut()
            .map(|caller| {
                let together = &together;
                scope.spawn(move || {
                    together.wait();
                    let calls = (0..counts.calls_at_once).map(|_| caller.call(work));
                    calls.collect::<Vec<_>>()
                })
            })
            .collect();
        together.wait();
        let start = Instant::now();
        let times = threads.into_iter().flat_map(|thread| thread.join().unwrap());
        (Samples::new(times.collect()), start.elapsed())
    });
    let what = match work {
        Work::Changes => "changes a file",
        Work::Reads => "changes nothing",
    };
    let rate = times.len() as f64 / took.as_secs_f64();
    let label = format!("{CHATS} chats at once, {toolsets} toolset(s): a call that {what}");
    [label, ms(times.p50()), ms(times.p99()), format!("{rate:.0}")]
}
