//! Why a workspace could not be read or changed.

use pegboard_cas::{BlobError, PathError};
use pegboard_model::ids::{ChatId, ManifestId, MessageId};

use crate::leaf::LeafError;
use crate::settle::SettleError;
use crate::store::StoreError;
use crate::workspace::rewrite::InTheWay;

/// Why a workspace could not be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum WorkspaceError {
    #[error("there is no chat {0}")]
    NoChat(ChatId),
    #[error("there is no message {0} in this chat")]
    NoMessage(MessageId),
    #[error("there is no state {0} of this chat's workspace")]
    NoManifest(ManifestId),
    #[error("there is no file `{path}` in this state of the workspace")]
    NoFile {
        path: String,
        /// Paths that look like it.
        near: Vec<String>,
    },
    /// The file is not, or no longer, the one that was to be replaced.
    #[error("`{path}` was changed or removed meanwhile")]
    Changed { path: String },
    #[error("`{path}` is not a path in a workspace: {reason}")]
    Path { path: String, reason: PathError },
    #[error("the stored content of `{path}` cannot be read: {reason}")]
    Blob { path: String, reason: String },
    /// Something stands where the path leads.
    #[error(transparent)]
    InTheWay(#[from] InTheWay),
    #[error("the uploaded content cannot be stored")]
    Unstored(#[source] BlobError),
    #[error("the uploaded content cannot be read")]
    Upload(#[source] std::io::Error),
    #[error(transparent)]
    Settle(#[from] SettleError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<LeafError> for WorkspaceError {
    fn from(error: LeafError) -> Self {
        match error {
            LeafError::NoMessage(message) => Self::NoMessage(message),
            LeafError::Settle(error) => Self::Settle(error),
            LeafError::Store(error) => Self::Store(error),
        }
    }
}
