//! A folder while it is worked on.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use rustix::fd::{AsFd as _, OwnedFd};
use rustix::fs::fstat;

use crate::disk::open::{WorkspaceError, open_workspace};
use crate::folder::scan::{Scan, ScanError};
use crate::folder::state::{Folder, Index};
use crate::folder::temp::TempDir;
use crate::index::file;
use crate::limits::Limits;

/// The right to work on a [`Folder`]: only one such value exists at a time.
///
/// [`LockedFolder::finish`] writes the index. Dropped without it, as after an error, the index on disk is an
/// older one: it knows less, but what it knows holds, because each fact in it is bound to a file's stamp.
#[derive(Debug)]
pub struct LockedFolder<'a> {
    pub(super) folder: &'a mut Folder,
}

/// The index could not be written. The folder is as it should be; only the next start takes longer.
#[derive(Debug, thiserror::Error)]
#[error("the index {} could not be written", path.display())]
pub struct FinishError {
    /// The index.
    pub path: PathBuf,
    /// Why.
    #[source]
    pub source: io::Error,
}

impl Folder {
    /// Begins to work on the folder.
    pub fn lock(&mut self) -> LockedFolder<'_> {
        LockedFolder { folder: self }
    }
}

impl LockedFolder<'_> {
    /// Ends the work, and writes the index if it has something new to say.
    ///
    /// # Errors
    /// [`FinishError`] when the index cannot be written.
    pub fn finish(self) -> Result<(), FinishError> {
        let path = &self.folder.layout.index_path;
        match &mut self.folder.index {
            Some(index) if index.dirty => {
                file::save(path, index.origin, &index.root)
                    .map_err(|source| FinishError { path: path.clone(), source })?;
                index.dirty = false;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Opens the workspace and the index that belongs to it.
    pub(super) fn open(&mut self) -> Result<OwnedFd, WorkspaceError> {
        let path = &self.folder.layout.workspace;
        let root = open_workspace(path)?;
        let stat =
            fstat(&root).map_err(|error| WorkspaceError::Io { path: path.clone(), source: error.into() })?;
        self.folder.ready_index(crate::disk::stamp::Stamp::of(&stat).inode);
        Ok(root)
    }

    /// Like [`LockedFolder::open`], and makes a workspace that is missing.
    pub(super) fn open_or_make(&mut self) -> Result<OwnedFd, WorkspaceError> {
        match self.open() {
            Err(WorkspaceError::Missing { path }) => {
                std::fs::create_dir_all(&path).map_err(|source| WorkspaceError::Io { path, source })?;
                self.open()
            }
            answer => answer,
        }
    }
}

/// Brings `index` in line with the workspace, without reading files.
pub(super) fn scan<'l>(
    root: &OwnedFd,
    index: &mut Index,
    temp: &'l TempDir,
    limits: &'l Limits,
) -> Result<Scan<'l>, ScanError> {
    let scan = Scan::new(root, temp, limits, index.files);
    // Until the walk is through, the tree may have changed in ways that nobody has noted.
    let was_dirty = std::mem::replace(&mut index.dirty, true);
    let was_of_last = std::mem::replace(&mut index.is_of_last, false);
    scan.walk(root.as_fd(), &mut index.root, b"", 0)?;
    let changed = scan.changed.load(Ordering::Relaxed);
    index.dirty = was_dirty || changed;
    index.is_of_last = was_of_last && !changed;
    index.files = scan.files.load(Ordering::Relaxed);
    Ok(scan)
}
