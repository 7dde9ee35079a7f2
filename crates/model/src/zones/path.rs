//! Paths of a workspace as callers write them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A place in a workspace, by its names from the top; none is the workspace itself. As text: `docs/a.md`, or `.`.
///
/// Only the text is looked at. Whoever opens the file must not follow links on the way, or the place is another one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct WorkspacePath(Vec<String>);

/// Why a text is no place in a workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WorkspacePathError {
    /// It is empty.
    #[error("a path must not be empty; the workspace itself is `.`")]
    Empty,
    /// It begins with `/`.
    #[error("a path is relative to the workspace, without `/` at the beginning")]
    Absolute,
    /// It has a `..`.
    #[error("a path must not have `..` in it")]
    Parent,
    /// It holds a NUL.
    #[error("a path must not hold a NUL")]
    Nul,
    /// Longer than [`WorkspacePath::BYTES_MAX`] or [`WorkspacePath::NAME_MAX`].
    #[error(
        "a path has at most {} bytes, each name at most {}",
        WorkspacePath::BYTES_MAX,
        WorkspacePath::NAME_MAX
    )]
    TooLong,
    /// Deeper than [`WorkspacePath::DEPTH_MAX`].
    #[error("a path has at most {} names", WorkspacePath::DEPTH_MAX)]
    TooDeep,
}

impl WorkspacePath {
    /// The longest path, in bytes.
    pub const BYTES_MAX: usize = 4096;
    /// The longest name, in bytes.
    pub const NAME_MAX: usize = 255;
    /// The most names.
    pub const DEPTH_MAX: usize = 128;

    /// The names from the top.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Whether this is `other`, or lies below it.
    pub fn is_within(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }
}

impl FromStr for WorkspacePath {
    type Err = WorkspacePathError;

    /// Reads a path; `.` and empty names (`a//b`, `a/`) are left out.
    fn from_str(text: &str) -> Result<Self, WorkspacePathError> {
        if text.is_empty() {
            return Err(WorkspacePathError::Empty);
        }
        if text.len() > Self::BYTES_MAX {
            return Err(WorkspacePathError::TooLong);
        }
        if text.starts_with('/') {
            return Err(WorkspacePathError::Absolute);
        }
        if text.contains('\0') {
            return Err(WorkspacePathError::Nul);
        }
        let names: Vec<&str> = text.split('/').filter(|name| !matches!(*name, "" | ".")).collect();
        if names.contains(&"..") {
            return Err(WorkspacePathError::Parent);
        }
        if names.iter().any(|name| name.len() > Self::NAME_MAX) {
            return Err(WorkspacePathError::TooLong);
        }
        if names.len() > Self::DEPTH_MAX {
            return Err(WorkspacePathError::TooDeep);
        }
        Ok(Self(names.into_iter().map(str::to_owned).collect()))
    }
}

impl fmt::Display for WorkspacePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.is_empty() {
            true => f.write_str("."),
            false => f.write_str(&self.0.join("/")),
        }
    }
}

impl TryFrom<String> for WorkspacePath {
    type Error = WorkspacePathError;

    fn try_from(text: String) -> Result<Self, WorkspacePathError> {
        text.parse()
    }
}

impl From<WorkspacePath> for String {
    fn from(path: WorkspacePath) -> Self {
        path.to_string()
    }
}
