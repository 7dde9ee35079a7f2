//! A folder between two pieces of work.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use crate::blobs::BlobStore;
use crate::folder::report::Skipped;
use crate::folder::temp::TempDir;
use crate::index::codec::Origin;
use crate::index::file;
use crate::index::tree::Dir;
use crate::limits::Limits;
use crate::manifest::Manifest;

/// Where a folder keeps its parts.
#[derive(Debug, Clone)]
pub struct FolderLayout {
    /// The folder that tools see. Beside it, in the same file system, `<workspace>.tmp` is used for files and folders
    /// that are being made.
    pub workspace: PathBuf,
    /// Where the bytes of files are kept.
    pub blobs: Arc<dyn BlobStore>,
    /// The file with the index. It may be removed at any time; it only saves work.
    pub index_path: PathBuf,
}

/// One versioned folder. Cheap to keep: it holds no open file, and its index is read once, when first needed.
///
/// One process works on a folder at a time, by one value of this type.
#[derive(Debug)]
pub struct Folder {
    pub(super) layout: FolderLayout,
    pub(super) limits: Limits,
    pub(super) temp: TempDir,
    pub(super) index: Option<Index>,
    /// The last snapshot, which the next one hands out again when nothing has changed.
    pub(super) last: Option<Last>,
}

/// The index in memory.
#[derive(Debug)]
pub(super) struct Index {
    pub(super) origin: Origin,
    pub(super) root: Dir,
    /// How many files there were at the last walk.
    pub(super) files: u64,
    /// Whether it says more than the one on disk.
    pub(super) dirty: bool,
    /// Whether the folder's last snapshot is of exactly this tree.
    pub(super) is_of_last: bool,
}

#[derive(Debug)]
pub(super) struct Last {
    /// What the index says.
    pub(super) known: Arc<Manifest>,
    /// The same with what was carried over.
    pub(super) whole: Arc<Manifest>,
    pub(super) skipped: Vec<Skipped>,
}

/// A folder's temporary folder cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the folder {} cannot be swept; check that the server may write to it", path.display())]
pub struct OpenError {
    /// The temporary folder.
    pub path: PathBuf,
    /// Why.
    #[source]
    pub source: io::Error,
}

impl Folder {
    /// A folder with these parts. The workspace need not exist yet. Temporary files that a crash has left
    /// are swept.
    ///
    /// # Errors
    /// [`OpenError`] when they cannot be removed.
    pub fn open(layout: FolderLayout, limits: Limits) -> Result<Self, OpenError> {
        let temp = TempDir::beside(&layout.workspace);
        temp.sweep().map_err(|source| OpenError { path: temp.path().to_owned(), source })?;
        Ok(Self { layout, limits, temp, index: None, last: None })
    }

    /// Where its parts are.
    #[must_use]
    pub fn layout(&self) -> &FolderLayout {
        &self.layout
    }

    /// Makes sure that there is an index of the workspace with this inode, and that it takes no blob for
    /// granted that may have gone.
    pub(super) fn ready_index(&mut self, workspace: u64) -> &mut Index {
        let origin = Origin { workspace, epoch: self.layout.blobs.epoch() };
        let index = match self.index.take() {
            Some(index) => Some(index),
            None => file::load(&self.layout.index_path).map(|(origin, root)| Index {
                origin,
                root,
                files: 0,
                dirty: false,
                is_of_last: false,
            }),
        };
        let empty = || Index { origin, root: Dir::default(), files: 0, dirty: true, is_of_last: false };
        let mut index = index.filter(|index| index.origin.workspace == workspace).unwrap_or_else(empty);
        if index.origin.epoch != origin.epoch {
            index.is_of_last = false;
            forget_missing(&mut index.root, &*self.layout.blobs);
            index.origin = origin;
            index.dirty = true;
        }
        self.index.insert(index)
    }
}

/// Forgets the content of files whose blobs have gone, so that the next snapshot stores them again.
fn forget_missing(root: &mut Dir, blobs: &dyn BlobStore) {
    use crate::index::tree::Content;
    root.visit_files_mut(&mut |file| {
        if let Content::Known { entry, .. } = file.content
            && !matches!(blobs.contains(&entry.hash), Ok(true))
        {
            file.content = Content::Pending;
        }
    });
}
