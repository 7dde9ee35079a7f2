//! How many calls go through a proxy when several sessions call at once.

use std::sync::Barrier;
use std::time::{Duration, Instant};

use crate::counts::Counts;
use crate::mcp::http::Http;
use crate::mcp::overhead::sentences;
use crate::mcp::proxy::Proxy;
use crate::mcp::session::Session;
use crate::table::{Goal, Table, grouped};

/// Sessions that call at once.
const SESSIONS: &[usize] = &[1, 8, 32];
/// The fastest of the others beside Pegboard.
const BESIDE_PEERS: Goal = Goal { most: 0.2, unit: "" };

pub(super) fn measure(counts: &Counts, proxies: &[Proxy], left_out: &[String]) -> Table {
    let note = format!(
        "The same call. Each session has a connection and, with Pegboard, a chat and a workspace of its own; each calls as soon as its call \
         before is answered. In turns; the median of {} rounds of {:.1} s.{}",
        counts.mcp_rounds,
        counts.mcp_time.as_secs_f64(),
        sentences(left_out),
    );
    let mut table = Table::new("MCP calls of several sessions at once, per second", note, COLUMNS);
    for &sessions in SESSIONS {
        let rates = rates(counts, proxies, sessions);
        let mut cells: [String; COLUMNS.len()] = Default::default();
        cells[0] = sessions.to_string();
        for (name, rate) in &rates {
            let column = COLUMNS.iter().position(|column| column == name).unwrap();
            cells[column] = grouped(rate.round() as usize);
        }
        let fastest = rates[1..].iter().map(|(_, rate)| *rate).reduce(f64::max);
        if let Some(fastest) = fastest {
            let ratio = fastest / rates[0].1;
            cells[COLUMNS.len() - 2] = format!("{ratio:.2}");
            cells[COLUMNS.len() - 1] = BESIDE_PEERS.judge(ratio);
        }
        table.row(cells);
    }
    table
}

const COLUMNS: &[&str] = &[
    "sessions",
    "Pegboard",
    "fastmcp",
    "mcp-proxy",
    "supergateway",
    "the fastest of them ÷ Pegboard",
    "goal",
];

/// The sessions that one proxy has.
struct Crowd {
    name: &'static str,
    sessions: Vec<Session<Http>>,
    rates: Vec<f64>,
}

/// Calls per second through each, the first of which is Pegboard.
fn rates(counts: &Counts, proxies: &[Proxy], sessions: usize) -> Vec<(&'static str, f64)> {
    let crowd = |proxy: &Proxy| Crowd {
        name: proxy.name,
        sessions: (0..sessions).map(|_| proxy.session()).collect(),
        rates: Vec::new(),
    };
    let mut crowds: Vec<Crowd> = proxies.iter().map(crowd).collect();
    for round in 1..=counts.mcp_rounds {
        eprintln!("MCP, {sessions} session(s): round {round} of {}", counts.mcp_rounds);
        for crowd in &mut crowds {
            // So that connections and workspaces are there.
            for session in &mut crowd.sessions {
                session.call();
            }
            crowd.rates.push(rate(&mut crowd.sessions, counts.mcp_time));
        }
    }
    let median = |mut rates: Vec<f64>| {
        rates.sort_by(f64::total_cmp);
        rates[rates.len() / 2]
    };
    crowds.into_iter().map(|crowd| (crowd.name, median(crowd.rates))).collect()
}

/// Calls per second while everybody calls for so long.
fn rate(sessions: &mut [Session<Http>], time: Duration) -> f64 {
    let together = Barrier::new(sessions.len());
    let start = Instant::now();
    let calls: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = sessions
            .iter_mut()
            .map(|session| {
                let together = &together;
                scope.spawn(move || {
                    together.wait();
                    let end = Instant::now() + time;
                    let calls =
                        std::iter::repeat_with(|| session.call()).take_while(|_| Instant::now() < end);
                    calls.count()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    calls as f64 / start.elapsed().as_secs_f64()
}
