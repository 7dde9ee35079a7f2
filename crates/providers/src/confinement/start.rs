//! Starting programs within bounds.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Once, OnceLock};

use pegboard_model::toolset::{Insistence, Network, Sandbox, Writes};

use crate::confinement::bounds::{Bounds, Files};
use crate::confinement::files::can_be_confined;
use crate::confinement::system_calls::are_known;

/// The program that takes bounds and becomes another: it is called with `args`, the bounds, the other program and that
/// program's arguments, and hands them to [`crate::confinement::enter`].
#[derive(Debug, Clone)]
pub struct ConfineProgram {
    /// The program, absolute.
    pub file: PathBuf,
    /// Its arguments before all others.
    pub args: Vec<OsString>,
}

/// A sandbox that was asked for cannot be put on here; the text says why.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Unconfinable(pub(crate) &'static str);

/// What this machine can hold programs to.
#[derive(Debug)]
pub(crate) struct Confinement {
    program: Option<ConfineProgram>,
    has_landlock: OnceLock<bool>,
    told: Once,
}

impl Confinement {
    /// By this program; without one nothing is confined.
    pub(crate) fn new(program: Option<ConfineProgram>) -> Self {
        Self { program, has_landlock: OnceLock::new(), told: Once::new() }
    }

    /// Whether a program in this sandbox is held to it here.
    pub(crate) fn holds(&self, sandbox: &Sandbox) -> bool {
        self.lacks(sandbox).is_none()
    }

    /// A command that runs a program in a sandbox; `files` counts where writes are bound to the workspace.
    ///
    /// # Errors
    /// When the sandbox was asked for and cannot be put on. One that is only the house's default is left off, which the
    /// log says once.
    pub(crate) fn command(
        &self,
        program: &Path,
        sandbox: &Sandbox,
        files: Files,
    ) -> Result<Command, Unconfinable> {
        let bounds = Bounds {
            files: (sandbox.writes() == Writes::Workspace).then_some(files),
            network: sandbox.network(),
        };
        if bounds.files.is_none() && bounds.network == Network::Allow {
            return Ok(Command::new(program));
        }
        match (self.lacks(sandbox), &self.program, serde_json::to_string(&bounds)) {
            (None, Some(confine), Ok(bounds)) => {
                let mut command = Command::new(&confine.file);
                command.args(&confine.args).arg(bounds).arg(program);
                Ok(command)
            }
            (lacks, ..) => {
                let why = lacks.unwrap_or("the folders have names that are no text");
                if sandbox.insistence() == Insistence::Required {
                    return Err(Unconfinable(why));
                }
                self.told.call_once(|| {
                    tracing::warn!(
                        why,
                        "Node tools and commands run without a sandbox, with the rights of the server"
                    );
                });
                Ok(Command::new(program))
            }
        }
    }

    /// Whether a program may run in this sandbox here, before anything is made ready for it.
    ///
    /// # Errors
    /// When the sandbox was asked for and cannot be put on.
    pub(crate) fn require(&self, sandbox: &Sandbox) -> Result<(), Unconfinable> {
        match self.lacks(sandbox) {
            Some(why) if sandbox.insistence() == Insistence::Required => Err(Unconfinable(why)),
            _ => Ok(()),
        }
    }

    /// What of a sandbox cannot be had here.
    fn lacks(&self, sandbox: &Sandbox) -> Option<&'static str> {
        if self.program.is_none() {
            return Some("this server does not know its own program");
        }
        if sandbox.writes() == Writes::Workspace && !*self.has_landlock.get_or_init(can_be_confined) {
            return Some(
                "writes cannot be kept inside the workspace: this kernel has no Landlock switched on",
            );
        }
        if sandbox.network() == Network::Deny && !are_known() {
            return Some("the network cannot be closed on this kind of processor");
        }
        None
    }
}
