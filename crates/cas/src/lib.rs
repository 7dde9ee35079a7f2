//! A content-addressed, versioned folder.
//!
//! A [`Folder`] is a workspace that programs write to as they like. [`LockedFolder::snapshot`] stores what
//! it holds as blobs by their SHA-256 and returns a [`Manifest`], the map path → blob;
//! [`LockedFolder::checkout`] makes the workspace what a manifest says. An index of file stamps makes a file
//! that has not changed cost one look at its status.
//!
//! ```
//! use std::sync::Arc;
//! use pegboard_cas::{Folder, FolderLayout, Limits, LocalBlobs, TreePath};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let chat = tempfile::tempdir()?;
//! # let chat = chat.path();
//! let layout = FolderLayout {
//!     workspace: chat.join("workspace"),
//!     blobs: Arc::new(LocalBlobs::open(chat.join("blobs"))?),
//!     index_path: chat.join("index"),
//! };
//! let mut folder = Folder::open(layout, Limits::default())?;
//!
//! let mut locked = folder.lock();
//! let notes = TreePath::parse("notes/today.md")?;
//! locked.write_file(&notes, b"first".as_slice(), 1 << 20)?;
//! let first = locked.snapshot(None)?.manifest;
//! locked.write_file(&notes, b"second".as_slice(), 1 << 20)?;
//! let second = locked.snapshot(Some(&first))?.manifest;
//!
//! locked.checkout(&first)?;
//! locked.finish()?;
//! assert_eq!(std::fs::read(chat.join("workspace/notes/today.md"))?, b"first");
//! assert_eq!(pegboard_cas::Diff::between(&first, &second).modified, [notes]);
//! # Ok(())
//! # }
//! ```
//!
//! # What becomes of what
//!
//! Nothing is opened through a link: each name is opened relative to its open folder.
//!
//! | in the workspace | snapshot | checkout |
//! |---|---|---|
//! | file | kept; of its mode only whether the owner may execute it | written beside the workspace and renamed into place; other hard links to the old file keep the old bytes |
//! | link: dangling, absolute, looping, to a folder or out of the workspace | kept as a link, the blob is its target's text; never followed | made again as a link |
//! | folder that holds nothing | kept | made; other folders that become empty are removed |
//! | folder's mode | not kept | a read-only folder in which something must change becomes writable for its owner and stays so |
//! | hard links between files | kept as files of their own | files of their own |
//! | name that is not UTF-8 | kept, see [`TreePath`] | restored byte for byte |
//! | file, link or folder that cannot be read | skipped and reported; what `base` has at or below it is carried over | left alone and reported, with all that the manifest has at, below or above it |
//! | socket, named pipe, device | never opened; skipped and reported, as if absent | left alone, unless it stands where a file or folder must go |
//! | file that changes while it is read | read up to three times, then kept as read last, reported as unstable, and read again by the next snapshot | – |
//! | file or folder that vanishes meanwhile | as if absent | as if absent |
//! | file where a folder must go, or the reverse | – | replaced |
//! | more than [`Limits`] allow | [`LimitExceeded`], which says which limit | the same |
//! | no workspace | [`WorkspaceError::Missing`] | made |
//! | the workspace is a link | [`WorkspaceError::IsLink`] | the same |
//!
//! Owners, times, extended attributes and holes in files are not kept. A program that changes a file
//! through memory it has mapped, after the snapshot has read it and without the kernel noting a new time,
//! is not noticed until it does.

#![deny(missing_docs)]

mod blobs;
mod columns;
mod diff;
mod disk;
mod folder;
mod hash;
mod index;
mod limits;
mod manifest;
mod path;
mod verify;

pub use blobs::{
    BatchStats, BlobBatch, BlobError, BlobReader, BlobStore, Epoch, LocalBlobs, OpenBlobsError, Stored,
};
pub use columns::Columns;
pub use diff::Diff;
pub use disk::open::WorkspaceError;
pub use disk::remove::remove_folder;
pub use folder::{
    Checkout, CheckoutError, EditError, FinishError, Folder, FolderLayout, LockedFolder, OpenError,
    SkipReason, Skipped, Snapshot, SnapshotError, SpecialKind, Stats,
};
pub use hash::{BlobHash, HashError};
pub use limits::{LimitExceeded, Limits};
pub use manifest::{Entry, Manifest, ManifestError, Mode};
pub use path::{PathError, TreePath};
pub use verify::{Fault, FaultKind, Report, verify};
