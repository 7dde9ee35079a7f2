//! `xtask postgres`: one PostgreSQL for a whole test run.

use std::ffi::OsString;
use std::process::ExitCode;

use pegboard_testkit::postgres::{Postgres, PostgresError, SHARED_SERVER};

use crate::shared::{self, SpawnError};

#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    #[error(transparent)]
    Start(#[from] PostgresError),
    #[error(transparent)]
    Program(#[from] SpawnError),
}

/// Runs the program with [`SHARED_SERVER`] set, ends what it names, and answers as the program did.
pub(crate) fn run(arguments: &[OsString]) -> Result<ExitCode, RunError> {
    let program = shared::words("postgres", arguments)?;
    let server = Postgres::start()?;
    Ok(shared::run(program, &[(SHARED_SERVER, server.server_url())])?)
}
