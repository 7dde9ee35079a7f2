//! What happens in the house, told to whoever listens. Listeners that are too slow miss events and are told so.

use std::sync::atomic::{AtomicU64, Ordering};

use pegboard_model::ids::{
    CallId, ChatId, ManifestId, MessageId, ProgressId, PromptId, ServerKey, ToolId, ToolName, ToolsetId,
};
use pegboard_model::time::Timestamp;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::broadcast;

use crate::clock;

/// Events that a listener may lag behind before it misses some.
const BACKLOG: usize = 1024;

/// One thing that happened.
#[derive(Debug, Clone, Serialize)]
pub struct Event {
    /// Counts up from 1 since the server started.
    pub id: u64,
    /// When.
    pub at: Timestamp,
    /// What.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What can happen.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EventKind {
    CallPending {
        call: CallId,
        chat: ChatId,
        tool: ToolId,
        rule: String,
    },
    /// A pending call was tried out: what it would do can be seen.
    CallPreviewed {
        call: CallId,
        chat: ChatId,
    },
    CallStarted {
        call: CallId,
        chat: ChatId,
        tool: ToolId,
    },
    CallLog {
        call: CallId,
        chat: ChatId,
        text: String,
    },
    CallFinished {
        call: CallId,
        chat: ChatId,
        tool: ToolId,
        status: &'static str,
    },
    ToolsetProgress {
        progress: ProgressId,
        text: String,
    },
    ToolsetInstalled {
        toolset: ToolsetId,
        version: String,
    },
    ToolsetChanged {
        toolset: ToolsetId,
    },
    ToolsetRemoved {
        toolset: ToolsetId,
    },
    /// The image of a container tool stands otherwise now, or its build printed a line.
    ToolBuild {
        tool: ToolId,
        state: &'static str,
        line: Option<String>,
    },
    /// An MCP server stands otherwise now.
    ServerStatus {
        server: ServerKey,
        state: &'static str,
    },
    /// An MCP server told of its tools, and they are other ones than before.
    ServerTools {
        server: ServerKey,
    },
    /// An MCP server sent a notification of its own.
    ServerNotified {
        server: ServerKey,
        method: String,
        params: Value,
    },
    /// Somebody granted something in a chat, or took it back.
    GrantsChanged {
        chat: ChatId,
    },
    /// Which toolsets a chat has at hand changed.
    ChestChanged {
        chat: ChatId,
    },
    /// The kill switch or the house's policy changed.
    PolicyChanged {
        tools_enabled: bool,
    },
    /// A worker was put, changed or removed.
    WorkersChanged {
        worker: ToolName,
    },
    /// A schedule was changed, or its tool ran.
    ScheduleChanged {
        tool: ToolId,
    },
    /// There is something to ask a model.
    PromptAdded {
        prompt: PromptId,
    },
    ChatCreated {
        chat: ChatId,
    },
    ChatChanged {
        chat: ChatId,
    },
    MessageAdded {
        chat: ChatId,
        message: MessageId,
    },
    /// A reply began, or stands otherwise now.
    ReplyChanged {
        chat: ChatId,
        message: MessageId,
        status: &'static str,
    },
    LeafMoved {
        chat: ChatId,
        message: MessageId,
    },
    WorkspaceChanged {
        chat: ChatId,
        manifest: Option<ManifestId>,
    },
}

/// The house's event bus.
pub(crate) struct Events {
    next: AtomicU64,
    sender: broadcast::Sender<Event>,
}

impl Events {
    pub(crate) fn new() -> Self {
        Self { next: AtomicU64::new(1), sender: broadcast::Sender::new(BACKLOG) }
    }

    pub(crate) fn publish(&self, kind: EventKind) {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        // Nobody listening is no fault.
        let _ = self.sender.send(Event { id, at: clock::now(), kind });
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.sender.subscribe()
    }
}
