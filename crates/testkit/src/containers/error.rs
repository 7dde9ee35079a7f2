//! Why there is no engine.

use std::io;

/// Why there is no engine to test on.
#[derive(Debug, thiserror::Error)]
pub enum ContainersError {
    /// The suites that need it are left out; nothing is wrong with what they test.
    #[error("{engine} is not on this machine; Debian: apt install {packages}")]
    NotInstalled { engine: &'static str, packages: &'static str },
    /// Only root can make namespaces and mounts.
    #[error("{0} needs root, which this process is not")]
    NotRoot(&'static str),
    #[error("{0} did not start: {1}")]
    Start(&'static str, String),
    #[error("no base image could be made of this machine's packages: {0}")]
    Base(String),
    #[error("{doing}: {source}")]
    Io { doing: &'static str, source: io::Error },
}

impl ContainersError {
    /// Whether the machine lacks what is needed; then suites are left out.
    pub fn is_lack(&self) -> bool {
        matches!(self, Self::NotInstalled { .. } | Self::NotRoot(_))
    }
}

pub(super) fn io_error(doing: &'static str) -> impl FnOnce(io::Error) -> ContainersError {
    move |source| ContainersError::Io { doing, source }
}
