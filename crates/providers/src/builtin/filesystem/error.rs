//! Why a file could not be read or changed.

use std::io;

use pegboard_model::call::{FailureKind, ToolFailure};
use pegboard_model::zones::WorkspacePathError;

/// Why a file could not be read or changed. The texts are for whoever called, and say what to do.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileError {
    #[error("there is no built-in tool `{0}`")]
    NoTool(String),
    #[error("the arguments do not hold: {0}")]
    Arguments(String),
    #[error("`{path}` is not a path of the workspace: {why}")]
    Path { path: String, why: WorkspacePathError },
    #[error("there is no file `{0}`; list_files shows what there is")]
    Missing(String),
    #[error("`{0}` is a folder; this tool wants a file")]
    Folder(String),
    #[error("`{0}` is not a folder")]
    NotFolder(String),
    #[error("`{0}` is neither a file nor a folder")]
    Special(String),
    #[error("`{0}` is a link, or lies behind one; name the file itself")]
    Link(String),
    #[error("`{0}` leads out of the workspace")]
    Outside(String),
    #[error("`{0}` is there already; say `overwrite: true` to replace it")]
    Exists(String),
    #[error("the folder `{0}` is not empty; say `recursive: true` to remove it with all that is in it")]
    NotEmpty(String),
    #[error("the workspace itself cannot be moved or removed")]
    Whole,
    #[error("`{path}` has {bytes} bytes; this tool takes {max}")]
    TooLarge { path: String, bytes: u64, max: u64 },
    #[error("`{0}` is not text")]
    NotText(String),
    #[error(
        "`old_text` is not in `{0}`, exactly as it was given; read the file again, and mind spaces and line ends"
    )]
    NothingToReplace(String),
    #[error(
        "`old_text` is in `{path}` {count} times, first in lines {lines}; give more of what stands around it, or say `replace_all: true`"
    )]
    ManyToReplace { path: String, count: usize, lines: String },
    #[error("the pattern cannot be read: {0}")]
    Pattern(String),
    #[error("the call was cancelled")]
    Cancelled,
    #[error("the time of the call was over")]
    TimeOver,
    #[error("`{path}` cannot be used: {source}")]
    Io { path: String, source: io::Error },
}

impl FileError {
    /// What the system said, in words for whoever called.
    pub(super) fn of(path: &str, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.raw_os_error().map(rustix::io::Errno::from_raw_os_error) {
            Some(rustix::io::Errno::LOOP) => Self::Link(path),
            Some(rustix::io::Errno::XDEV) => Self::Outside(path),
            Some(rustix::io::Errno::ISDIR) => Self::Folder(path),
            Some(rustix::io::Errno::NOTDIR) => Self::NotFolder(path),
            Some(rustix::io::Errno::NOENT) => Self::Missing(path),
            Some(rustix::io::Errno::NOTEMPTY) => Self::NotEmpty(path),
            // The sandbox of paths says so without a number.
            None if source.kind() == io::ErrorKind::PermissionDenied => Self::Outside(path),
            _ => Self::Io { path, source },
        }
    }
}

impl From<FileError> for ToolFailure {
    fn from(error: FileError) -> Self {
        let kind = match &error {
            FileError::NoTool(_) => FailureKind::Missing,
            FileError::Arguments(_)
            | FileError::Path { .. }
            | FileError::Outside(_)
            | FileError::Whole
            | FileError::Pattern(_) => FailureKind::Arguments,
            FileError::TooLarge { .. } => FailureKind::TooLarge,
            FileError::Cancelled => FailureKind::Cancelled,
            FileError::TimeOver => FailureKind::Timeout,
            _ => FailureKind::Raised,
        };
        Self::new(kind, error.to_string())
    }
}
