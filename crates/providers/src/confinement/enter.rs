//! The confining program: takes the bounds and becomes another program.

use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

use pegboard_model::toolset::Network;

use crate::confinement::bounds::Bounds;
use crate::confinement::files::{FilesError, confine};
use crate::confinement::system_calls::{RefuseError, refuse_network};

/// A program could not be confined, or not be started; nothing of it ran.
#[derive(Debug, thiserror::Error)]
pub enum EnterError {
    /// Its bounds are not what this program understands.
    #[error("the bounds of a program cannot be read: {0}")]
    Bounds(#[from] serde_json::Error),
    /// Its files.
    #[error("a program's files could not be confined: {0}")]
    Files(#[from] FilesError),
    /// Its network.
    #[error("a program's network could not be closed: {0}")]
    Network(#[from] RefuseError),
    /// The program itself.
    #[error("`{program}` could not be started within its bounds: {cause}")]
    Program {
        /// Its file.
        program: String,
        /// What the system says.
        cause: io::Error,
    },
}

/// Takes the bounds and becomes the program. To be called in a process that does nothing else.
///
/// # Errors
/// Whatever keeps the program from running within its bounds. The process is bound in part then, and must end.
pub fn enter(bounds: &str, program: &OsStr, args: &[OsString]) -> Result<Infallible, EnterError> {
    let bounds: Bounds = serde_json::from_str(bounds)?;
    if let Some(files) = &bounds.files {
        confine(files)?;
    }
    if bounds.network == Network::Deny {
        refuse_network()?;
    }
    let cause = Command::new(program).args(args).exec();
    Err(EnterError::Program { program: program.to_string_lossy().into_owned(), cause })
}
