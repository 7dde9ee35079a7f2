//! What this machine has of what the server needs. The command line and the REST surface ask the same questions.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pegboard_providers::container::{ContainerProvider, EngineError, EngineFound};
use pegboard_providers::node::{NodeProvider, NodeRuntime, RuntimeError};
use pegboard_providers::python::{BaseEnvironment, PythonHealth, PythonProvider, SandboxHealth};
use tokio::runtime::Handle;
use tokio::task::{JoinError, spawn_blocking};

use crate::cli::connection::token_file;
use crate::http::wire::system::Finding;

/// Looks around without making or installing anything. Programs are started and folders read for it, so all of it
/// happens in a thread that may block.
pub(crate) async fn examine(
    python: Arc<PythonProvider>,
    node: Arc<NodeProvider>,
    containers: Arc<ContainerProvider>,
    data: PathBuf,
) -> Result<Vec<Finding>, JoinError> {
    let runtime = Handle::current();
    let look = move || {
        let mut findings = of_python(runtime.block_on(python.doctor()));
        findings.push(of_node(runtime.block_on(node.runtime())));
        findings.push(of_containers(runtime.block_on(containers.engine())));
        findings.extend(of_folder(&data));
        findings
    };
    spawn_blocking(look).await
}

fn of_python(health: PythonHealth) -> Vec<Finding> {
    let interpreter = match health.interpreter {
        Ok(found) => Finding::ok("python", format!("{} at {}", found.version, found.file.display())),
        Err(error) => Finding::missing(
            "python",
            error.to_string(),
            "Install CPython 3.11 or newer, for example: apt install python3 python3-venv",
        ),
    };
    let uv = match health.uv {
        Ok(Some(found)) => Finding::ok("uv", format!("{} at {}", found.version, found.file.display())),
        Ok(None) => Finding::warning(
            "uv",
            "not here",
            "It is installed into the data folder when it is first needed.",
        ),
        Err(error) => Finding::missing("uv", error.to_string(), "Install uv, for example: pip install uv"),
    };
    let base = match health.base {
        Ok(BaseEnvironment::Present(place)) => Finding::ok("base environment", place.display().to_string()),
        Ok(BaseEnvironment::Absent) => Finding::warning(
            "base environment",
            "not made yet",
            "It is made when the first toolset needs it.",
        ),
        Err(error) => Finding::missing("base environment", error.to_string(), "Correct what is said above."),
    };
    vec![interpreter, uv, base, of_sandbox(health.sandbox)]
}

fn of_sandbox(health: SandboxHealth) -> Finding {
    match health {
        SandboxHealth::Landlock(version) => Finding::ok("sandbox", format!("Landlock {version}")),
        SandboxHealth::Unavailable => Finding::warning(
            "sandbox",
            "not available: tools and commands run with the rights of the server",
            "It needs Linux 5.13 or newer with Landlock among the kernel's security modules (`lsm=landlock,…`).",
        ),
        SandboxHealth::Unknown(why) => Finding::warning("sandbox", why, "Correct what is said above."),
    }
}

/// Nothing of Pegboard's own needs Node.
fn of_node(runtime: Result<&NodeRuntime, RuntimeError>) -> Finding {
    const NEEDED: &str = "Tools of npm packages and of JavaScript modules need Node 20 or newer with npm.";
    match runtime {
        Ok(found) if found.npm.is_some() => {
            Finding::ok("node", format!("{} at {}", found.version, found.node.display()))
        }
        Ok(found) => Finding::warning("node", format!("{} without npm", found.version), NEEDED),
        Err(error) => Finding::warning("node", error.to_string(), NEEDED),
    }
}

/// Nothing of Pegboard's own needs containers.
fn of_containers(engine: Result<EngineFound, EngineError>) -> Finding {
    const NEEDED: &str = "Container tools need Docker or Podman with its socket, for example: apt install docker.io; DOCKER_HOST names another one.";
    match engine {
        Ok(found) => {
            Finding::ok("container engine", format!("{} {} at {}", found.name, found.version, found.address))
        }
        Err(error) => Finding::warning("container engine", error.to_string(), NEEDED),
    }
}

fn of_folder(data: &Path) -> Vec<Finding> {
    if !data.is_dir() {
        let detail = format!("{} is not there yet", data.display());
        return vec![Finding::warning("data folder", detail, "pegboard serve makes it.")];
    }
    let token = token_file(data);
    let token = match std::fs::read_to_string(&token) {
        Ok(_) => Finding::ok("first token", token.display().to_string()),
        Err(error) => Finding::warning("first token", error.to_string(), "pegboard serve makes it."),
    };
    vec![Finding::ok("data folder", data.display().to_string()), token]
}
