//! Chats, messages and workspace manifests.

use std::fmt;
use std::str::FromStr;

use pegboard_cas::BlobHash;
use pegboard_model::ids::{ChatId, ManifestId, MessageId};
use pegboard_model::time::Timestamp;
use serde_json::Value;

/// One conversation.
#[derive(Debug, Clone)]
pub struct ChatRecord {
    pub id: ChatId,
    pub title: String,
    pub created_at: Timestamp,
    /// Where the conversation stands; `None` in an empty chat.
    pub active_leaf: Option<MessageId>,
    /// The workspace's state at that leaf; `None` is the empty workspace.
    pub active_manifest: Option<ManifestId>,
    /// Whether the folder has that state.
    pub folder: FolderState,
}

/// How a chat's folder stands to its active manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FolderState {
    /// It has that state, and whatever somebody did in it since.
    There,
    /// It is on its way there: what it holds was recorded before, and is nobody's work.
    CheckingOut,
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    User,
    Assistant,
    System,
    /// A person's own tool call: the message exists to carry it.
    Tool,
}

impl Role {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::System => "system",
            Self::Tool => "tool",
        }
    }
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Self::User, Self::Assistant, Self::System, Self::Tool]
            .into_iter()
            .find(|role| role.as_str() == text)
            .ok_or_else(|| format!("`{text}` is not a role: use user, assistant, system or tool"))
    }
}

/// One message of a chat's tree.
#[derive(Debug, Clone)]
pub struct MessageRecord {
    pub id: MessageId,
    pub chat: ChatId,
    /// `None` for a first message.
    pub parent: Option<MessageId>,
    pub role: Role,
    /// The parts: an array of objects with a `type`.
    pub content: Value,
    pub created_at: Timestamp,
    /// The workspace's state after it.
    pub manifest: Option<ManifestId>,
}

/// Which chats are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// Those that people see.
    There,
    /// Those that somebody deleted, and may restore.
    Deleted,
}

/// A branch that somebody deleted, and may restore.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeletedBranch {
    /// Its first message; all below it went with it.
    pub message: MessageId,
    pub parent: Option<MessageId>,
    pub deleted_at: Timestamp,
}

/// Why a manifest was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ManifestSource {
    UserUpload,
    ToolRun,
    Branch,
    Edit,
    /// What a pending call would leave. It becomes a tool's run when a person says yes to it, and is no state of the
    /// chat until then.
    Preview,
}

impl ManifestSource {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::UserUpload => "user_upload",
            Self::ToolRun => "tool_run",
            Self::Branch => "branch",
            Self::Edit => "edit",
            Self::Preview => "preview",
        }
    }
}

impl fmt::Display for ManifestSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ManifestSource {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Self::UserUpload, Self::ToolRun, Self::Branch, Self::Edit, Self::Preview]
            .into_iter()
            .find(|source| source.as_str() == text)
            .ok_or_else(|| format!("`{text}` is not a manifest source"))
    }
}

/// One state of a workspace, without its files.
#[derive(Debug, Clone)]
pub struct ManifestRecord {
    pub id: ManifestId,
    pub chat: ChatId,
    pub parent: Option<ManifestId>,
    pub created_at: Timestamp,
    pub source: ManifestSource,
    /// The call, message or manifest that it came from.
    pub source_ref: Option<String>,
}

/// One file of a workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkspaceEntry {
    /// Relative, with `/`.
    pub path: String,
    pub sha256: BlobHash,
    /// Bytes; `None` when the blob is gone.
    pub size: Option<u64>,
    /// `file`, `executable` or `link`.
    pub kind: &'static str,
}
