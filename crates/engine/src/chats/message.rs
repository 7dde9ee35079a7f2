//! Messages of a chat's tree, and where they are added.

use pegboard_model::chat_search::said;
use pegboard_model::chat_title::title_of;
use pegboard_model::ids::{ChatId, MessageId};
use serde_json::{Value, json};

use crate::clock;
use crate::core::Core;
use crate::events::EventKind;
use crate::leaf::{self, Fork, LeafError};
use crate::record::{ChatRecord, MessageRecord, Role};
use crate::settle::SettleError;
use crate::store::{StoreError, Write};
use crate::text::storable;
use crate::turns::Turn;

/// Where a message is to stand in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Below {
    /// Where the chat stands.
    ActiveLeaf,
    Message(MessageId),
    /// Above all: a first message, beside that which is there.
    Nothing,
}

impl From<Option<MessageId>> for Below {
    fn from(message: Option<MessageId>) -> Self {
        message.map_or(Self::ActiveLeaf, Self::Message)
    }
}

/// A message to be added.
#[derive(Debug, Clone)]
pub struct NewMessage {
    pub below: Below,
    pub role: Role,
    /// A text, or an array of parts (objects with a `type`).
    pub content: Value,
}

/// Why a message was not added, or the chat did not move to one.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    #[error("there is no chat {0}")]
    NoChat(ChatId),
    #[error("there is no message {0} in this chat")]
    NoMessage(MessageId),
    #[error("a message's content is a text or an array of objects with a `type`")]
    Content,
    #[error("the message has {bytes} bytes; at most {max} are taken")]
    TooLarge { bytes: usize, max: usize },
    #[error(transparent)]
    Workspace(#[from] SettleError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<LeafError> for MessageError {
    fn from(error: LeafError) -> Self {
        match error {
            LeafError::NoMessage(message) => Self::NoMessage(message),
            LeafError::Settle(error) => Self::Workspace(error),
            LeafError::Store(error) => Self::Store(error),
        }
    }
}

/// Adds a message and makes it the active leaf; below another message than the active leaf, that is a branch.
pub(crate) async fn add_message(
    core: &Core,
    chat: ChatId,
    message: NewMessage,
) -> Result<MessageRecord, MessageError> {
    add_message_as(core, chat, clock::fresh(), message).await
}

/// The same under an id that is known before.
pub(crate) async fn add_message_as(
    core: &Core,
    chat: ChatId,
    id: MessageId,
    message: NewMessage,
) -> Result<MessageRecord, MessageError> {
    let content = checked(core, message.content)?;
    let (turn, record) = stand_below(core, chat, message.below).await?;
    let added = MessageRecord {
        id,
        chat,
        parent: record.active_leaf,
        role: message.role,
        content,
        created_at: clock::now(),
        manifest: record.active_manifest,
    };
    let write = core.store.write().await?;
    write.add_message(&added).await?;
    write.set_leaf(chat, Some(added.id)).await?;
    let titled = take_title(&write, &added).await?;
    write.commit().await?;
    // Until here nobody may move the chat: the message stands where its state of the workspace is.
    drop(turn);
    tell(core, &added, titled);
    Ok(added)
}

/// Has the chat stand where a message is to be added.
pub(super) async fn stand_below(
    core: &Core,
    chat: ChatId,
    below: Below,
) -> Result<(Turn, ChatRecord), MessageError> {
    let turn = core.turns.take(chat).await;
    let record = core.store.chat(chat).await?.ok_or(MessageError::NoChat(chat))?;
    match below {
        Below::Message(parent) if record.active_leaf != Some(parent) => {
            Ok(leaf::go_to(core, turn, record, parent).await?)
        }
        Below::Nothing if record.active_leaf.is_some() => {
            let above_all = Fork { leaf: None, state: core.store.state_above_all(chat).await? };
            Ok(leaf::stand_at(core, turn, record, above_all).await?)
        }
        Below::ActiveLeaf | Below::Message(_) | Below::Nothing => Ok((turn, record)),
    }
}

/// Tells of a message that is there now.
pub(super) fn tell(core: &Core, added: &MessageRecord, titled: Titled) {
    let chat = added.chat;
    core.events.publish(EventKind::MessageAdded { chat, message: added.id });
    if titled == Titled::Now {
        core.events.publish(EventKind::ChatChanged { chat });
    }
}

/// Whether a chat got its title by a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Titled {
    Now,
    Not,
}

/// Calls a chat that nobody gave a title by what a person says in it.
pub(super) async fn take_title(write: &Write, message: &MessageRecord) -> Result<Titled, StoreError> {
    if message.role != Role::User || !write.is_untitled(message.chat).await? {
        return Ok(Titled::Not);
    }
    let Some(title) = title_of(&storable(&said(&message.content))) else { return Ok(Titled::Not) };
    let is_set = write.set_title(message.chat, &title).await?;
    Ok(if is_set { Titled::Now } else { Titled::Not })
}

/// A message's content as it is kept, if it may be.
pub(super) fn checked(core: &Core, content: Value) -> Result<Value, MessageError> {
    let content = parts(content)?;
    let (bytes, max) = (content.to_string().len(), core.limits.message_bytes);
    if bytes > max {
        return Err(MessageError::TooLarge { bytes, max });
    }
    Ok(content)
}

fn parts(content: Value) -> Result<Value, MessageError> {
    let is_part = |part: &Value| part.get("type").is_some_and(Value::is_string);
    match content {
        Value::String(text) => Ok(json!([{"type": "text", "text": text}])),
        Value::Array(parts) if parts.iter().all(is_part) => Ok(Value::Array(parts)),
        _ => Err(MessageError::Content),
    }
}
