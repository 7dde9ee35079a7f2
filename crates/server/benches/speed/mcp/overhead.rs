//! What a proxy adds to one call after another.

use std::time::Duration;

use crate::counts::Counts;
use crate::mcp::http::Http;
use crate::mcp::pipe::Pipe;
use crate::mcp::proxy::Proxy;
use crate::mcp::session::Session;
use crate::peer::InPlace;
use crate::samples::Samples;
use crate::table::{Goal, Table, ms};

/// What Pegboard may add to the median, recorded as it is.
const ADDED: Goal = Goal { most: 0.3, unit: " ms" };

/// One client per way to the server.
struct Way {
    name: &'static str,
    session: Session<Http>,
    times: Vec<Duration>,
}

pub(super) fn measure(counts: &Counts, proxies: &[Proxy], left_out: &[String]) -> Table {
    let mut direct = Session::begin(Pipe::open());
    let mut ways: Vec<Way> = proxies
        .iter()
        .map(|proxy| Way { name: proxy.name, session: proxy.session(), times: Vec::new() })
        .collect();
    for _ in 0..counts.mcp_calls {
        direct.call();
        for way in &mut ways {
            way.session.call();
        }
    }
    let mut file = InPlace::new();
    let (mut pipe, mut http, mut disk) = (Vec::new(), Vec::new(), Vec::new());
    for round in 1..=counts.rounds {
        eprintln!("MCP, one session: round {round} of {}", counts.rounds);
        pipe.extend((0..counts.mcp_calls).map(|_| direct.call()));
        for way in &mut ways {
            way.times.extend((0..counts.mcp_calls).map(|_| way.session.call()));
        }
        // The first one is Pegboard.
        http.extend((0..counts.mcp_calls).map(|_| ways[0].session.wire().get("/healthz")));
        disk.extend((0..counts.calls).map(|_| file.sync() + file.sync()));
    }
    let pipe = Samples::new(pipe);
    let mut table = Table::new("An MCP call through a proxy", note(left_out), COLUMNS);
    table.row(["the server over a pipe".to_owned(), ms(pipe.p50()), ms(pipe.p99())]);
    for way in ways {
        let times = Samples::new(way.times);
        let added = times.p50() - pipe.p50();
        let goal = if way.name == "Pegboard" { ADDED.judge(added) } else { String::new() };
        let p99 = times.p99() - pipe.p99();
        table.row([way.name.to_owned(), ms(times.p50()), ms(times.p99()), ms(added), ms(p99), goal]);
    }
    for (name, times) in [
        ("beside it: HTTP alone, `GET /healthz` of Pegboard", http),
        ("beside it: the disk alone, twice 4 KiB overwritten and synced", disk),
    ] {
        let times = Samples::new(times);
        table.row([name.to_owned(), ms(times.p50()), ms(times.p99())]);
    }
    table
}

const COLUMNS: &[&str] = &["way", "p50", "p99", "added to p50", "added to p99", "goal for what p50 gains"];

fn note(left_out: &[String]) -> String {
    format!(
        "A tool that gives back its argument, of a server on standard input and output that is this bench's own program. It is \
         called directly, then over streamable HTTP through Pegboard (policy, the workspace looked at twice, two \
         transactions of which the second is waited for on the disk) and through other proxies, which record nothing. One session each; the client is the same, blocking and on \
         one connection that it keeps, so its own cost is in both and goes out of the difference. In turns.{}",
        sentences(left_out),
    )
}

/// What is missing in a table, behind its note.
pub(super) fn sentences(left_out: &[String]) -> String {
    left_out.iter().map(|why| format!(" {why}.")).collect()
}
