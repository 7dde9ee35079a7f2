//! `pegboard-bench`: how well tools are found, on labelled queries (`retrieval`), and how fast (`speed`).
//!
//! Nothing here is tuned to the data it is given: the ranking is that of [`pegboard_model::search`], with the weights that
//! a server uses.

mod arguments;
mod retrieval;
mod speed;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Cli, Command};
use crate::retrieval::Failure;

fn main() -> ExitCode {
    let report = match Cli::parse().command {
        Command::Retrieval(args) => retrieval::run(&args),
        Command::Speed(args) => speed::run(&args).map_err(Failure::from),
    };
    let told = match report {
        Ok(report) => std::io::stdout().write_all(report.as_bytes()).map_err(Failure::Output),
        Err(failure) => Err(failure),
    };
    match told {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = writeln!(std::io::stderr(), "error: {failure}");
            ExitCode::FAILURE
        }
    }
}
