//! Running a program beside something that it shares with nobody else.

use std::ffi::OsString;
use std::io;
use std::process::{Command, ExitCode};

/// The program did not run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SpawnError {
    #[error("Usage: cargo run -p xtask -- {0} -- PROGRAM…")]
    NoProgram(&'static str),
    #[error("cannot start {program:?}: {source}")]
    Spawn { program: OsString, source: io::Error },
}

/// The program and its arguments.
pub(crate) fn words<'a>(
    command: &'static str,
    arguments: &'a [OsString],
) -> Result<(&'a OsString, &'a [OsString]), SpawnError> {
    let words = match arguments {
        [dashes, rest @ ..] if dashes == "--" => rest,
        all => all,
    };
    words.split_first().ok_or(SpawnError::NoProgram(command))
}

/// Runs it with more variables, and answers as it did.
pub(crate) fn run(
    (program, rest): (&OsString, &[OsString]),
    variables: &[(&str, &str)],
) -> Result<ExitCode, SpawnError> {
    let status = Command::new(program)
        .args(rest)
        .envs(variables.iter().copied())
        .status()
        .map_err(|source| SpawnError::Spawn { program: program.clone(), source })?;
    // Ended by a signal: no code to hand on.
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
