//! `xtask containers`: one Docker and one Podman for a whole test run.

use std::ffi::OsString;
use std::process::ExitCode;

use pegboard_testkit::containers::{ContainersError, Engine};

use crate::shared::{self, SpawnError};

#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    #[error(transparent)]
    Start(#[from] ContainersError),
    #[error(transparent)]
    Program(#[from] SpawnError),
}

/// Runs the program with [`Engine::variable`] set for each engine, ends what they name, and answers as the program did. An engine that is
/// not on this machine is left out, and its tests say so; where none is, that is an error.
pub(crate) fn run(arguments: &[OsString]) -> Result<ExitCode, RunError> {
    let program = shared::words("containers", arguments)?;
    let (mut running, mut lacks) = (Vec::new(), Vec::new());
    for (engine, started) in Engine::start_all()? {
        match started {
            Ok(started) => running.push((engine, started)),
            Err(error) if error.is_lack() => lacks.push(error),
            Err(error) => return Err(error.into()),
        }
    }
    if running.is_empty()
        && let Some(lack) = lacks.pop()
    {
        return Err(lack.into());
    }
    let variables: Vec<_> =
        running.iter().map(|(engine, started)| (engine.variable(), started.host())).collect();
    Ok(shared::run(program, &variables)?)
}
