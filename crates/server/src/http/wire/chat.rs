//! Chats and messages.

use pegboard_engine::record::{self, ChatRecord, MessageRecord, ReplyRecord};
use pegboard_engine::{ChatDetail, ChatHit};
use pegboard_model::chat_search::Piece;
use pegboard_model::ids::{ChatId, ManifestId, MessageId, ToolName};
use pegboard_model::inference::ProfileName;
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

/// One conversation with one workspace.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Chat {
    #[schema(value_type = String, format = Uuid)]
    pub(crate) id: ChatId,
    pub(crate) title: String,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) created_at: Timestamp,
    /// Where the conversation stands; `null` in an empty chat.
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) active_leaf_message_id: Option<MessageId>,
    /// The workspace at that leaf; `null` is the empty one.
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) active_manifest_id: Option<ManifestId>,
}

impl From<ChatRecord> for Chat {
    fn from(record: ChatRecord) -> Self {
        Self {
            id: record.id,
            title: record.title,
            created_at: record.created_at,
            active_leaf_message_id: record.active_leaf,
            active_manifest_id: record.active_manifest,
        }
    }
}

/// A chat with its messages.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ChatWithMessages {
    #[serde(flatten)]
    pub(crate) chat: Chat,
    /// Parents before their children.
    pub(crate) messages: Vec<Message>,
    /// The messages without a child: each is the end of a branch.
    #[schema(value_type = Vec<String>)]
    pub(crate) leaves: Vec<MessageId>,
    /// Branches that can be restored, the latest deleted first.
    pub(crate) deleted: Vec<DeletedBranch>,
}

/// A branch that was deleted, and can be restored.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct DeletedBranch {
    /// Its first message; all below it went with it.
    #[schema(value_type = String, format = Uuid)]
    pub(crate) message_id: MessageId,
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) parent_id: Option<MessageId>,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) deleted_at: Timestamp,
}

impl From<record::DeletedBranch> for DeletedBranch {
    fn from(branch: record::DeletedBranch) -> Self {
        Self { message_id: branch.message, parent_id: branch.parent, deleted_at: branch.deleted_at }
    }
}

/// Which chats are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ChatQuery {
    /// Rows wanted, 1 to 500; 50 when left out.
    #[param(minimum = 1, maximum = 500)]
    pub(crate) limit: Option<u64>,
    /// `next_cursor` of the page before.
    pub(crate) cursor: Option<String>,
    /// `true` for those that were deleted and can be restored.
    #[serde(default)]
    pub(crate) deleted: bool,
    /// Those that say this, in the title or in a message: every word of it, the last ones perhaps unfinished.
    pub(crate) q: Option<String>,
}

/// A chat of a list.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ListedChat {
    #[serde(flatten)]
    pub(crate) chat: Chat,
    /// Where it says what was looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) found: Option<Found>,
}

/// Where a chat says what was looked for.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Found {
    /// The latest message that does; `null` where only the title does.
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) message_id: Option<MessageId>,
    /// Its surroundings, piece by piece.
    pub(crate) snippet: Vec<SnippetPiece>,
}

/// A piece of a text.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct SnippetPiece {
    pub(crate) text: String,
    /// Whether it was looked for.
    pub(crate) found: bool,
}

impl From<ChatRecord> for ListedChat {
    fn from(chat: ChatRecord) -> Self {
        Self { chat: chat.into(), found: None }
    }
}

impl From<ChatHit> for ListedChat {
    fn from(hit: ChatHit) -> Self {
        let piece = |piece: Piece| SnippetPiece { text: piece.text, found: piece.found };
        let snippet = hit.snippet.into_iter().map(piece).collect();
        Self { chat: hit.chat.into(), found: Some(Found { message_id: hit.message, snippet }) }
    }
}

/// One message of a chat's tree.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Message {
    #[schema(value_type = String, format = Uuid)]
    pub(crate) id: MessageId,
    #[schema(value_type = String, format = Uuid)]
    pub(crate) chat_id: ChatId,
    /// `null` for a first message.
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) parent_id: Option<MessageId>,
    /// `user`, `assistant`, `system` or `tool`.
    pub(crate) role: String,
    /// The parts: an array of objects with a `type`.
    pub(crate) content: Value,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) created_at: Timestamp,
    /// The workspace after it.
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) manifest_id: Option<ManifestId>,
    /// Of a message that a model wrote, in `GET /chats/{chat_id}`: how it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reply: Option<ReplyState>,
}

/// How a message stands that a model writes.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ReplyState {
    /// `running`, `waiting`, `done`, `stopped`, `failed` or `interrupted`.
    pub(crate) status: String,
    /// A name of `GET /models`; `null` is the house's default.
    #[schema(value_type = Option<String>)]
    pub(crate) model: Option<ProfileName>,
    /// The worker that replies; `null` is a plain chat.
    #[schema(value_type = Option<String>)]
    pub(crate) worker: Option<ToolName>,
    /// Why it ended before it was whole.
    pub(crate) error: Option<String>,
    /// Tokens that the model read, where its server says so.
    pub(crate) input_tokens: Option<u64>,
    /// Tokens that it wrote.
    pub(crate) output_tokens: Option<u64>,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) started_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) ended_at: Option<Timestamp>,
}

impl From<ReplyRecord> for ReplyState {
    fn from(record: ReplyRecord) -> Self {
        Self {
            status: record.status.to_string(),
            model: record.model,
            worker: record.worker,
            error: record.error,
            input_tokens: record.usage.input,
            output_tokens: record.usage.output,
            started_at: record.started_at,
            ended_at: record.ended_at,
        }
    }
}

impl From<ChatDetail> for ChatWithMessages {
    fn from(mut detail: ChatDetail) -> Self {
        let messages = detail.messages.into_iter().map(|message| {
            let reply = detail.replies.remove(&message.id).map(ReplyState::from);
            Message { reply, ..message.into() }
        });
        Self {
            messages: messages.collect(),
            leaves: detail.leaves,
            deleted: detail.deleted.into_iter().map(Into::into).collect(),
            chat: detail.chat.into(),
        }
    }
}

impl From<MessageRecord> for Message {
    fn from(record: MessageRecord) -> Self {
        Self {
            reply: None,
            id: record.id,
            chat_id: record.chat,
            parent_id: record.parent,
            role: record.role.as_str().to_owned(),
            content: record.content,
            created_at: record.created_at,
            manifest_id: record.manifest,
        }
    }
}

/// A chat to make.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChatRequest {
    /// Taken from the first message of the role `user` when left out.
    pub(crate) title: Option<String>,
}

/// What a chat is called from now on.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RenameRequest {
    /// At most 200 characters are kept.
    pub(crate) title: String,
}

/// What a chat is to be made from.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForkRequest {
    /// The message that ends the branch; the active leaf when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) message_id: Option<MessageId>,
    /// The other chat's, marked as a fork, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
}

/// A message to add.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MessageRequest {
    /// `user` when left out.
    #[serde(default = "user")]
    pub(crate) role: String,
    /// A text, or the parts: an array of objects with a `type`.
    pub(crate) content: Value,
    /// The message it answers; the active leaf when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) parent_id: Option<MessageId>,
}

fn user() -> String {
    "user".to_owned()
}

impl MessageRequest {
    /// The content as parts.
    pub(crate) fn parts(content: Value) -> Value {
        match content {
            Value::String(text) => json!([{"type": "text", "text": text}]),
            parts => parts,
        }
    }
}

/// Where the conversation is to stand.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeafRequest {
    #[schema(value_type = String, format = Uuid)]
    pub(crate) message_id: MessageId,
}
