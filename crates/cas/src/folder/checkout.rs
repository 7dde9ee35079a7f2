//! From a manifest to the workspace.

use std::io;

use rustix::fd::AsFd as _;

use crate::disk::clock;
use crate::disk::open::WorkspaceError;
use crate::folder::apply::{place, rmdir, unlink};
use crate::folder::checkout_error::CheckoutError;
use crate::folder::hashing::{HashError, Hashing, Sink};
use crate::folder::locked::{LockedFolder, scan};
use crate::folder::plan::Plan;
use crate::folder::report::Skipped;
use crate::folder::scan::ScanError;
use crate::folder::stage::{Placed, stage};
use crate::folder::state::{Folder, Index};
use crate::index::tree::{Content, FileNode, Node};
use crate::manifest::Manifest;

/// What a checkout did. Counts are of files and links.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checkout {
    /// Written, because they were missing or different.
    pub written: u64,
    /// Removed, because the manifest lacks them.
    pub removed: u64,
    /// Left alone, because they were right.
    pub unchanged: u64,
    /// What could not be read was left alone, together with all that the manifest has at, below or above
    /// it. Sorted by path.
    pub kept: Vec<Skipped>,
}

impl LockedFolder<'_> {
    /// Makes the workspace what `target` says, touching only what differs. A missing workspace is made.
    ///
    /// Whatever is in the workspace and not in `target` is overwritten or removed without being asked
    /// about: the caller has taken a snapshot before. All bytes are fetched before the first file is
    /// touched, so a missing blob or a full disk leaves everything as it was. The workspace itself is not
    /// made durable: after a loss of power it can be checked out again.
    ///
    /// # Errors
    /// [`CheckoutError`].
    pub fn checkout(&mut self, target: &Manifest) -> Result<Checkout, CheckoutError> {
        let root = self.open_or_make()?;
        let Folder { layout, limits, temp, index, .. } = &mut *self.folder;
        let Some(index) = index else {
            return Err(WorkspaceError::Missing { path: layout.workspace.clone() }.into());
        };
        let scan = scan(&root, index, temp, limits)?;
        if scan.pending.load(std::sync::atomic::Ordering::Relaxed) > 0 {
            let sink = Sink::Compare(target);
            Hashing { root: root.as_fd(), temp, limits, sink }.run(&mut index.root, &scan)?;
        }
        let mut plan = Plan::new(&index.root, target);
        let kept = std::mem::take(&mut plan.kept);
        let mut done = Checkout { unchanged: plan.unchanged, kept, ..Checkout::default() };
        if plan.is_empty() {
            return Ok(done);
        }
        index.dirty = true;
        index.is_of_last = false;
        let tmp = temp.open().map_err(|error| io_failed("be made beside the workspace", error))?;
        let staged = stage(&tmp, &*layout.blobs, &plan)?;
        unlink(root.as_fd(), &plan.unlink)?;
        let full = rmdir(root.as_fd(), &plan.rmdir)?;
        let placed = place(root.as_fd(), staged)?;
        done.written = placed.len() as u64;
        done.removed = plan.removed;
        let now = clock::now(&tmp).map_err(|error| io_failed("be looked at", error))?;
        note(index, &plan, &full, placed, now);
        Ok(done)
    }
}

/// Enters into the index what was done. Nothing else writes to the workspace during a checkout, so a file
/// that is older than `now`, a time after it was placed, is settled.
fn note(index: &mut Index, plan: &Plan, full: &[Vec<u8>], placed: Vec<Placed>, now: i64) {
    for path in plan.unlink.iter().chain(plan.rmdir.iter().filter(|path| !full.contains(path))) {
        index.root.remove(path);
    }
    for path in &plan.mkdir {
        index.root.insert_dir(path);
    }
    for Placed { path, entry, stamp } in placed {
        let content = Content::Known { entry, settled: stamp.is_settled(now) };
        let bytes = path.to_bytes().into_owned();
        index.root.insert(&bytes, Node::File(FileNode { path, stamp, content }));
    }
}

fn io_failed(action: &'static str, error: rustix::io::Errno) -> CheckoutError {
    CheckoutError::Io { path: String::new(), action, source: error.into() }
}

impl From<ScanError> for CheckoutError {
    fn from(error: ScanError) -> Self {
        match error {
            ScanError::Limit(limit) => Self::Limit(limit),
            ScanError::Io { path, source } => Self::Io { path, action: "be looked at", source },
        }
    }
}

impl From<HashError> for CheckoutError {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Limit(limit) => Self::Limit(limit),
            HashError::Clock(source) => Self::Io { path: String::new(), action: "be looked at", source },
            // Nothing is stored while comparing, so what fails is the reading.
            HashError::Blob(source) => {
                Self::Io { path: String::new(), action: "be read", source: io::Error::other(source) }
            }
        }
    }
}
