//! What a surface hands in.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::line::CallerLine;
use super::telemetry::Telemetry;
use super::triggered::Triggered;
use crate::ids::{CallId, ChatId, MessageId, ToolName};

/// What becomes of a call that policy wants a person to see first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalMode {
    /// It is stored as pending until somebody approves or denies it.
    #[default]
    Interactive,
    /// It runs; for callers that were told to trust everything that is not blocked.
    ApproveAll,
    /// It is blocked; for callers that nobody watches.
    AutoDeny,
}

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The name of the token or surface, for the record.
    pub name: String,
    /// What happens to calls that need a person.
    pub mode: ApprovalMode,
}

/// A call as the edge decoded it: nothing in it is checked yet.
#[derive(Debug, Clone)]
pub struct Call {
    /// The call's id, where whoever asks has written it down already; a second call with it is refused.
    pub id: Option<CallId>,
    /// The tool id or wire name, as the caller wrote it.
    pub tool: String,
    /// The arguments by name.
    pub args: Map<String, Value>,
    /// The chat whose workspace the tool works on; `None` is the default chat.
    pub chat: Option<ChatId>,
    /// The message that the call hangs on; `None` makes one below the active leaf.
    pub message: Option<MessageId>,
    /// The worker that calls: its tools are what there is, and what it says of approval counts.
    pub worker: Option<ToolName>,
    /// The call that makes this one, where a running tool does.
    pub parent: Option<CallId>,
    /// What set it off, where nobody asked for it at this moment.
    pub triggered: Option<Triggered>,
    /// What the caller says of where and when it is.
    pub telemetry: Telemetry,
    /// Who asks.
    pub caller: Caller,
    /// The way back to them while the call runs; `None` where there is none.
    pub line: Option<Arc<dyn CallerLine>>,
}
