//! Chats and their messages.

pub(crate) mod archive;
pub(crate) mod branch;
pub(crate) mod delete;
pub(crate) mod fork;
pub(crate) mod search;

mod attach;
mod message;

pub use attach::{AttachError, AttachedContent, Attachment, Sent};
pub use message::{Below, MessageError, NewMessage};

pub(crate) use attach::add_with_files;
pub(crate) use message::{add_message, add_message_as};

use std::collections::{HashMap, HashSet};

use pegboard_model::ids::{ChatId, MessageId};

use crate::clock;
use crate::core::Core;
use crate::events::EventKind;
use crate::leaf;
use crate::lookup::LookupError;
use crate::record::{ChatRecord, DeletedBranch, FolderState, MessageRecord, ReplyRecord};
use crate::store::StoreError;
use crate::text::storable;

/// Characters of a chat's title; what is longer is cut.
pub const CHAT_TITLE_MAX: usize = 200;
/// What a chat is called before anything is said in it.
const UNTITLED: &str = "New chat";
/// The setting that names the chat of callers who name none.
const DEFAULT_CHAT: &str = "default_chat";
/// What the settings begin with that name the chats of owners.
const CHAT_OF: &str = "chat_of:";

/// A chat with its tree.
#[derive(Debug, Clone)]
pub struct ChatDetail {
    pub chat: ChatRecord,
    /// Oldest first: parents come before children.
    pub messages: Vec<MessageRecord>,
    /// Messages without children, oldest first.
    pub leaves: Vec<MessageId>,
    /// How the messages stand that models wrote.
    pub replies: HashMap<MessageId, ReplyRecord>,
    /// What can be restored, the latest first.
    pub deleted: Vec<DeletedBranch>,
}

/// Why a chat keeps its title.
#[derive(Debug, thiserror::Error)]
pub enum RenameError {
    #[error("a chat's title has at least one character that can be seen")]
    Empty,
    #[error(transparent)]
    Lookup(#[from] LookupError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

pub(crate) async fn create(core: &Core, title: Option<String>) -> Result<ChatRecord, StoreError> {
    let title = title.as_deref().and_then(stored_title);
    let is_untitled = title.is_none();
    let chat = ChatRecord {
        id: clock::fresh(),
        title: title.unwrap_or_else(|| UNTITLED.to_owned()),
        created_at: clock::now(),
        active_leaf: None,
        active_manifest: None,
        folder: FolderState::There,
    };
    let write = core.store.write().await?;
    write.add_chat(&chat).await?;
    if is_untitled {
        write.leave_untitled(chat.id).await?;
    }
    write.commit().await?;
    core.events.publish(EventKind::ChatCreated { chat: chat.id });
    Ok(chat)
}

/// As it is kept: trimmed and cut; `None` when nothing is left of it.
fn stored_title(title: &str) -> Option<String> {
    let title: String = storable(title.trim()).chars().take(CHAT_TITLE_MAX).collect();
    Some(title).filter(|title| !title.is_empty())
}

/// Gives a chat another title. Waits for no turn: a title is neither leaf nor workspace.
pub(crate) async fn rename(core: &Core, id: ChatId, title: &str) -> Result<ChatRecord, RenameError> {
    let title = stored_title(title).ok_or(RenameError::Empty)?;
    let write = core.store.write().await?;
    if !write.set_title(id, &title).await? {
        return Err(LookupError::missing("chat", id).into());
    }
    write.commit().await?;
    core.events.publish(EventKind::ChatChanged { chat: id });
    Ok(core.store.chat(id).await?.ok_or_else(|| LookupError::missing("chat", id))?)
}

/// The chat of callers who name none; made when it is first needed.
pub(crate) async fn default_chat(core: &Core) -> Result<ChatId, StoreError> {
    kept_as(core, DEFAULT_CHAT, "Default").await
}

/// The chat of an owner who has one for all that they call; made when it is first needed.
pub(crate) async fn chat_of(core: &Core, owner: &str, title: &str) -> Result<ChatId, StoreError> {
    kept_as(core, &format!("{CHAT_OF}{owner}"), title).await
}

/// The chat of an owner on this server. Where several work on one database each has its own: a workspace lies in one data
/// folder.
pub(crate) async fn chat_here_of(core: &Core, owner: &str, title: &str) -> Result<ChatId, StoreError> {
    if core.store.is_shared() {
        return chat_of(core, &format!("{}:{owner}", core.store.house()), title).await;
    }
    chat_of(core, owner, title).await
}

/// The chat that a setting names; made when there is none. Who deletes a chat makes it unknown.
async fn kept_as(core: &Core, setting: &str, title: &str) -> Result<ChatId, StoreError> {
    // One at a time, so that two first callers do not make two chats.
    let mut known = core.kept_chats.lock().await;
    if let Some(chat) = known.get(setting) {
        return Ok(*chat);
    }
    let kept = core.store.setting(setting).await?.and_then(|id| id.parse().ok());
    let there = match kept {
        Some(id) => core.store.chat(id).await?,
        None => None,
    };
    let chat = match there {
        Some(chat) => chat.id,
        None => {
            let chat = create(core, Some(title.to_owned())).await?.id;
            let write = core.store.write().await?;
            write.set_setting(setting, &chat.to_string()).await?;
            write.commit().await?;
            chat
        }
    };
    known.insert(setting.to_owned(), chat);
    Ok(chat)
}

/// One chat without its messages.
pub(crate) async fn show(core: &Core, id: ChatId) -> Result<ChatRecord, LookupError> {
    core.store.chat(id).await?.ok_or_else(|| LookupError::missing("chat", id))
}

pub(crate) async fn detail(core: &Core, id: ChatId) -> Result<ChatDetail, LookupError> {
    let chat = show(core, id).await?;
    let messages = core.store.messages(id).await?;
    let parents: HashSet<MessageId> = messages.iter().filter_map(|message| message.parent).collect();
    let leaves = messages.iter().map(|message| message.id).filter(|id| !parents.contains(id)).collect();
    let replies = core.store.replies_of(id).await?;
    let deleted = core.store.deleted_branches(id).await?;
    Ok(ChatDetail { chat, messages, leaves, replies, deleted })
}

/// Moves the chat to a message, and its workspace to the state after it.
pub(crate) async fn set_active_leaf(
    core: &Core,
    chat: ChatId,
    message: MessageId,
) -> Result<ChatRecord, MessageError> {
    let turn = core.turns.take(chat).await;
    let record = core.store.chat(chat).await?.ok_or(MessageError::NoChat(chat))?;
    let (_, moved) = leaf::go_to(core, turn, record, message).await?;
    Ok(moved)
}
