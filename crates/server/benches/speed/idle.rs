//! How soon a server answers, and what it needs while nobody asks.

use std::ops::Range;
use std::time::Duration;

use pegboard_testkit::House;
use serde_json::json;
use tokio::runtime::Runtime;

use crate::bundles;
use crate::caller::runtime;
use crate::counts::Counts;
use crate::machine::{descendants, resident_megabytes};
use crate::mcp;
use crate::samples::Samples;
use crate::table::{Goal, Table, grouped, ms};

/// From the start of the process to the first answer.
const START: Goal = Goal { most: 150.0, unit: " ms" };
/// With everything that the server started.
const MEMORY: Goal = Goal { most: 60.0, unit: " MB" };

pub(crate) fn measure(counts: &Counts) -> Vec<Table> {
    let mut table = Table::new(
        "Start and rest",
        "From the start of the process to the answer of `GET /toolsets` with a token, on a data folder that a server \
         before it has closed; then the memory that it and its processes really have (VmRSS). Each MCP server has 10 tools, \
         and was asked for them once.",
        &[
            "toolsets installed",
            "MCP servers",
            "start to first answer, p50",
            "longest",
            "goal for p50",
            "memory MB",
            "processes beside the server",
            "goal for memory",
        ],
    );
    let runtime = runtime();
    let mut house = runtime.block_on(async { House::start().await });
    let mut installed = (0, 0);
    for &(toolsets, servers) in counts.installed {
        eprintln!(
            "installing {} toolset(s), {} MCP server(s)",
            toolsets - installed.0,
            servers - installed.1
        );
        bundles::install(&runtime, &house, installed.0..toolsets);
        add_servers(&runtime, &house, installed.1..servers);
        installed = (toolsets, servers);
        eprintln!("starting the server {} times with that", counts.starts);
        let starts: Vec<Duration> = (0..counts.starts)
            .map(|_| {
                house.stop();
                house.restart();
                let answer = runtime.block_on(house.get("/toolsets")).ok();
                let took = house.started_at().elapsed();
                assert!(!answer["items"].as_array().unwrap().is_empty());
                took
            })
            .collect();
        let starts = Samples::new(starts);
        let beside = descendants(house.pid());
        let memory =
            resident_megabytes(house.pid()) + beside.iter().map(|pid| resident_megabytes(*pid)).sum::<f64>();
        table.row([
            grouped(toolsets),
            grouped(servers),
            ms(starts.p50()),
            ms(starts.percentile(100)),
            START.judge(starts.p50()),
            format!("{memory:.1}"),
            beside.len().to_string(),
            MEMORY.judge(memory),
        ]);
    }
    vec![table]
}

/// Adds the MCP servers of these numbers and has them say what they have.
fn add_servers(runtime: &Runtime, house: &House, numbers: Range<usize>) {
    for number in numbers {
        let request = json!({"server": mcp::server(&format!("server-{number}"))});
        runtime.block_on(house.post("/mcp-servers", request)).with_status(201);
        let path = format!("/mcp-servers/server-{number}/reconnect");
        let server = runtime.block_on(house.post(&path, json!(null))).ok();
        assert_eq!(server["state"], "ready", "{server:#}");
    }
}
