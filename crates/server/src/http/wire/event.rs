//! What happens in the house.

use pegboard_engine::{Event as EngineEvent, EventKind};
use pegboard_model::ids::{CallId, ChatId, ManifestId, MessageId, PromptId};
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// One thing that happened.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct Event {
    /// Counts up since the server started.
    pub(crate) id: u64,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) at: Timestamp,
    #[serde(flatten)]
    pub(crate) what: Happening,
}

/// What can happen. The stream names each event by its `type`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Happening {
    /// A call waits for approval.
    CallPending {
        #[schema(value_type = String, format = Uuid)]
        call_id: CallId,
        #[schema(value_type = String, format = Uuid)]
        chat_id: ChatId,
        tool_id: String,
        rule: String,
    },
    /// A pending call was previewed: what it would do can be seen.
    CallPreviewed {
        #[schema(value_type = String, format = Uuid)]
        call_id: CallId,
        #[schema(value_type = String, format = Uuid)]
        chat_id: ChatId,
    },
    CallStarted {
        #[schema(value_type = String, format = Uuid)]
        call_id: CallId,
        #[schema(value_type = String, format = Uuid)]
        chat_id: ChatId,
        tool_id: String,
    },
    /// A running tool printed something.
    CallLog {
        #[schema(value_type = String, format = Uuid)]
        call_id: CallId,
        #[schema(value_type = String, format = Uuid)]
        chat_id: ChatId,
        text: String,
    },
    CallFinished {
        #[schema(value_type = String, format = Uuid)]
        call_id: CallId,
        #[schema(value_type = String, format = Uuid)]
        chat_id: ChatId,
        tool_id: String,
        /// `success` or `error`.
        status: String,
    },
    /// One step of an import that was asked for with a `progress_id`.
    ToolsetProgress {
        /// As the client chose it.
        progress_id: String,
        /// One line, for people.
        text: String,
    },
    ToolsetInstalled {
        toolset_id: String,
        version: String,
    },
    /// It was switched, or one of its tools was overridden.
    ToolsetChanged {
        toolset_id: String,
    },
    ToolsetRemoved {
        toolset_id: String,
    },
    /// The image of a container tool stands otherwise now, or its build printed a line.
    ToolBuild {
        tool_id: String,
        /// `waiting`, `building`, `ready`, `failed` or `unavailable`.
        state: String,
        /// What the build printed.
        line: Option<String>,
    },
    /// An MCP server stands otherwise now.
    ServerStatus {
        server_key: String,
        /// `disabled`, `idle`, `connecting`, `ready` or `error`.
        state: String,
    },
    /// An MCP server told of its tools, and they are other ones than before.
    ServerTools {
        server_key: String,
    },
    /// An MCP server sent a notification of its own, such as `notifications/resources/updated`.
    ServerNotified {
        server_key: String,
        method: String,
    },
    /// Somebody granted something in the chat, or took it back.
    GrantsChanged {
        #[schema(value_type = String, format = Uuid)]
        chat_id: ChatId,
    },
    /// The kill switch or the house's policy changed.
    /// Which toolsets a chat has at hand changed.
    ChestChanged {
        #[schema(value_type = String, format = Uuid)]
        chat_id: ChatId,
    },
    PolicyChanged {
        tools_enabled: bool,
    },
    /// A worker was put, changed or removed.
    WorkersChanged {
        worker: String,
    },
    ChatCreated {
        #[schema(value_type = String, format = Uuid)]
        chat_id: ChatId,
    },
    /// It got another title, or a branch of it was deleted or restored, or it was itself.
    ChatChanged {
        #[schema(value_type = String, format = Uuid)]
        chat_id: ChatId,
    },
    MessageAdded {
        #[schema(value_type = String, format = Uuid)]
        chat_id: ChatId,
        #[schema(value_type = String, format = Uuid)]
        message_id: MessageId,
    },
    /// A model's reply began, or stands otherwise now.
    ReplyChanged {
        #[schema(value_type = String, format = Uuid)]
        chat_id: ChatId,
        #[schema(value_type = String, format = Uuid)]
        message_id: MessageId,
        /// `running`, `waiting`, `done`, `stopped`, `failed` or `interrupted`.
        status: String,
    },
    /// The conversation stands elsewhere now.
    LeafMoved {
        #[schema(value_type = String, format = Uuid)]
        chat_id: ChatId,
        #[schema(value_type = String, format = Uuid)]
        message_id: MessageId,
    },
    WorkspaceChanged {
        #[schema(value_type = String, format = Uuid)]
        chat_id: ChatId,
        /// `null` is the empty workspace.
        #[schema(value_type = Option<String>, format = Uuid)]
        manifest_id: Option<ManifestId>,
    },
    /// A schedule was changed, or its tool ran.
    ScheduleChanged {
        tool_id: String,
    },
    /// There is something to ask a model.
    PromptAdded {
        #[schema(value_type = String, format = Uuid)]
        prompt_id: PromptId,
    },
    /// Events were missed: read anew what you show.
    Lagged,
}

impl Happening {
    /// The name of the event in the stream.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::CallPending { .. } => "call_pending",
            Self::CallPreviewed { .. } => "call_previewed",
            Self::CallStarted { .. } => "call_started",
            Self::CallLog { .. } => "call_log",
            Self::CallFinished { .. } => "call_finished",
            Self::ToolsetProgress { .. } => "toolset_progress",
            Self::ToolsetInstalled { .. } => "toolset_installed",
            Self::ToolsetChanged { .. } => "toolset_changed",
            Self::ToolsetRemoved { .. } => "toolset_removed",
            Self::ToolBuild { .. } => "tool_build",
            Self::ServerStatus { .. } => "server_status",
            Self::ServerTools { .. } => "server_tools",
            Self::ServerNotified { .. } => "server_notified",
            Self::GrantsChanged { .. } => "grants_changed",
            Self::ChestChanged { .. } => "chest_changed",
            Self::PolicyChanged { .. } => "policy_changed",
            Self::WorkersChanged { .. } => "workers_changed",
            Self::ChatCreated { .. } => "chat_created",
            Self::ChatChanged { .. } => "chat_changed",
            Self::MessageAdded { .. } => "message_added",
            Self::ReplyChanged { .. } => "reply_changed",
            Self::LeafMoved { .. } => "leaf_moved",
            Self::WorkspaceChanged { .. } => "workspace_changed",
            Self::ScheduleChanged { .. } => "schedule_changed",
            Self::PromptAdded { .. } => "prompt_added",
            Self::Lagged => "lagged",
        }
    }

    /// The chat that it concerns, if it concerns one.
    pub(crate) fn chat(&self) -> Option<ChatId> {
        match self {
            Self::CallPending { chat_id, .. }
            | Self::CallPreviewed { chat_id, .. }
            | Self::CallStarted { chat_id, .. }
            | Self::CallLog { chat_id, .. }
            | Self::CallFinished { chat_id, .. }
            | Self::GrantsChanged { chat_id }
            | Self::ChestChanged { chat_id }
            | Self::ChatCreated { chat_id }
            | Self::ChatChanged { chat_id }
            | Self::MessageAdded { chat_id, .. }
            | Self::ReplyChanged { chat_id, .. }
            | Self::LeafMoved { chat_id, .. }
            | Self::WorkspaceChanged { chat_id, .. } => Some(*chat_id),
            Self::ToolsetProgress { .. }
            | Self::ToolsetInstalled { .. }
            | Self::ToolsetChanged { .. }
            | Self::ToolsetRemoved { .. }
            | Self::ToolBuild { .. }
            | Self::ServerStatus { .. }
            | Self::ServerTools { .. }
            | Self::ServerNotified { .. }
            | Self::PolicyChanged { .. }
            | Self::WorkersChanged { .. }
            | Self::ScheduleChanged { .. }
            | Self::PromptAdded { .. }
            | Self::Lagged => None,
        }
    }
}

impl From<EngineEvent> for Event {
    fn from(event: EngineEvent) -> Self {
        Self { id: event.id, at: event.at, what: event.kind.into() }
    }
}

impl From<EventKind> for Happening {
    fn from(kind: EventKind) -> Self {
        match kind {
            EventKind::CallPending { call, chat, tool, rule } => {
                Self::CallPending { call_id: call, chat_id: chat, tool_id: tool.to_string(), rule }
            }
            EventKind::CallPreviewed { call, chat } => Self::CallPreviewed { call_id: call, chat_id: chat },
            EventKind::GrantsChanged { chat } => Self::GrantsChanged { chat_id: chat },
            EventKind::ChestChanged { chat } => Self::ChestChanged { chat_id: chat },
            EventKind::PolicyChanged { tools_enabled } => Self::PolicyChanged { tools_enabled },
            EventKind::WorkersChanged { worker } => Self::WorkersChanged { worker: worker.to_string() },
            EventKind::CallStarted { call, chat, tool } => {
                Self::CallStarted { call_id: call, chat_id: chat, tool_id: tool.to_string() }
            }
            EventKind::CallLog { call, chat, text } => Self::CallLog { call_id: call, chat_id: chat, text },
            EventKind::CallFinished { call, chat, tool, status } => Self::CallFinished {
                call_id: call,
                chat_id: chat,
                tool_id: tool.to_string(),
                status: status.to_owned(),
            },
            EventKind::ToolsetProgress { progress, text } => {
                Self::ToolsetProgress { progress_id: progress.to_string(), text }
            }
            EventKind::ToolsetInstalled { toolset, version } => {
                Self::ToolsetInstalled { toolset_id: toolset.to_string(), version }
            }
            EventKind::ToolsetChanged { toolset } => Self::ToolsetChanged { toolset_id: toolset.to_string() },
            EventKind::ToolsetRemoved { toolset } => Self::ToolsetRemoved { toolset_id: toolset.to_string() },
            EventKind::ToolBuild { tool, state, line } => {
                Self::ToolBuild { tool_id: tool.to_string(), state: state.to_owned(), line }
            }
            EventKind::ServerStatus { server, state } => {
                Self::ServerStatus { server_key: server.to_string(), state: state.to_owned() }
            }
            EventKind::ServerTools { server } => Self::ServerTools { server_key: server.to_string() },
            EventKind::ServerNotified { server, method, .. } => {
                Self::ServerNotified { server_key: server.to_string(), method }
            }
            EventKind::ScheduleChanged { tool } => Self::ScheduleChanged { tool_id: tool.to_string() },
            EventKind::PromptAdded { prompt } => Self::PromptAdded { prompt_id: prompt },
            EventKind::ChatCreated { chat } => Self::ChatCreated { chat_id: chat },
            EventKind::ChatChanged { chat } => Self::ChatChanged { chat_id: chat },
            EventKind::MessageAdded { chat, message } => {
                Self::MessageAdded { chat_id: chat, message_id: message }
            }
            EventKind::ReplyChanged { chat, message, status } => {
                Self::ReplyChanged { chat_id: chat, message_id: message, status: status.to_owned() }
            }
            EventKind::LeafMoved { chat, message } => Self::LeafMoved { chat_id: chat, message_id: message },
            EventKind::WorkspaceChanged { chat, manifest } => {
                Self::WorkspaceChanged { chat_id: chat, manifest_id: manifest }
            }
        }
    }
}

/// Which events are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventQuery {
    /// Only those of this chat, and those of no chat.
    #[param(value_type = Option<String>, format = Uuid)]
    pub(crate) chat_id: Option<ChatId>,
}
