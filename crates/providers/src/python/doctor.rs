//! What this machine has for Python tools.

use std::path::PathBuf;

use crate::python::environment::{EnvironmentError, Environments};
use crate::python::interpreter::{Interpreter, InterpreterError};
use crate::python::probe::{self, SandboxHealth};
use crate::python::requirements::Requirements;
use crate::python::uv::{Uv, UvError};

/// What is there, found without making or installing anything.
#[derive(Debug)]
pub struct PythonHealth {
    /// The interpreter that environments are made from.
    pub interpreter: Result<Interpreter, InterpreterError>,
    /// The installer; `None` means that it will be installed when it is first needed.
    pub uv: Result<Option<Uv>, UvError>,
    /// The environment of toolsets without requirements.
    pub base: Result<BaseEnvironment, EnvironmentError>,
    /// Whether tools can be kept to their workspace.
    pub sandbox: SandboxHealth,
}

/// The environment of toolsets without requirements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BaseEnvironment {
    /// It stands in this folder.
    Present(PathBuf),
    /// It will be made when it is first needed.
    Absent,
}

/// Looks around.
pub(super) async fn examine(environments: &Environments, house: &str) -> PythonHealth {
    let interpreter = environments.interpreter().await.cloned();
    let base = match environments.place(&Requirements::default()).await {
        Ok(place) if place.join("bin/python").is_file() => Ok(BaseEnvironment::Present(place)),
        Ok(_) => Ok(BaseEnvironment::Absent),
        Err(fault) => Err(fault),
    };
    let sandbox = match &interpreter {
        Ok(interpreter) => probe::sandbox(interpreter, house).await,
        Err(_) => SandboxHealth::Unknown("there is no Python to ask with".to_owned()),
    };
    PythonHealth { interpreter, uv: environments.find_uv().await, base, sandbox }
}
