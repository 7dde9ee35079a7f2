//! What the confining program is told, as JSON in one argument.

use std::path::PathBuf;

use pegboard_model::toolset::Network;
use serde::{Deserialize, Serialize};

/// What a process may touch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Bounds {
    /// Which files; `None` leaves it all that its user may.
    pub(super) files: Option<Files>,
    /// Whether it has a network.
    pub(super) network: Network,
}

/// Which files a process may touch. All paths are absolute. What is not named can be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Files {
    /// Folders that cannot be read, but for what the other lists name of them.
    pub(crate) hidden: Vec<PathBuf>,
    /// Folders that can be read and written.
    pub(crate) writable: Vec<PathBuf>,
    /// Folders that can be read though they lie in a hidden one.
    pub(crate) readable: Vec<PathBuf>,
}
