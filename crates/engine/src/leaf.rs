//! Moving about in a chat's tree, and in the states of its workspace.

use pegboard_model::ids::{ManifestId, MessageId};

use crate::clock;
use crate::core::Core;
use crate::desk::Head;
use crate::events::EventKind;
use crate::record::{ChatRecord, FolderState, MessageRecord};
use crate::settle::{NewManifest, SettleError, Settled, check_out, load_head, settle_to_leave};
use crate::store::StoreError;
use crate::turns::Turn;

/// The chat could not be moved.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LeafError {
    /// The message is not of this chat.
    #[error("there is no message {0} in this chat")]
    NoMessage(MessageId),
    /// The workspace is in the way.
    #[error(transparent)]
    Settle(#[from] SettleError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A place in a chat's tree, and the state of the workspace there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fork {
    /// The message; `None` is above all messages.
    pub(crate) leaf: Option<MessageId>,
    /// `None` is the empty state of a new chat.
    pub(crate) state: Option<ManifestId>,
}

/// Makes a message the active leaf and gives the folder the state that the workspace had after it.
pub(crate) async fn go_to(
    core: &Core,
    turn: Turn,
    chat: ChatRecord,
    message: MessageId,
) -> Result<(Turn, ChatRecord), LeafError> {
    let target = core.store.message(message).await?.filter(|found| found.chat == chat.id);
    let target = target.ok_or(LeafError::NoMessage(message))?;
    stand_at(core, turn, chat, Fork { leaf: Some(message), state: target.manifest }).await
}

/// Makes the chat stand somewhere else, so that what comes next is a branch of its own there.
pub(crate) async fn stand_at(
    core: &Core,
    turn: Turn,
    chat: ChatRecord,
    fork: Fork,
) -> Result<(Turn, ChatRecord), LeafError> {
    let (turn, settled) = settle_to_leave(core, turn, &chat).await?;
    let head = load_head(core, fork.state).await?;
    let moved = Move { leaf: fork.leaf, head, new: None, also: Also::Nothing };
    let turn = move_chat(core, turn, &chat, settled, moved).await?;
    if let Some(message) = fork.leaf {
        core.events.publish(EventKind::LeafMoved { chat: chat.id, message });
    }
    let chat = ChatRecord {
        active_leaf: fork.leaf,
        active_manifest: fork.state,
        folder: FolderState::There,
        ..chat
    };
    Ok((turn, chat))
}

/// Whether the chat stands on this message or somewhere below it.
pub(crate) async fn is_on_the_way(
    core: &Core,
    chat: &ChatRecord,
    message: MessageId,
) -> Result<bool, StoreError> {
    if chat.active_leaf == Some(message) {
        return Ok(true);
    }
    let parents = core.store.parents(chat.id).await?;
    let above = |id: &MessageId| parents.get(id).copied().flatten();
    Ok(std::iter::successors(chat.active_leaf, above).any(|id| id == message))
}

/// Where a chat goes.
pub(crate) struct Move {
    /// The active leaf it has then; `None` is above all messages.
    pub(crate) leaf: Option<MessageId>,
    /// The state the folder gets.
    pub(crate) head: Head,
    /// That state, if it is to be recorded first.
    pub(crate) new: Option<NewManifest>,
    /// What else becomes of the tree.
    pub(crate) also: Also,
}

/// What becomes of a chat's tree when the chat moves.
pub(crate) enum Also {
    Nothing,
    /// These are deleted, because the chat leaves them.
    Deleted(Gone),
    /// This is the leaf that it moves to.
    Added(MessageRecord),
}

/// Messages that go: one with all below it.
pub(crate) struct Gone {
    pub(crate) with: MessageId,
    pub(crate) messages: Vec<MessageId>,
}

/// Records what the folder held, then gives it another state.
///
/// The database says first where the chat goes; a crash before the folder is there is mended at the next start.
pub(crate) async fn move_chat(
    core: &Core,
    turn: Turn,
    chat: &ChatRecord,
    settled: Settled,
    moved: Move,
) -> Result<Turn, LeafError> {
    let to: Option<ManifestId> = moved.head.id;
    let write = core.store.write().await?;
    if let Some(edit) = &settled.edit {
        edit.add(&write).await?;
        if let Some(leaf) = chat.active_leaf {
            // The edit belongs to where the chat stood, so that coming back finds it.
            write.set_message_manifest(leaf, edit.head().id).await?;
        }
    }
    if let Also::Added(message) = &moved.also {
        write.add_message(&MessageRecord { manifest: None, ..message.clone() }).await?;
    }
    if let Some(new) = &moved.new {
        new.add(&write).await?;
        if let Some(leaf) = moved.leaf {
            write.set_message_manifest(leaf, to).await?;
        }
    }
    if let Also::Deleted(gone) = &moved.also {
        write.delete_messages(gone.with, &gone.messages, clock::now()).await?;
    }
    if moved.leaf != chat.active_leaf {
        write.set_leaf(chat.id, moved.leaf).await?;
    }
    write.begin_checkout(chat.id, to).await?;
    write.commit().await?;
    Ok(check_out(core, turn, moved.head).await?)
}
