//! `xtask postgres`: one PostgreSQL for a whole test run.

use std::ffi::OsString;
use std::io;
use std::process::{Command, ExitCode};

use pegboard_testkit::postgres::{Postgres, PostgresError, SHARED_SERVER};

#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    #[error("Usage: cargo run -p xtask -- postgres -- PROGRAM…")]
    NoProgram,
    #[error(transparent)]
    Postgres(#[from] PostgresError),
    #[error("cannot start {program:?}: {source}")]
    Spawn { program: OsString, source: io::Error },
}

/// Runs the program with [`SHARED_SERVER`] set, ends the server, and answers as the program did.
pub(crate) fn run(arguments: &[OsString]) -> Result<ExitCode, RunError> {
    let words = match arguments {
        [dashes, rest @ ..] if dashes == "--" => rest,
        all => all,
    };
    let (program, rest) = words.split_first().ok_or(RunError::NoProgram)?;
    let server = Postgres::start()?;
    let status = Command::new(program)
        .args(rest)
        .env(SHARED_SERVER, server.server_url())
        .status()
        .map_err(|source| RunError::Spawn { program: program.clone(), source })?;
    // Ended by a signal: no code to hand on.
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
