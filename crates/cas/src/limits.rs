//! How large a folder may be.

use crate::path::TreePath;

/// The bounds of one folder. A snapshot or checkout of more stops with [`LimitExceeded`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Files, links and folders together.
    pub files: u64,
    /// Components of a path; never above [`TreePath::MAX_DEPTH`].
    pub depth: usize,
    /// Bytes of all files together.
    pub total_bytes: u64,
    /// Bytes of one file.
    pub file_bytes: u64,
}

impl Limits {
    /// Default of [`Limits::files`].
    pub const FILES: u64 = 200_000;
    /// Default of [`Limits::depth`].
    pub const DEPTH: usize = TreePath::MAX_DEPTH;
    /// Default of [`Limits::total_bytes`]: 16 GiB.
    pub const TOTAL_BYTES: u64 = 16 << 30;
    /// Default of [`Limits::file_bytes`]: 4 GiB.
    pub const FILE_BYTES: u64 = 4 << 30;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            files: Self::FILES,
            depth: Self::DEPTH,
            total_bytes: Self::TOTAL_BYTES,
            file_bytes: Self::FILE_BYTES,
        }
    }
}

/// Which of the [`Limits`] was reached.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LimitExceeded {
    /// More than [`Limits::files`] files, links and folders.
    #[error("the workspace holds more than {max} files and folders; remove some, for example in `{path}`")]
    Files {
        /// The limit.
        max: u64,
        /// The folder where it was reached (text form; empty for the root).
        path: String,
    },
    /// A path with more than [`Limits::depth`] components, or longer than a [`TreePath`] may be.
    #[error("`{path}` lies deeper than {max} folders or its path is too long; move or remove it")]
    Depth {
        /// The limit.
        max: usize,
        /// The folder or file, lossily as text.
        path: String,
    },
    /// More than [`Limits::total_bytes`].
    #[error("the workspace holds more than {max} bytes; remove some files")]
    TotalBytes {
        /// The limit.
        max: u64,
    },
    /// A file of more than [`Limits::file_bytes`].
    #[error("`{path}` is larger than {max} bytes; remove or split it")]
    FileBytes {
        /// The limit.
        max: u64,
        /// The file.
        path: TreePath,
    },
}
