//! Pegboard: every tool an AI agent can use, within reach.
//!
//! - [`cli`]: the command line; all but `serve` speaks with a running server
//! - [`serve`]: the server's life, from the data folder to the last connection
//! - [`wiring`]: engine and providers put together
//! - [`doctor`]: what the machine has of what is needed
//! - [`http`]: the REST surface; `http/router.rs` is its index
//! - [`mcp`]: the house as the MCP endpoint opens it
//! - [`mcp_clients`]: how MCP clients are told of this Pegboard
//! - [`plain_reply`]: a reply as plain text, for those who see no calls
//! - [`tour`]: the first start of `make run`

mod cli;
mod doctor;
mod http;
mod mcp;
mod mcp_clients;
mod plain_reply;
mod progress;
mod serve;
mod tour;
mod wiring;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::Cli;
use crate::cli::output::{Format, Output};

#[tokio::main]
async fn main() -> ExitCode {
    let cli = Cli::parse();
    let output = Output::new(if cli.json() { Format::Json } else { Format::Human });
    match Box::pin(cli.run(&output)).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output.failure(&failure);
            failure.exit.into()
        }
    }
}
