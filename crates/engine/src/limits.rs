//! What the house lets one piece of input use. All of them are in docs/API.md, "Limits".

use std::time::Duration;

use pegboard_cas::{Limits as FolderLimits, TreePath};
use pegboard_model::provider::RunLimits;

/// How long a call may take, whatever its toolset says.
pub const CALL_TIME_MAX: Duration = Duration::from_secs(24 * 60 * 60);
/// Pending calls that are tried out at a time. Each has a copy of its workspace, and a runner of its own.
pub const TRIALS_MAX: usize = 4;
/// Bytes of a path in a workspace.
pub const PATH_MAX_BYTES: usize = TreePath::MAX_BYTES;
/// Bytes of one name in such a path.
pub const PATH_NAME_MAX_BYTES: usize = TreePath::MAX_COMPONENT;

/// Tools up to which a model is told of all of them, unless the house is told otherwise.
pub const WHOLE_LIST: usize = 64;

/// Limits of one house.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Of one tool's run.
    pub run: RunLimits,
    /// Of one workspace.
    pub workspace: FolderLimits,
    /// Bytes of a result that are kept in the database; a larger one becomes a file of the workspace.
    pub inline_result_bytes: usize,
    /// Bytes of a call's arguments as JSON.
    pub args_bytes: usize,
    /// Bytes of one message's content as JSON.
    pub message_bytes: usize,
    /// Tools that a house may offer before a chat's chest, which nobody touched, is empty: a model is told of all of them up
    /// to here, and finds them beyond.
    pub whole_list: usize,
    /// How long running calls may go on once the server was told to stop.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            run: RunLimits::default(),
            workspace: FolderLimits::default(),
            inline_result_bytes: 256 << 10,
            args_bytes: 8 << 20,
            message_bytes: 1 << 20,
            whole_list: WHOLE_LIST,
            grace: Duration::from_secs(5),
        }
    }
}
