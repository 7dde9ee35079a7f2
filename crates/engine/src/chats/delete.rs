//! Deleting branches and chats, and bringing them back.

use std::collections::HashSet;

use pegboard_model::ids::{ChatId, MessageId};

use crate::chats;
use crate::clock;
use crate::core::Core;
use crate::events::EventKind;
use crate::leaf::{Also, Gone, LeafError, Move, move_chat};
use crate::lookup::LookupError;
use crate::record::{ChatRecord, MessageRecord};
use crate::settle::{SettleError, load_head, settle_to_leave};
use crate::store::StoreError;

/// Why a branch or a chat was not deleted, or not restored.
#[derive(Debug, thiserror::Error)]
pub enum DeleteError {
    #[error(transparent)]
    Lookup(#[from] LookupError),
    #[error("there is no message {0} in this chat")]
    NoMessage(MessageId),
    #[error("no branch that begins with the message {0} was deleted in this chat")]
    NotDeleted(MessageId),
    #[error("the message {0}, which the branch answers, is deleted as well")]
    NoParent(MessageId),
    #[error("a reply is being written there")]
    Writing,
    #[error("a call waits there for a person to decide")]
    Waiting,
    #[error(transparent)]
    Settle(#[from] SettleError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<LeafError> for DeleteError {
    fn from(error: LeafError) -> Self {
        match error {
            LeafError::NoMessage(message) => Self::NoMessage(message),
            LeafError::Settle(error) => Self::Settle(error),
            LeafError::Store(error) => Self::Store(error),
        }
    }
}

/// Deletes a message with all below it. A chat that stood there stands on the message above then, and so does its
/// workspace.
pub(crate) async fn delete_branch(
    core: &Core,
    id: ChatId,
    message: MessageId,
) -> Result<ChatRecord, DeleteError> {
    let turn = core.turns.take(id).await;
    let chat = chats::show(core, id).await?;
    let messages = core.store.messages(id).await?;
    let top = messages.iter().find(|one| one.id == message).ok_or(DeleteError::NoMessage(message))?.clone();
    let gone: HashSet<MessageId> = below(&messages, message);
    if core.live_replies.of(id).is_some_and(|live| gone.contains(&live.message())) {
        return Err(DeleteError::Writing);
    }
    if core.store.waiting_messages(id).await?.iter().any(|message| gone.contains(message)) {
        return Err(DeleteError::Waiting);
    }
    let gone = Gone { with: message, messages: gone.into_iter().collect() };
    if chat.active_leaf.is_none_or(|leaf| !gone.messages.contains(&leaf)) {
        let write = core.store.write().await?;
        write.delete_messages(gone.with, &gone.messages, clock::now()).await?;
        write.commit().await?;
        core.events.publish(EventKind::ChatChanged { chat: id });
        return Ok(chat);
    }
    let state = match top.parent {
        Some(parent) => messages.iter().find(|one| one.id == parent).and_then(|parent| parent.manifest),
        None => core.store.state_above_all(id).await?,
    };
    let (turn, settled) = settle_to_leave(core, turn, &chat).await?;
    let head = load_head(core, state).await?;
    let moved = Move { leaf: top.parent, head, new: None, also: Also::Deleted(gone) };
    move_chat(core, turn, &chat, settled, moved).await?;
    core.events.publish(EventKind::ChatChanged { chat: id });
    Ok(ChatRecord { active_leaf: top.parent, active_manifest: state, ..chat })
}

/// A message and all below it. Parents come before children.
fn below(messages: &[MessageRecord], top: MessageId) -> HashSet<MessageId> {
    let mut found = HashSet::from([top]);
    for message in messages {
        if message.parent.is_some_and(|parent| found.contains(&parent)) {
            found.insert(message.id);
        }
    }
    found
}

/// Brings back what was deleted with a message. The chat stays where it stands.
pub(crate) async fn restore_branch(
    core: &Core,
    id: ChatId,
    message: MessageId,
) -> Result<ChatRecord, DeleteError> {
    let _turn = core.turns.take(id).await;
    let chat = chats::show(core, id).await?;
    let deleted = core.store.deleted_branches(id).await?;
    let branch = deleted.iter().find(|branch| branch.message == message);
    let branch = branch.ok_or(DeleteError::NotDeleted(message))?;
    if let Some(parent) = branch.parent
        && core.store.message(parent).await?.is_none()
    {
        return Err(DeleteError::NoParent(parent));
    }
    let write = core.store.write().await?;
    write.restore_messages(message).await?;
    write.commit().await?;
    core.events.publish(EventKind::ChatChanged { chat: id });
    Ok(chat)
}

/// Deletes a chat: nothing can be done in it until it is restored. Whoever relied on it as their own gets another one.
pub(crate) async fn delete(core: &Core, id: ChatId) -> Result<(), DeleteError> {
    let _turn = core.turns.take(id).await;
    chats::show(core, id).await?;
    if core.live_replies.of(id).is_some() {
        return Err(DeleteError::Writing);
    }
    if !core.store.waiting_messages(id).await?.is_empty() {
        return Err(DeleteError::Waiting);
    }
    let mut known = core.kept_chats.lock().await;
    let write = core.store.write().await?;
    write.set_chat_deleted(id, Some(clock::now())).await?;
    write.drop_prompts(id).await?;
    write.commit().await?;
    known.retain(|_, chat| *chat != id);
    core.events.publish(EventKind::ChatChanged { chat: id });
    Ok(())
}

/// Brings a chat back.
pub(crate) async fn restore(core: &Core, id: ChatId) -> Result<ChatRecord, DeleteError> {
    let _turn = core.turns.take(id).await;
    let write = core.store.write().await?;
    if !write.set_chat_deleted(id, None).await? {
        return Err(LookupError::missing("chat", id).into());
    }
    write.commit().await?;
    core.events.publish(EventKind::ChatCreated { chat: id });
    Ok(chats::show(core, id).await?)
}
