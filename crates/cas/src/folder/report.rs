//! What a snapshot or checkout says about single files.

use std::fmt;
use std::io;

use crate::path::TreePath;

/// Something in the workspace that is not part of the manifest, or not as the disk has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Where it is.
    pub path: TreePath,
    /// Why.
    pub reason: SkipReason,
}

/// Why something was skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkipReason {
    /// The file, link or folder could not be read.
    Unreadable(io::ErrorKind),
    /// It is neither a file, a folder nor a link. It was not opened.
    Special(SpecialKind),
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(kind) => write!(f, "it could not be read: {kind}"),
            Self::Special(kind) => write!(f, "it is {kind}, not a file"),
        }
    }
}

/// What is neither a file, a folder nor a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpecialKind {
    /// A Unix-domain socket.
    Socket,
    /// A named pipe.
    Fifo,
    /// A block or character device.
    Device,
    /// Of a kind that this crate does not know.
    Unknown,
}

impl fmt::Display for SpecialKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Socket => "a socket",
            Self::Fifo => "a named pipe",
            Self::Device => "a device",
            Self::Unknown => "something unknown",
        })
    }
}

/// How much work a snapshot was.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// Files and links in the workspace.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Files and links that had to be read, because the index did not know them.
    pub read_files: u64,
    /// Their bytes.
    pub read_bytes: u64,
    /// Blobs that were not in the store.
    pub new_blobs: u64,
    /// Their bytes.
    pub new_bytes: u64,
}
