//! Why a command did not run to its end.

use std::io;
use std::time::Duration;

use pegboard_model::call::{FailureKind, ToolFailure};
use serde_json::Value;

use crate::confinement::Unconfinable;

/// Why a command did not run to its end. The texts are for whoever called.
#[derive(Debug, thiserror::Error)]
pub(super) enum ShellError {
    #[error("the arguments do not hold: {0}")]
    Arguments(String),
    #[error("bash is not installed on the server's machine; commands are read and run by it")]
    NoBash,
    #[error("the command could not be started: {0}")]
    Start(#[source] io::Error),
    #[error(
        "the policy closes the network to commands, or their writes to the workspace, and that cannot be done here: {0}"
    )]
    Unconfinable(#[from] Unconfinable),
    #[error("the command was ended after {} s; `timeout_seconds` gives it more time", .after.as_secs())]
    Timeout { after: Duration, output: Value },
    #[error("the command was cancelled")]
    Cancelled { output: Value },
    #[error("how the command ended cannot be told: {0}")]
    Wait(#[source] io::Error),
    #[error("processes that the command left behind could not be ended: {0}")]
    Left(String),
}

impl From<ShellError> for ToolFailure {
    fn from(error: ShellError) -> Self {
        let message = error.to_string();
        match error {
            ShellError::Arguments(_) => Self::new(FailureKind::Arguments, message),
            ShellError::NoBash | ShellError::Start(_) | ShellError::Unconfinable(_) => {
                Self::new(FailureKind::Unavailable, message)
            }
            ShellError::Timeout { output, .. } => {
                Self::new(FailureKind::Timeout, message).with_answer(output)
            }
            ShellError::Cancelled { output } => {
                Self::new(FailureKind::Cancelled, message).with_answer(output)
            }
            ShellError::Wait(_) | ShellError::Left(_) => Self::new(FailureKind::Crashed, message),
        }
    }
}
