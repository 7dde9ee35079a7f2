//! `pegboard guard`: started by the server itself, beside the first MCP server.

use clap::Args;
use pegboard_mcp::client::stand_guard;

use crate::cli::exit::Failure;

#[derive(Debug, Args)]
pub(crate) struct GuardArgs {
    /// What the processes are marked with
    mark: String,
}

/// Waits until the standard input ends, which it does with the server, however that ends.
pub(crate) fn run(args: &GuardArgs) -> Result<(), Failure> {
    let ended = stand_guard(std::io::stdin(), &args.mark);
    ended.map(drop).map_err(|error| Failure::internal(format!("processes could not be ended: {error}")))
}
