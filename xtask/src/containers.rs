//! `xtask containers`: one Docker for a whole test run.

use std::ffi::OsString;
use std::process::ExitCode;

use pegboard_testkit::containers::{Containers, ContainersError, SHARED_ENGINE};

use crate::shared::{self, SpawnError};

#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    #[error(transparent)]
    Start(#[from] ContainersError),
    #[error(transparent)]
    Program(#[from] SpawnError),
}

/// Runs the program with [`SHARED_ENGINE`] set, ends what it names, and answers as the program did.
pub(crate) fn run(arguments: &[OsString]) -> Result<ExitCode, RunError> {
    let program = shared::words("containers", arguments)?;
    let server = Containers::start()?;
    Ok(shared::run(program, (SHARED_ENGINE, server.host()))?)
}
