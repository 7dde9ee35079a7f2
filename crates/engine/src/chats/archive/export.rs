//! A chat as a ZIP.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use pegboard_cas::{BlobError, BlobHash, BlobStore, Manifest};
use pegboard_model::ids::{CallId, ChatId, ManifestId, MessageId};
use serde::Serialize;
use tempfile::TempDir;
use tokio::task::spawn_blocking;
use zip::result::ZipError;

use super::format::{
    ARCHIVE_BLOBS_MAX, ARCHIVE_LINES_MAX, ARCHIVE_UNPACKED_MAX, ArchivedCall, ArchivedChat, ArchivedMessage,
    ArchivedReply, ArchivedState, BLOBS, CALLS, CHAT, FORMAT, MESSAGES, STATES, VERSION,
};
use super::states::difference;
use crate::chats;
use crate::core::Core;
use crate::layout;
use crate::lookup::LookupError;
use crate::record::{
    CallRecord, ChatRecord, Cursor, ManifestRecord, MessageRecord, PAGE_MAX, PageRequest, ReplyRecord,
};
use crate::settle::{SettleError, load_head, settle_and_record};
use crate::store::{CallFilter, StoreError};
use crate::zip_stream::{self, Zip, options};

/// Why a chat is not exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportChatError {
    #[error(transparent)]
    Lookup(#[from] LookupError),
    #[error("a reply is being written in this chat")]
    Writing,
    #[error("the chat has more than {ARCHIVE_LINES_MAX} {0}, which is more than an archive may have")]
    TooMany(&'static str),
    #[error("the chat has more than {} GiB of files, which is more than an archive may have", ARCHIVE_UNPACKED_MAX >> 30)]
    TooLarge,
    #[error("a stored content cannot be read: {0}")]
    Blob(#[from] BlobError),
    #[error("the archive cannot be prepared")]
    Disk(#[from] io::Error),
    #[error(transparent)]
    Settle(#[from] SettleError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why an archive broke off while it was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteChatError {
    #[error("a stored content cannot be read")]
    Content(#[source] io::Error),
    /// Whoever takes it takes no more.
    #[error("the archive could not be written")]
    Write(#[from] io::Error),
}

impl From<ZipError> for WriteChatError {
    fn from(error: ZipError) -> Self {
        Self::Write(error.into())
    }
}

/// A chat, ready to be written: all that it names is known to be there.
pub struct ChatArchive {
    title: String,
    /// Its files but the contents.
    folder: TempDir,
    contents: BTreeSet<BlobHash>,
    blobs: Arc<dyn BlobStore>,
}

/// Gathers a chat as it is at this moment.
pub(crate) async fn export(core: &Core, id: ChatId) -> Result<ChatArchive, ExportChatError> {
    if core.live_replies.of(id).is_some() {
        return Err(ExportChatError::Writing);
    }
    let turn = core.turns.take(id).await;
    let chat = chats::show(core, id).await?;
    let (turn, chat) = settle_and_record(core, turn, &chat).await?;
    let spool = layout::spool(&core.data);
    std::fs::create_dir_all(&spool)?;
    let folder = tempfile::Builder::new().prefix("chat-").tempdir_in(spool)?;
    let contents = gather(core, &chat, folder.path()).await?;
    // The chat can go on: contents are never taken away.
    drop(turn);
    let blobs = core.blobs.of(id).map_err(|error| SettleError::Desk(error.into()))?;
    let archive = ChatArchive { title: chat.title, folder, contents, blobs };
    spawn_blocking(move || archive.checked()).await.map_err(SettleError::from)?
}

/// Writes down all of a chat but the contents of its files, and says which those are.
async fn gather(
    core: &Core,
    chat: &ChatRecord,
    folder: &Path,
) -> Result<BTreeSet<BlobHash>, ExportChatError> {
    let mut named: BTreeSet<ManifestId> = chat.active_manifest.into_iter().collect();
    named.extend(core.store.state_above_all(chat.id).await?);
    let messages = core.store.messages(chat.id).await?;
    let ids: BTreeSet<MessageId> = messages.iter().map(|message| message.id).collect();
    named.extend(messages.iter().filter_map(|message| message.manifest));
    let calls = named_calls(&messages);
    gather_messages(messages, core.store.replies_of(chat.id).await?, folder)?;
    named.extend(gather_calls(core, chat.id, &ids, calls, folder).await?);
    let contents = gather_states(core, named, folder).await?;
    let archived = ArchivedChat {
        format: FORMAT.to_owned(),
        version: VERSION,
        id: chat.id,
        title: chat.title.clone(),
        created_at: chat.created_at,
        active_leaf: chat.active_leaf,
        active_state: chat.active_manifest,
        chest: core.store.chest(chat.id).await?,
    };
    let file = File::create(folder.join(CHAT))?;
    serde_json::to_writer_pretty(file, &archived).map_err(io::Error::from)?;
    Ok(contents)
}

fn gather_messages(
    messages: Vec<MessageRecord>,
    mut replies: HashMap<MessageId, ReplyRecord>,
    folder: &Path,
) -> Result<(), ExportChatError> {
    let mut lines = Lines::create(folder, MESSAGES, "messages")?;
    for message in messages {
        let reply = replies.remove(&message.id).map(archived_reply);
        let MessageRecord { id, parent, role, content, created_at, manifest: state, .. } = message;
        let role = role.as_str().to_owned();
        lines.add(&ArchivedMessage { id, parent, role, content, created_at, state, reply })?;
    }
    lines.end()
}

/// The calls that messages name, each with its message.
fn named_calls(messages: &[MessageRecord]) -> BTreeMap<CallId, MessageId> {
    let parts = |message: &MessageRecord| message.content.as_array().cloned().unwrap_or_default();
    let named = messages.iter().flat_map(|message| parts(message).into_iter().map(|part| (part, message.id)));
    named
        .filter(|(part, _)| part["type"] == "tool-call")
        .filter_map(|(part, message)| Some((part["call_id"].as_str()?.parse().ok()?, message)))
        .collect()
}

/// Gives the states that the calls name. Calls of the chat that this one was forked from have theirs there.
async fn gather_calls(
    core: &Core,
    chat: ChatId,
    messages: &BTreeSet<MessageId>,
    mut elsewhere: BTreeMap<CallId, MessageId>,
    folder: &Path,
) -> Result<BTreeSet<ManifestId>, ExportChatError> {
    let filter = CallFilter { chat: Some(chat), ..CallFilter::default() };
    let mut lines = Lines::create(folder, CALLS, "calls")?;
    let (mut named, mut cursor) = (BTreeSet::new(), None::<Cursor>);
    loop {
        let page = core.store.calls(&filter, PageRequest { limit: PAGE_MAX, cursor }).await?;
        for call in page.items.into_iter().filter(|call| messages.contains(&call.message)) {
            named.extend(call.pre_manifest);
            named.extend(call.post_manifest);
            elsewhere.remove(&call.id);
            lines.add(&archived_call(call))?;
        }
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    let ids: Vec<CallId> = elsewhere.keys().copied().collect();
    for call in core.store.calls_of(&ids).await?.into_values() {
        let message = elsewhere.get(&call.id).copied().unwrap_or(call.message);
        let here = CallRecord { message, parent: None, pre_manifest: None, post_manifest: None, ..call };
        lines.add(&archived_call(here))?;
    }
    lines.end()?;
    Ok(named)
}

async fn gather_states(
    core: &Core,
    named: BTreeSet<ManifestId>,
    folder: &Path,
) -> Result<BTreeSet<BlobHash>, ExportChatError> {
    let mut lines = Lines::create(folder, STATES, "states of its workspace")?;
    let (mut before, mut contents) = (Arc::new(Manifest::empty()), BTreeSet::new());
    for id in &named {
        let record = core.store.manifest_record(*id).await?.ok_or(SettleError::NoManifest(*id))?;
        let state = load_head(core, Some(*id)).await?.manifest;
        let ManifestRecord { id, parent, created_at, source, source_ref, .. } = record;
        let parent = parent.filter(|parent| named.contains(parent));
        let (source, paths) = (source.as_str().to_owned(), difference(&before, &state));
        lines.add(&ArchivedState { id, parent, created_at, source, source_ref, paths })?;
        contents.extend(state.hashes());
        before = state;
    }
    lines.end()?;
    Ok(contents)
}

fn archived_reply(reply: ReplyRecord) -> ArchivedReply {
    let ReplyRecord { status, model, worker, caller, error, usage, started_at, ended_at, .. } = reply;
    let (status, caller) = (status.to_string(), caller.name);
    ArchivedReply { status, model, worker, caller, error, usage, started_at, ended_at }
}

fn archived_call(call: CallRecord) -> ArchivedCall {
    ArchivedCall {
        id: call.id,
        message: call.message,
        parent: call.parent,
        tool: call.tool,
        toolset: call.toolset,
        provider: call.provider,
        args: call.args,
        status: call.status,
        result: call.result,
        error: call.error,
        render_plan: call.render_plan,
        log: call.log,
        caller: call.caller,
        worker: call.worker,
        triggered_by: call.triggered_by.map(|by| by.to_string()),
        rule: call.rule,
        asked_because: call.asked_because,
        created_at: call.created_at,
        started_at: call.started_at,
        finished_at: call.finished_at,
        before: call.pre_manifest,
        after: call.post_manifest,
        changes: call.changes,
        warnings: call.warnings,
    }
}

/// A file of lines that is being written.
struct Lines {
    file: BufWriter<File>,
    what: &'static str,
    count: usize,
}

impl Lines {
    fn create(folder: &Path, name: &str, what: &'static str) -> Result<Self, ExportChatError> {
        Ok(Self { file: BufWriter::new(File::create(folder.join(name))?), what, count: 0 })
    }

    fn add(&mut self, line: &impl Serialize) -> Result<(), ExportChatError> {
        self.count += 1;
        if self.count > ARCHIVE_LINES_MAX {
            return Err(ExportChatError::TooMany(self.what));
        }
        serde_json::to_writer(&mut self.file, line).map_err(io::Error::from)?;
        Ok(self.file.write_all(b"\n")?)
    }

    fn end(mut self) -> Result<(), ExportChatError> {
        Ok(self.file.flush()?)
    }
}

impl ChatArchive {
    /// What the chat is called.
    pub fn title(&self) -> &str {
        &self.title
    }

    fn checked(self) -> Result<Self, ExportChatError> {
        if self.contents.len() > ARCHIVE_BLOBS_MAX {
            return Err(ExportChatError::TooMany("contents of files"));
        }
        let mut bytes = 0_u64;
        for hash in &self.contents {
            bytes = bytes.saturating_add(self.blobs.size(hash)?);
        }
        if bytes > ARCHIVE_UNPACKED_MAX {
            return Err(ExportChatError::TooLarge);
        }
        Ok(self)
    }

    /// Writes the ZIP; blocks. After an error, what was written is no whole archive and cannot be taken for one.
    ///
    /// # Errors
    /// When content is lost or damaged, or `sink` takes no more.
    pub fn write(&self, sink: impl Write) -> Result<(), WriteChatError> {
        zip_stream::write(sink, |zip| self.fill(zip))
    }

    fn fill<W: Write>(&self, zip: &mut Zip<W>) -> Result<(), WriteChatError> {
        for name in [CHAT, STATES, MESSAGES, CALLS] {
            let file = File::open(self.folder.path().join(name))?;
            let size = file.metadata()?.len();
            zip_stream::add(zip, name.to_owned(), options(), size, file, WriteChatError::Content)?;
        }
        for hash in &self.contents {
            let lost = |error: BlobError| WriteChatError::Content(io::Error::other(error));
            let (size, content) =
                (self.blobs.size(hash).map_err(lost)?, self.blobs.open(hash).map_err(lost)?);
            zip_stream::add(
                zip,
                format!("{BLOBS}/{hash}"),
                options(),
                size,
                content,
                WriteChatError::Content,
            )?;
        }
        Ok(())
    }
}
