//! From the workspace to a manifest.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rustix::fd::AsFd as _;

use crate::blobs::BlobError;
use crate::disk::open::WorkspaceError;
use crate::folder::assemble::{carry_over, manifest, skipped};
use crate::folder::hashing::{HashError, Hashing, Sink};
use crate::folder::locked::{LockedFolder, scan};
use crate::folder::report::{Skipped, Stats};
use crate::folder::scan::ScanError;
use crate::folder::state::{Folder, Last};
use crate::limits::LimitExceeded;
use crate::manifest::Manifest;
use crate::path::TreePath;

/// What a snapshot found.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The workspace. When nothing has changed since the folder's last snapshot, it is the same `Arc`.
    pub manifest: Arc<Manifest>,
    /// What is not in the manifest, or is there as `base` had it, sorted by path.
    pub skipped: Vec<Skipped>,
    /// Files that changed again and again while they were read, sorted. They are in the manifest as they
    /// were read last, and will be read again.
    pub unstable: Vec<TreePath>,
    /// How much work it was.
    pub stats: Stats,
}

/// Why there is no snapshot. The workspace is untouched.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// The workspace is missing, a link, or cannot be opened.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// The workspace is too large.
    #[error(transparent)]
    Limit(#[from] LimitExceeded),
    /// The blobs could not be stored.
    #[error("the workspace's files could not be stored")]
    Blobs(#[from] BlobError),
    /// The operating system refuses to look at something.
    #[error("`{path}` in the workspace cannot be looked at")]
    Io {
        /// Where, lossily as text; empty for the workspace itself.
        path: String,
        /// Why.
        #[source]
        source: io::Error,
    },
}

impl LockedFolder<'_> {
    /// Stores what the workspace holds. Once it returns, the blobs survive a loss of power.
    ///
    /// What cannot be read is taken from `base`, the manifest that was last checked out or snapshotted.
    ///
    /// # Errors
    /// [`SnapshotError`]. A missing workspace is [`WorkspaceError::Missing`].
    pub fn snapshot(&mut self, base: Option<&Manifest>) -> Result<Snapshot, SnapshotError> {
        let root = self.open()?;
        let Folder { layout, limits, temp, index, last } = &mut *self.folder;
        let Some(index) = index else {
            return Err(WorkspaceError::Missing { path: layout.workspace.clone() }.into());
        };
        let scan = scan(&root, index, temp, limits)?;
        let files = scan.files.load(Ordering::Relaxed);
        let mut stats = Stats { files, bytes: scan.bytes.load(Ordering::Relaxed), ..Stats::default() };
        if let Some(last) = last
            && index.is_of_last
            && last.skipped.is_empty()
        {
            let manifest = Arc::clone(&last.whole);
            return Ok(Snapshot { manifest, skipped: Vec::new(), unstable: Vec::new(), stats });
        }
        let mut unstable = Vec::new();
        if scan.pending.load(Ordering::Relaxed) > 0 {
            // Taken out, for the index may only say what is in the store once the batch is finished.
            let mut tree = std::mem::take(&mut index.root);
            let batch = layout.blobs.batch()?;
            let sink = Sink::Store(&*batch);
            let hashed = Hashing { root: root.as_fd(), temp, limits, sink }.run(&mut tree, &scan)?;
            let added = batch.finish()?;
            index.root = tree;
            stats.read_files = hashed.files;
            stats.read_bytes = hashed.bytes;
            stats.new_blobs = added.new_blobs;
            stats.new_bytes = added.new_bytes;
            unstable = hashed.unstable;
        }
        let skipped = skipped(&index.root);
        let known = reuse(last.as_ref().map(|last| &last.known), manifest(&index.root));
        let whole = match base {
            Some(base) if !skipped.is_empty() => {
                let whole = carry_over(&known, base, &skipped);
                if whole == *known {
                    Arc::clone(&known)
                } else {
                    reuse(last.as_ref().map(|last| &last.whole), whole)
                }
            }
            _ => Arc::clone(&known),
        };
        *last = Some(Last { known, whole: Arc::clone(&whole), skipped: skipped.clone() });
        index.is_of_last = true;
        Ok(Snapshot { manifest: whole, skipped, unstable, stats })
    }
}

/// `new`, or `old` if both are equal, so that the caller can tell by the pointer.
fn reuse(old: Option<&Arc<Manifest>>, new: Manifest) -> Arc<Manifest> {
    match old {
        Some(old) if **old == new => Arc::clone(old),
        _ => Arc::new(new),
    }
}

impl From<ScanError> for SnapshotError {
    fn from(error: ScanError) -> Self {
        match error {
            ScanError::Limit(limit) => Self::Limit(limit),
            ScanError::Io { path, source } => Self::Io { path, source },
        }
    }
}

impl From<HashError> for SnapshotError {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Blob(error) => Self::Blobs(error),
            HashError::Limit(limit) => Self::Limit(limit),
            HashError::Clock(source) => Self::Io { path: String::new(), source },
        }
    }
}
