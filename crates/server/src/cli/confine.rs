//! `pegboard confine`: started by the server itself, for each Node process and each command.

use std::ffi::OsString;

use clap::Args;
use pegboard_providers::confinement::enter;

use crate::cli::exit::Failure;

#[derive(Debug, Args)]
pub(crate) struct ConfineArgs {
    /// What the program may touch, as JSON
    bounds: String,
    /// The program
    program: OsString,
    /// Its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
}

/// Becomes the program, within the bounds. Comes back only where that fails.
pub(crate) fn run(args: &ConfineArgs) -> Result<(), Failure> {
    match enter(&args.bounds, &args.program, &args.args) {
        Ok(never) => match never {},
        Err(error) => Err(Failure::internal(error.to_string())),
    }
}
