//! Why a call did not run. A tool's own failure is none of these: that is a recorded call with status `error`.

use pegboard_model::arguments::Violations;
use pegboard_model::config::MissingSettings;
use pegboard_model::ids::{ChatId, MessageId, ToolId, ToolName, ToolsetId};
use tokio::task::JoinError;

use crate::leaf::LeafError;
use crate::settle::SettleError;
use crate::store::StoreError;

/// Why a call did not run.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// No tool has this id or wire name.
    #[error("there is no tool `{name}`")]
    UnknownTool {
        /// As the caller wrote it, shortened.
        name: String,
        /// Ids that look like it.
        near: Vec<String>,
    },
    /// The worker that was to call does not exist.
    #[error("there is no worker `{name}`")]
    NoWorker {
        /// Its name.
        name: ToolName,
        /// Names that look like it.
        near: Vec<String>,
    },
    /// Workers would hand work to each other deeper than one of them lets.
    #[error(
        "`{tool}` cannot be handed work here: `{worker}` lets workers hand work to each other {depth} deep"
    )]
    TooDeep {
        /// The worker that was to work.
        tool: ToolId,
        /// The worker whose limit it is.
        worker: ToolName,
        /// The limit.
        depth: u32,
    },
    /// The legacy id of a tool that several servers may have.
    #[error("`{name}` may be a tool of several MCP servers")]
    Ambiguous {
        /// As the caller wrote it, shortened.
        name: String,
        /// The full ids it may stand for.
        candidates: Vec<String>,
    },
    /// The server of a tool that is not known yet could not be asked.
    #[error("the MCP server of `{tool}` cannot be asked: {reason}")]
    ServerSilent {
        /// As the caller wrote it, shortened.
        tool: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The tool is installed but cannot run here.
    #[error("`{tool}` cannot run: {reason}")]
    Unavailable {
        /// The tool.
        tool: ToolId,
        /// Why, and what to do.
        reason: String,
    },
    /// It was not told what it must be told.
    #[error("`{tool}` is unavailable: it is not configured; {missing} must be set")]
    Unconfigured {
        /// The tool.
        tool: ToolId,
        /// The keys.
        missing: MissingSettings,
    },
    /// Its toolset is not active in the chest of whoever calls.
    #[error("`{tool}` is not at hand: its toolset `{toolset}` is not active in this chat's chest")]
    NotInChest {
        /// The tool.
        tool: ToolId,
        /// Its toolset.
        toolset: ToolsetId,
    },
    /// The arguments break the tool's schema.
    #[error("the arguments of `{tool}` do not fit its schema: {violations}")]
    Arguments {
        /// The tool.
        tool: ToolId,
        /// Each violation with its path and rule.
        violations: Violations,
    },
    /// The arguments are larger than the house takes.
    #[error("the arguments have {bytes} bytes; at most {max} are taken")]
    ArgumentsTooLarge {
        /// As JSON.
        bytes: usize,
        /// The limit.
        max: usize,
    },
    /// Policy forbids it.
    #[error("`{tool}` is blocked: {rule}")]
    Blocked {
        /// The tool.
        tool: ToolId,
        /// The rule that forbids it.
        rule: String,
    },
    /// The chat does not exist.
    #[error("there is no chat {0}")]
    NoChat(ChatId),
    /// The message does not exist in the chat.
    #[error("there is no message {0} in this chat")]
    NoMessage(MessageId),
    /// The server is stopping.
    #[error("the server is stopping; try again when it is back")]
    Closing,
    /// Whoever asked for it does not want it any more. Nothing ran.
    #[error("whoever asked for the call went away before its turn came")]
    HungUp,
    /// The call was approved, denied or cancelled while this one waited for its turn.
    #[error("the call is not pending any more")]
    NotPending,
    /// The workspace is in the way.
    #[error(transparent)]
    Workspace(#[from] SettleError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The call's own task was cut off.
    #[error("the call was cut off; a restart of the server will record how it left the workspace")]
    Cut(#[from] JoinError),
}

impl From<LeafError> for CallError {
    fn from(error: LeafError) -> Self {
        match error {
            LeafError::NoMessage(message) => Self::NoMessage(message),
            LeafError::Settle(error) => Self::Workspace(error),
            LeafError::Store(error) => Self::Store(error),
        }
    }
}
