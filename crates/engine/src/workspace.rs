//! A chat's workspace as people use it: read any state, edit, upload, compare, go back.

mod archive;
mod edit;
mod error;
mod read;
mod rewrite;

pub use archive::{Archive, ArchiveError};
pub use edit::{ManifestChange, Replacing};
pub use error::WorkspaceError;
pub use read::{At, FileContent, FileListing, ManifestDetail, WorkspaceDiff};

pub use rewrite::{InTheWay, Removal};

pub(crate) use archive::archive;
pub(crate) use edit::{delete_file, move_file, put_file, restore};
pub(crate) use read::{diff, file, files, manifest, manifests};
pub(crate) use rewrite::{is_taken, with_file};
