//! Whether a server that is called and reconnected for long goes on to need the same memory.

use pegboard_testkit::House;
use serde_json::json;
use tokio::runtime::Runtime;

use crate::caller::runtime;
use crate::counts::Counts;
use crate::machine::resident_megabytes;
use crate::mcp::proxy::{Proxy, house};
use crate::table::{Goal, Table, grouped};

/// The memory at the end beside that after the first quarter of the calls.
const GROWTH: Goal = Goal { most: 1.1, unit: "" };

pub(super) fn measure(counts: &Counts) -> Table {
    let mut table = Table::new(
        "Memory, as MCP calls go on",
        "Resident memory (VmRSS) of a server on which one session calls, then of the same after its MCP server was reconnected many \
         times, each time with a call of a new session. Its one process beside it is that MCP server.",
        &["what it has done", "memory MB", "÷ after the first calls", "goal"],
    );
    let house = house();
    let runtime = runtime();
    let proxy = Proxy::of(&house);
    let mut session = proxy.session();
    let mut called = 0;
    let mut first = None;
    for &calls in counts.mcp_long {
        while called < calls {
            session.call();
            called += 1;
        }
        let memory = resident_megabytes(house.pid());
        let cells = [format!("{} calls", grouped(called)), format!("{memory:.1}")];
        if called == 0 {
            table.row(cells);
            continue;
        }
        let [what, memory_text] = cells;
        let ratio = memory / *first.get_or_insert(memory);
        table.row([what, memory_text, format!("{ratio:.2}"), GROWTH.judge(ratio)]);
    }
    for _ in 0..counts.mcp_reconnects {
        reconnect(&runtime, &house);
        proxy.session().call();
    }
    let memory = resident_megabytes(house.pid());
    let ratio = memory / first.unwrap_or(memory);
    let what = format!("{} reconnects more", grouped(counts.mcp_reconnects));
    table.row([what, format!("{memory:.1}"), format!("{ratio:.2}"), GROWTH.judge(ratio)]);
    table
}

fn reconnect(runtime: &Runtime, house: &House) {
    let answer = runtime.block_on(house.post("/mcp-servers/echo/reconnect", json!(null))).ok();
    assert_eq!(answer["state"], "ready", "{answer:#}");
}
