//! A chat made from a branch of another.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use pegboard_cas::{BlobHash, Manifest};
use pegboard_model::call::CallStatus;
use pegboard_model::ids::{ChatId, ManifestId, MessageId};
use pegboard_model::reply::{Reply, ReplyPart, ReplyStatus};
use serde_json::Value;
use tokio::task::spawn_blocking;

use crate::blobs::ShareError;
use crate::chats::{self, branch};
use crate::clock;
use crate::core::Core;
use crate::events::EventKind;
use crate::lookup::LookupError;
use crate::record::{ChatRecord, FolderState, ManifestRecord, ManifestSource, MessageRecord, ReplyRecord};
use crate::settle::{SettleError, check_out, load_head, settle_and_record};
use crate::store::StoreError;

/// What is told to a model of a call that waited in the other chat, or was yet to be made there.
const NOT_HERE: &str = "it was asked for in the chat that this one was made from";

/// What a chat is made from.
#[derive(Debug, Clone, Default)]
pub struct NewFork {
    /// Where the branch ends; `None` is the active leaf.
    pub message: Option<MessageId>,
    /// `None` is the other chat's, marked as a fork.
    pub title: Option<String>,
}

/// Why no chat was made from another.
#[derive(Debug, thiserror::Error)]
pub enum ForkError {
    #[error(transparent)]
    Lookup(#[from] LookupError),
    #[error("there is no message {0} in this chat")]
    NoMessage(MessageId),
    #[error("a reply is being written on this branch")]
    Writing,
    #[error("the files cannot be shared: {0}")]
    Share(#[from] ShareError),
    #[error(transparent)]
    Settle(#[from] SettleError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// All that goes into the new chat.
struct Copied {
    chat: ChatRecord,
    states: Vec<(ManifestRecord, Arc<Manifest>)>,
    messages: Vec<MessageRecord>,
    replies: Vec<ReplyRecord>,
}

/// Makes a chat with the messages of a branch and its workspace. Neither affects the other from then on. Calls stay where
/// they were made; the new chat's messages name them.
pub(crate) async fn fork(core: &Core, from: ChatId, new: NewFork) -> Result<ChatRecord, ForkError> {
    let turn = core.turns.take(from).await;
    let source = chats::show(core, from).await?;
    // Work in the folder belongs to the leaf, and so to a fork of it.
    let (turn, source) = settle_and_record(core, turn, &source).await?;
    let end = new.message.or(source.active_leaf);
    let above = branch::to(core.store.messages(from).await?, end);
    if let Some(missing) = end.filter(|end| above.last().map(|message| message.id) != Some(*end)) {
        return Err(ForkError::NoMessage(missing));
    }
    let live = core.live_replies.of(from).map(|live| live.message());
    if above.iter().any(|message| Some(message.id) == live) {
        return Err(ForkError::Writing);
    }
    let copied = copy(core, &source, above, new.title).await?;
    // The other chat can go on: nothing more is read that it could change.
    drop(turn);
    keep(core, from, copied).await
}

async fn copy(
    core: &Core,
    source: &ChatRecord,
    above: Vec<MessageRecord>,
    title: Option<String>,
) -> Result<Copied, ForkError> {
    let id: ChatId = clock::fresh();
    let state = match above.last() {
        Some(end) if Some(end.id) != source.active_leaf => end.manifest,
        Some(_) | None => source.active_manifest,
    };
    let mut states = States { chat: id, ids: HashMap::new(), made: Vec::new() };
    let mut messages = Vec::with_capacity(above.len());
    let mut new_ids = HashMap::new();
    let mut parent = None;
    for message in above {
        let new: MessageId = clock::fresh();
        new_ids.insert(message.id, new);
        let manifest = states.of(core, message.manifest).await?;
        messages.push(MessageRecord { id: new, chat: id, parent, manifest, ..message });
        parent = Some(new);
    }
    let active_manifest = states.of(core, state).await?;
    let replies = replies(core, source.id, &new_ids, &mut messages).await?;
    let title = title.as_deref().and_then(chats::stored_title).unwrap_or_else(|| forked(&source.title));
    let chat = ChatRecord {
        id,
        title,
        created_at: clock::now(),
        active_leaf: parent,
        active_manifest,
        folder: FolderState::CheckingOut,
    };
    let replies = replies.into_iter().map(|reply| ReplyRecord { chat: id, ..reply }).collect();
    Ok(Copied { chat, states: states.made, messages, replies })
}

/// What a fork of a chat with this title is called.
fn forked(title: &str) -> String {
    const MARK: &str = " (fork)";
    if title.ends_with(MARK) {
        return title.to_owned();
    }
    let room = chats::CHAT_TITLE_MAX - MARK.len();
    title.chars().take(room).chain(MARK.chars()).collect()
}

/// States of the one workspace as states of the other.
struct States {
    chat: ChatId,
    ids: HashMap<ManifestId, ManifestId>,
    made: Vec<(ManifestRecord, Arc<Manifest>)>,
}

impl States {
    async fn of(&mut self, core: &Core, old: Option<ManifestId>) -> Result<Option<ManifestId>, SettleError> {
        let Some(old) = old else { return Ok(None) };
        if let Some(known) = self.ids.get(&old) {
            return Ok(Some(*known));
        }
        let record = ManifestRecord {
            id: clock::fresh(),
            chat: self.chat,
            parent: self.made.last().map(|(before, _)| before.id),
            created_at: clock::now(),
            source: ManifestSource::Branch,
            source_ref: Some(old.to_string()),
        };
        let new = record.id;
        self.made.push((record, load_head(core, Some(old)).await?.manifest));
        self.ids.insert(old, new);
        Ok(Some(new))
    }
}

/// How the copied replies stand. What waited for a person, or was yet to be called, is the other chat's matter: here the
/// model is told so when the reply goes on.
async fn replies(
    core: &Core,
    from: ChatId,
    new_ids: &HashMap<MessageId, MessageId>,
    messages: &mut [MessageRecord],
) -> Result<Vec<ReplyRecord>, StoreError> {
    let mut copied = Vec::new();
    for reply in core.store.replies_of(from).await?.into_values() {
        let Some(new) = new_ids.get(&reply.message).copied() else { continue };
        let status = match reply.status {
            ReplyStatus::Waiting | ReplyStatus::Running => ReplyStatus::Stopped,
            other => other,
        };
        if status != ReplyStatus::Done
            && let Some(message) = messages.iter_mut().find(|message| message.id == new)
        {
            message.content = without_open_calls(core, &message.content).await?;
        }
        copied.push(ReplyRecord { message: new, status, ..reply });
    }
    Ok(copied)
}

async fn without_open_calls(core: &Core, content: &Value) -> Result<Value, StoreError> {
    let mut reply = Reply::read(content);
    let asked = reply.parts.iter().filter_map(ReplyPart::asked).filter(|asked| !asked.is_settled());
    for call in asked.map(|asked| asked.call_id).collect::<Vec<_>>() {
        let status = core.store.call(call).await?.map(|(call, _)| call.status);
        if !matches!(status, Some(CallStatus::Success | CallStatus::Error)) {
            reply.refuse(call, NOT_HERE.to_owned());
        }
    }
    serde_json::to_value(&reply.parts)
        .map_err(|error| StoreError::Damaged { table: "messages", what: error.to_string() })
}

/// Blobs first, then the rows that name them, then the folder; a crash before the folder is there is mended at the next
/// start.
async fn keep(core: &Core, from: ChatId, copied: Copied) -> Result<ChatRecord, ForkError> {
    let Copied { chat, states, messages, replies } = copied;
    let hashes: HashSet<BlobHash> =
        states.iter().flat_map(|(_, files)| files.entries().values().map(|entry| entry.hash)).collect();
    let (blobs, to) = (Arc::clone(&core.blobs), chat.id);
    spawn_blocking(move || blobs.share(from, to, &hashes)).await.map_err(SettleError::from)??;
    let turn = core.turns.take(chat.id).await;
    let write = core.store.write().await?;
    write.add_chat(&chat).await?;
    for (state, files) in &states {
        write.add_manifest(state, files).await?;
    }
    for message in &messages {
        write.add_message(message).await?;
    }
    for reply in &replies {
        write.put_reply(reply).await?;
    }
    if let Some(chest) = write.chest(from).await? {
        write.put_chest(chat.id, &chest).await?;
    }
    write.set_leaf(chat.id, chat.active_leaf).await?;
    write.begin_checkout(chat.id, chat.active_manifest).await?;
    write.commit().await?;
    core.events.publish(EventKind::ChatCreated { chat: chat.id });
    let head = load_head(core, chat.active_manifest).await?;
    check_out(core, turn, head).await?;
    Ok(ChatRecord { folder: FolderState::There, ..chat })
}
