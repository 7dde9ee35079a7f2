//! An archive's files, what stands in them, and how much of it. Fields that a newer house adds are passed over.

use std::collections::BTreeMap;

use pegboard_cas::BlobHash;
use pegboard_model::call::{CallStatus, ProviderKind, ToolFailure};
use pegboard_model::chest::Chest;
use pegboard_model::ids::{CallId, ChatId, ManifestId, MessageId, ToolId, ToolName, ToolsetId};
use pegboard_model::inference::{ProfileName, Usage};
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::record::Changes;

/// Bytes of an archive, unpacked.
pub const ARCHIVE_UNPACKED_MAX: u64 = 4 << 30;
/// Lines of one of its files.
pub const ARCHIVE_LINES_MAX: usize = 100_000;
/// Bytes of a line, or of `chat.json`. The first state has all files of the workspace in one.
pub const ARCHIVE_LINE_MAX: usize = 64 << 20;
/// Different contents of files.
pub const ARCHIVE_BLOBS_MAX: usize = 200_000;

pub(super) const CHAT: &str = "chat.json";
pub(super) const STATES: &str = "states.jsonl";
pub(super) const MESSAGES: &str = "messages.jsonl";
pub(super) const CALLS: &str = "calls.jsonl";
pub(super) const BLOBS: &str = "blobs";

/// What says that a ZIP is one of these.
pub(super) const FORMAT: &str = "pegboard-chat";
/// The version that is written, and the only one that is read.
pub(super) const VERSION: u32 = 1;

/// `chat.json`
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct ArchivedChat {
    pub(super) format: String,
    pub(super) version: u32,
    pub(super) id: ChatId,
    pub(super) title: String,
    pub(super) created_at: Timestamp,
    /// Where the chat stands.
    pub(super) active_leaf: Option<MessageId>,
    /// The state of its workspace there; `None` is the empty one.
    pub(super) active_state: Option<ManifestId>,
    /// The toolsets that somebody chose for it.
    pub(super) chest: Option<Chest>,
}

/// A line of `states.jsonl`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct ArchivedState {
    pub(super) id: ManifestId,
    /// The state that it came from, where that is in the archive.
    pub(super) parent: Option<ManifestId>,
    pub(super) created_at: Timestamp,
    /// `user_upload`, `tool_run`, `branch` or `edit`.
    pub(super) source: String,
    pub(super) source_ref: Option<String>,
    /// Paths that differ from the line before; `null` is gone.
    #[serde(default)]
    pub(super) paths: BTreeMap<String, Option<ArchivedPath>>,
}

/// What is at a path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum ArchivedPath {
    File {
        hash: BlobHash,
    },
    Executable {
        hash: BlobHash,
    },
    /// Where it leads is the content.
    Link {
        hash: BlobHash,
    },
    /// One that holds nothing.
    Folder,
}

/// A line of `messages.jsonl`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct ArchivedMessage {
    pub(super) id: MessageId,
    pub(super) parent: Option<MessageId>,
    pub(super) role: String,
    pub(super) content: Value,
    pub(super) created_at: Timestamp,
    /// The state of the workspace after it.
    pub(super) state: Option<ManifestId>,
    /// Of a message that a model wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reply: Option<ArchivedReply>,
}

/// What is known of a message that a model wrote.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct ArchivedReply {
    pub(super) status: String,
    pub(super) model: Option<ProfileName>,
    pub(super) worker: Option<ToolName>,
    pub(super) caller: String,
    pub(super) error: Option<String>,
    pub(super) usage: Usage,
    pub(super) started_at: Timestamp,
    pub(super) ended_at: Option<Timestamp>,
}

/// A line of `calls.jsonl`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct ArchivedCall {
    pub(super) id: CallId,
    pub(super) message: MessageId,
    pub(super) parent: Option<CallId>,
    pub(super) tool: ToolId,
    pub(super) toolset: Option<ToolsetId>,
    pub(super) provider: Option<ProviderKind>,
    pub(super) args: Map<String, Value>,
    pub(super) status: CallStatus,
    pub(super) result: Option<Value>,
    pub(super) error: Option<ToolFailure>,
    pub(super) render_plan: Option<Value>,
    pub(super) log: Option<String>,
    pub(super) caller: String,
    pub(super) worker: Option<ToolName>,
    /// `cron` or `webhook`.
    pub(super) triggered_by: Option<String>,
    pub(super) rule: String,
    pub(super) asked_because: Option<String>,
    pub(super) created_at: Timestamp,
    pub(super) started_at: Option<Timestamp>,
    pub(super) finished_at: Option<Timestamp>,
    pub(super) before: Option<ManifestId>,
    pub(super) after: Option<ManifestId>,
    pub(super) changes: Changes,
    pub(super) warnings: Vec<String>,
}
