//! A chat made of a ZIP. All or nothing: any error leaves everything as it was.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use pegboard_cas::{BlobError, BlobHash, BlobStore, Manifest};
use tempfile::TempDir;
use tokio::sync::mpsc;
use tokio::task::{JoinError, spawn_blocking};

use super::format::{ARCHIVE_BLOBS_MAX, ARCHIVE_UNPACKED_MAX, BLOBS};
use super::fresh::Fresh;
use super::read::{ArchiveFault, Survey, Unpacked};
use crate::bundle::{BundleError, BundleLimits, unpack};
use crate::chats::message::{self, MessageError};
use crate::chats::{UNTITLED, stored_title};
use crate::core::Core;
use crate::events::EventKind;
use crate::layout;
use crate::record::{CallRecord, ChatRecord, FolderState, ManifestRecord, MessageRecord, ReplyRecord};
use crate::settle::{SettleError, check_out, load_head};
use crate::store::{StoreError, Write};

/// Bytes of where a link leads.
const LINK_MAX: u64 = 4096;
/// Rows that are read ahead of the database.
const AHEAD: usize = 16;
/// Deflate packs no tighter than this; what counts is how much an archive has, unpacked.
const TIGHTEST: u64 = 1_100;
/// `chat.json` and the three files of lines, and the folder of contents.
const OTHER_ENTRIES: usize = 5;

/// Why no chat was made of an archive.
#[derive(Debug, thiserror::Error)]
pub enum ImportChatError {
    #[error(transparent)]
    Archive(#[from] BundleError),
    #[error(transparent)]
    Fault(#[from] ArchiveFault),
    #[error(transparent)]
    Message(#[from] MessageError),
    #[error("a content cannot be stored")]
    Unstored(#[from] BlobError),
    #[error("the archive cannot be unpacked")]
    Disk(#[from] io::Error),
    #[error(transparent)]
    Settle(#[from] SettleError),
    #[error("the work was cut off")]
    Cut(#[from] JoinError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// One row of the new chat.
enum Row {
    State(ManifestRecord, Manifest),
    Message(Box<MessageRecord>, Option<Box<ReplyRecord>>),
    Call(Box<CallRecord>),
}

/// Makes a chat of an archive. `archive` is a file of this machine.
pub(crate) async fn import(core: &Arc<Core>, archive: PathBuf) -> Result<ChatRecord, ImportChatError> {
    let spool = layout::spool(&core.data);
    let files = core.limits.workspace.files;
    let (unpacked, survey, folder) = spawn_blocking(move || opened(&archive, spool, files)).await??;
    let fresh = Arc::new(Fresh::new(&survey));
    let id = fresh.chat();
    let made = make(core, unpacked, survey, &fresh).await;
    drop(folder);
    if made.is_err() {
        // Nothing names the contents, and nobody knows of the chat.
        core.blobs.forget(id);
        let home = layout::chat(&core.data, id);
        if let Err(error) = fs::remove_dir_all(&home)
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(folder = %home.display(), %error, "the folder of a chat that was not imported stays");
        }
    }
    made
}

fn opened(
    archive: &PathBuf,
    spool: PathBuf,
    files: u64,
) -> Result<(Unpacked, Survey, TempDir), ImportChatError> {
    fs::create_dir_all(&spool)?;
    let folder = tempfile::Builder::new().prefix("chat-").tempdir_in(spool)?;
    let limits = BundleLimits {
        archive_bytes: u64::MAX,
        total_bytes: ARCHIVE_UNPACKED_MAX,
        file_bytes: ARCHIVE_UNPACKED_MAX,
        entries: ARCHIVE_BLOBS_MAX + OTHER_ENTRIES,
        ratio: TIGHTEST,
        ..BundleLimits::default()
    };
    unpack(File::open(archive)?, folder.path(), &limits).map_err(refused)?;
    let unpacked = Unpacked { folder: folder.path().to_owned(), files };
    let survey = unpacked.survey()?;
    Ok((unpacked, survey, folder))
}

/// What binds an archive of a chat is no matter of bundles.
fn refused(error: BundleError) -> ImportChatError {
    match error {
        BundleError::TooMany { .. } => ArchiveFault::TooManyFiles.into(),
        BundleError::TooLarge { .. } | BundleError::FileTooLarge { .. } => ArchiveFault::TooLarge.into(),
        other => other.into(),
    }
}

/// Contents first, then the rows that name them, then the folder; a crash before the folder is there is mended at the next
/// start.
async fn make(
    core: &Arc<Core>,
    unpacked: Unpacked,
    survey: Survey,
    fresh: &Arc<Fresh>,
) -> Result<ChatRecord, ImportChatError> {
    let id = fresh.chat();
    let blobs = core.blobs.of(id).map_err(|error| SettleError::Desk(error.into()))?;
    let limit = core.limits.workspace.file_bytes;
    let (folder, contents, links) =
        (unpacked.folder.join(BLOBS), survey.contents.clone(), survey.links.clone());
    spawn_blocking(move || keep(&*blobs, &folder, &contents, &links, limit)).await??;
    let chat = ChatRecord {
        id,
        title: stored_title(&survey.chat.title).unwrap_or_else(|| UNTITLED.to_owned()),
        created_at: survey.chat.created_at,
        active_leaf: survey.chat.active_leaf.map(|leaf| fresh.of(leaf)),
        active_manifest: survey.chat.active_state.map(|state| fresh.of(state)),
        folder: FolderState::CheckingOut,
    };
    let turn = core.turns.take(id).await;
    let write = core.store.write().await?;
    write.add_chat(&chat).await?;
    let (sender, mut rows) = mpsc::channel(AHEAD);
    let reader = Arc::clone(fresh);
    let read = spawn_blocking(move || send(&unpacked, &reader, &sender));
    while let Some(row) = rows.recv().await {
        add(core, &write, row).await?;
    }
    read.await??;
    if let Some(chest) = &survey.chat.chest {
        write.put_chest(id, chest).await?;
    }
    write.set_leaf(id, chat.active_leaf).await?;
    write.begin_checkout(id, chat.active_manifest).await?;
    write.commit().await?;
    core.events.publish(EventKind::ChatCreated { chat: id });
    let head = load_head(core, chat.active_manifest).await?;
    check_out(core, turn, head).await?;
    Ok(ChatRecord { folder: FolderState::There, ..chat })
}

/// Puts the contents among the chat's blobs, durably, as far as they are what their names say.
fn keep(
    blobs: &dyn BlobStore,
    folder: &std::path::Path,
    contents: &BTreeSet<BlobHash>,
    links: &BTreeSet<BlobHash>,
    limit: u64,
) -> Result<(), ImportChatError> {
    let batch = blobs.batch()?;
    for hash in contents {
        let content = match File::open(folder.join(hash.to_string())) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(ArchiveFault::NoBlob(*hash).into());
            }
            opened => opened?,
        };
        if links.contains(hash) && content.metadata()?.len() > LINK_MAX {
            return Err(ArchiveFault::Link(*hash).into());
        }
        if batch.put_file(&content, limit)?.hash != *hash {
            return Err(ArchiveFault::Blob(*hash).into());
        }
    }
    batch.finish()?;
    Ok(())
}

/// Sends the rows in the order in which they name each other; blocks.
fn send(unpacked: &Unpacked, fresh: &Fresh, rows: &mpsc::Sender<Row>) -> Result<(), ArchiveFault> {
    for state in unpacked.states()? {
        let (place, state, manifest) = state?;
        if rows.blocking_send(Row::State(fresh.state(place, state)?, manifest)).is_err() {
            return Ok(());
        }
    }
    for message in unpacked.messages()? {
        let (place, message) = message?;
        let (message, reply) = fresh.message(place, message)?;
        if rows.blocking_send(Row::Message(Box::new(message), reply.map(Box::new))).is_err() {
            return Ok(());
        }
    }
    for call in unpacked.calls()? {
        let (place, call) = call?;
        if rows.blocking_send(Row::Call(Box::new(fresh.call(place, call)?))).is_err() {
            return Ok(());
        }
    }
    Ok(())
}

async fn add(core: &Core, write: &Write, row: Row) -> Result<(), ImportChatError> {
    match row {
        Row::State(state, files) => write.add_manifest(&state, &files).await?,
        Row::Message(message, reply) => {
            let content = message::checked(core, message.content.clone())?;
            write.add_message(&MessageRecord { content, ..*message }).await?;
            if let Some(reply) = reply {
                write.put_reply(&reply).await?;
            }
        }
        Row::Call(call) => write.add_ended_call(&call).await?,
    }
    Ok(())
}
