//! Why a call was not tried out.

use std::io;

use pegboard_model::policy::NoTrial;
use tokio::task::JoinError;

use crate::limits::TRIALS_MAX;
use crate::pending::NotPending;
use crate::pipeline::CallError;
use crate::settle::SettleError;
use crate::store::StoreError;

/// Why a call was not tried out. A tool that fails in its trial is none of these: that is what it would do.
#[derive(Debug, thiserror::Error)]
pub enum PreviewCallError {
    /// No such call waits.
    #[error(transparent)]
    NotPending(#[from] NotPending),
    /// Policy does not let it be tried out.
    #[error(transparent)]
    NoTrial(#[from] NoTrial),
    /// It is tried out already.
    #[error("this call is being tried out")]
    UnderWay,
    /// Too many others are tried out.
    #[error("{TRIALS_MAX} calls are being tried out already")]
    Busy,
    /// Somebody stopped the trial, or decided about the call meanwhile.
    #[error("the trial was stopped")]
    Stopped,
    /// The call could not run.
    #[error(transparent)]
    Call(#[from] CallError),
    /// There is no place for the copy of the workspace.
    #[error("the folder for the copy of the workspace cannot be made: {0}")]
    Folder(#[source] io::Error),
    /// The copy of the workspace failed.
    #[error("the copy of the workspace failed: {0}")]
    Copy(#[source] SettleError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The trial's own task was cut off.
    #[error("the trial was cut off")]
    Cut(#[from] JoinError),
}
