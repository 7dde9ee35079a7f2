//! What a folder holds at one moment.

use std::collections::{BTreeMap, BTreeSet};

use crate::hash::BlobHash;
use crate::path::{TreePath, is_below};

/// What kind of file an [`Entry`] is. Other permission bits are not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// A file that its owner may not execute.
    Plain,
    /// A file that its owner may execute.
    Executable,
    /// A symbolic link; the blob is the text of its target.
    Link,
}

/// One file or link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The blob with the file's bytes, or with the link's target.
    pub hash: BlobHash,
    /// What kind of file it is.
    pub mode: Mode,
}

/// The map path → blob of one folder at one moment, with the folders that hold nothing.
///
/// No path is both a file and a folder: no entry and no empty folder stands below another entry or
/// below an empty folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Manifest {
    entries: BTreeMap<TreePath, Entry>,
    empty_dirs: BTreeSet<TreePath>,
}

/// Why columns or parts do not make a [`Manifest`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ManifestError {
    /// A column is not a JSON map of strings, or one of its keys or values is refused.
    #[error("the manifest's column `{column}` is not valid: {reason}")]
    Column {
        /// `files` or `attrs`.
        column: &'static str,
        /// What the reader of the column said.
        reason: String,
    },
    /// An attribute `x` or `l` for a path that the files do not list.
    #[error("the manifest marks `{path}`, which it does not list")]
    Unlisted {
        /// The path of the attribute.
        path: TreePath,
    },
    /// A path that is a file or an empty folder, and also the folder of another.
    #[error("the manifest lists `{path}` both as a folder and as something else")]
    Conflict {
        /// The path that is both.
        path: TreePath,
    },
    /// More than [`Manifest::MAX_ENTRIES`].
    #[error("a manifest lists at most {} paths", Manifest::MAX_ENTRIES)]
    TooMany,
}

impl Manifest {
    /// The most paths that a manifest from outside may list.
    pub const MAX_ENTRIES: usize = 1_000_000;

    /// The manifest of an empty folder.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// The manifest with these files and these folders that hold nothing.
    ///
    /// # Errors
    /// [`ManifestError::Conflict`] when a path would be both a folder and something else,
    /// [`ManifestError::TooMany`] above [`Manifest::MAX_ENTRIES`].
    pub fn from_parts(
        entries: BTreeMap<TreePath, Entry>,
        empty_dirs: BTreeSet<TreePath>,
    ) -> Result<Self, ManifestError> {
        if entries.len() + empty_dirs.len() > Self::MAX_ENTRIES {
            return Err(ManifestError::TooMany);
        }
        // With `/` ordered before every other byte, what stands below a path follows it directly.
        let mut paths: Vec<_> =
            entries.keys().chain(&empty_dirs).map(|path| (path.to_bytes(), path)).collect();
        paths.sort_unstable_by(|(a, _), (b, _)| tree_order(a).cmp(tree_order(b)));
        for pair in paths.windows(2) {
            let [(above, path), (next, _)] = pair else {
                continue;
            };
            if above == next || is_below(next, above) {
                return Err(ManifestError::Conflict { path: (*path).clone() });
            }
        }
        Ok(Self { entries, empty_dirs })
    }

    /// The manifest of parts that are known to be free of conflicts, such as those of a walk.
    pub(crate) fn from_tree(entries: BTreeMap<TreePath, Entry>, empty_dirs: BTreeSet<TreePath>) -> Self {
        Self { entries, empty_dirs }
    }

    /// The files and links.
    #[must_use]
    pub fn entries(&self) -> &BTreeMap<TreePath, Entry> {
        &self.entries
    }

    /// The folders that hold nothing.
    #[must_use]
    pub fn empty_dirs(&self) -> &BTreeSet<TreePath> {
        &self.empty_dirs
    }

    /// The file or link at `path`.
    #[must_use]
    pub fn get(&self, path: &TreePath) -> Option<&Entry> {
        self.entries.get(path)
    }

    /// How many files and links there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is neither a file nor a folder.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.empty_dirs.is_empty()
    }

    /// The blobs that the manifest needs; a blob used twice comes twice.
    pub fn hashes(&self) -> impl Iterator<Item = BlobHash> + '_ {
        self.entries.values().map(|entry| entry.hash)
    }

    /// The parts, to make another manifest of.
    #[must_use]
    pub fn into_parts(self) -> (BTreeMap<TreePath, Entry>, BTreeSet<TreePath>) {
        (self.entries, self.empty_dirs)
    }
}

/// `path` with `/` as the smallest byte. No path holds a NUL, so the order stays total.
fn tree_order(path: &[u8]) -> impl Iterator<Item = u8> + '_ {
    path.iter().map(|&byte| if byte == b'/' { 0 } else { byte })
}
