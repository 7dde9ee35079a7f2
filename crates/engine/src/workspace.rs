//! A chat's workspace as people use it: read any state, edit, upload, compare, go back.

mod edit;
mod error;
mod read;
mod rewrite;

pub use edit::ManifestChange;
pub use error::WorkspaceError;
pub use read::{At, FileContent, FileListing, ManifestDetail, WorkspaceDiff};

pub use rewrite::InTheWay;

pub(crate) use edit::{delete_file, put_file, restore};
pub(crate) use read::{diff, file, files, manifest, manifests};
