//! What can go wrong in a checkout.

use std::io;

use rustix::io::Errno;

use crate::blobs::BlobError;
use crate::disk::open::WorkspaceError;
use crate::limits::LimitExceeded;
use crate::path::TreePath;

/// Why a checkout failed. After [`CheckoutError::Io`] the workspace may be between two states, and another
/// checkout takes it on from there; after any other error it is untouched.
#[derive(Debug, thiserror::Error)]
pub enum CheckoutError {
    /// The workspace is a link, or cannot be opened or made.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// What stands in the workspace is too large to be looked through.
    #[error(transparent)]
    Limit(#[from] LimitExceeded),
    /// The bytes of a file cannot be had.
    #[error("`{path}` cannot be restored")]
    Blob {
        /// The file.
        path: TreePath,
        /// Why.
        #[source]
        source: BlobError,
    },
    /// The operating system refuses a step.
    #[error("`{path}` in the workspace could not {action}")]
    Io {
        /// Where, lossily as text; empty for the workspace itself.
        path: String,
        /// What should have been done.
        action: &'static str,
        /// Why it was not.
        #[source]
        source: io::Error,
    },
}

/// The error of a step that the operating system refused.
pub(super) fn failed(path: &[u8], action: &'static str, error: Errno) -> CheckoutError {
    let path = String::from_utf8_lossy(path).into_owned();
    CheckoutError::Io { path, action, source: io::Error::from(error) }
}
