//! `pegboard completions`

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::exit::Failure;
use crate::cli::output::Output;

/// Print a completion script for a shell.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    shell: Shell,
}

#[allow(clippy::unnecessary_wraps, reason = "commands have one shape")]
pub(crate) fn run<C: CommandFactory>(args: &CompletionsArgs, output: &Output) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut C::command(), "pegboard", &mut script);
    output.bytes(&script);
    Ok(())
}
