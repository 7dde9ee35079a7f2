//! A call of an MCP server's tool through Pegboard, beside the same server called directly and through other proxies.

pub(crate) mod echo;

mod crowd;
mod http;
mod memory;
mod overhead;
mod peers;
mod pipe;
mod proxy;
mod session;

use crate::counts::Counts;
use crate::mcp::proxy::Proxy;
use crate::table::Table;

pub(crate) use proxy::server;

pub(crate) fn measure(counts: &Counts) -> Vec<Table> {
    let mut proxies = vec![Proxy::pegboard()];
    let mut left_out = Vec::new();
    for peer in peers::all() {
        match peer {
            Ok(peer) => proxies.push(peer),
            Err(missing) => left_out.push(missing),
        }
    }
    let overhead = overhead::measure(counts, &proxies, &left_out);
    let crowd = crowd::measure(counts, &proxies, &left_out);
    // The others are not to take memory or cores from what follows.
    proxies.truncate(1);
    vec![overhead, crowd, memory::measure(counts)]
}
