//! Messages that bring files along: the message and the state of the workspace with its files are there together, or neither is.

use std::sync::Arc;

use pegboard_cas::{BlobError, BlobHash, Manifest, PathError, TreePath};
use pegboard_model::attachment::{
    AttachedFile, FILE_BYTES_MAX, FILES_BYTES_MAX, FILES_MAX, file_name, place,
};
use pegboard_model::ids::{ChatId, MessageId};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use crate::chats::message::{Below, MessageError, checked, stand_below, take_title, tell};
use crate::clock;
use crate::core::Core;
use crate::leaf::{Also, LeafError, Move, move_chat};
use crate::record::{ManifestSource, MessageRecord, Role};
use crate::settle::{NewManifest, SettleError, load_head, record_change, settle};
use crate::store::StoreError;
use crate::workspace::{InTheWay, is_taken, with_file};

/// A file that a person sends with a message.
#[derive(Debug, Clone)]
pub struct Attachment {
    /// As they call it.
    pub name: String,
    /// What they say that it is, such as `image/png`.
    pub media_type: String,
    pub content: AttachedContent,
}

/// What a person says, and sends with it.
#[derive(Debug, Clone, Default)]
pub struct Sent {
    pub text: String,
    pub files: Vec<Attachment>,
}

impl Sent {
    /// Words alone.
    pub fn text(text: String) -> Self {
        Self { text, files: Vec::new() }
    }
}

/// Where its bytes are.
#[derive(Debug, Clone)]
pub enum AttachedContent {
    New(Vec<u8>),
    /// In the workspace already, as another message of the chat left it: that message is said again, differently.
    Kept {
        message: MessageId,
        path: String,
    },
}

/// Why a message with files was not added.
#[derive(Debug, thiserror::Error)]
pub enum AttachError {
    #[error("a message may have {FILES_MAX} files")]
    TooMany,
    #[error("`{name}` has {bytes} bytes; a file of a message may have {FILE_BYTES_MAX}")]
    TooLarge { name: String, bytes: usize },
    #[error("the files of this message have {0} bytes; together they may have {FILES_BYTES_MAX}")]
    AllTooLarge(usize),
    #[error("there is no file `{path}` with the message {message}")]
    NoFile { message: MessageId, path: String },
    /// Something that is no folder stands where the files are put.
    #[error(transparent)]
    InTheWay(#[from] InTheWay),
    #[error("`{name}` is no name that a file can have: {reason}")]
    Name { name: String, reason: PathError },
    #[error("a file could not be stored")]
    Unstored(#[source] BlobError),
    #[error(transparent)]
    Message(#[from] MessageError),
}

impl From<StoreError> for AttachError {
    fn from(error: StoreError) -> Self {
        MessageError::from(error).into()
    }
}

impl From<SettleError> for AttachError {
    fn from(error: SettleError) -> Self {
        MessageError::from(error).into()
    }
}

impl From<LeafError> for AttachError {
    fn from(error: LeafError) -> Self {
        MessageError::from(error).into()
    }
}

/// A file whose bytes are stored. Nothing names them yet.
struct Stored {
    name: String,
    media_type: String,
    hash: BlobHash,
    size: u64,
}

/// Adds what a person says with files, and makes it the active leaf: the files lie in the workspace from there on.
pub(crate) async fn add_with_files(
    core: &Core,
    chat: ChatId,
    id: MessageId,
    below: Below,
    sent: Sent,
) -> Result<MessageRecord, AttachError> {
    check(&sent.files)?;
    let stored = store(core, chat, sent.files).await?;
    let (turn, record) = stand_below(core, chat, below).await?;
    let (turn, settled) = settle(core, turn, &record).await?;
    let (manifest, files) = with_files(&settled.head.manifest, stored)?;
    let source_ref = Some(id.to_string());
    let state =
        record_change(&record, &settled.head, Arc::new(manifest), ManifestSource::UserUpload, source_ref);
    let head = state.as_ref().map_or_else(|| settled.head.clone(), NewManifest::head);
    let added = MessageRecord {
        id,
        chat,
        parent: record.active_leaf,
        role: Role::User,
        content: checked(core, content(&sent.text, &files))?,
        created_at: clock::now(),
        manifest: head.id,
    };
    let moved = Move { leaf: Some(id), head, new: state, also: Also::Added(added.clone()) };
    move_chat(core, turn, &record, settled, moved).await?;
    let write = core.store.write().await?;
    let titled = take_title(&write, &added).await?;
    write.commit().await?;
    tell(core, &added, titled);
    Ok(added)
}

fn check(files: &[Attachment]) -> Result<(), AttachError> {
    if files.len() > FILES_MAX {
        return Err(AttachError::TooMany);
    }
    let mut all = 0;
    for file in files {
        let AttachedContent::New(content) = &file.content else { continue };
        let bytes = content.len();
        if bytes > FILE_BYTES_MAX {
            return Err(AttachError::TooLarge { name: file_name(&file.name), bytes });
        }
        all += bytes;
    }
    if all > FILES_BYTES_MAX {
        return Err(AttachError::AllTooLarge(all));
    }
    Ok(())
}

/// Puts what is new among the chat's blobs, durably, and finds what is there.
async fn store(core: &Core, chat: ChatId, files: Vec<Attachment>) -> Result<Vec<Stored>, AttachError> {
    // A chat that does not exist gets no folder.
    core.store.chat(chat).await?.ok_or(MessageError::NoChat(chat))?;
    let mut stored = Vec::new();
    let mut new = Vec::new();
    for (at, file) in files.into_iter().enumerate() {
        let Attachment { name, media_type, content } = file;
        let name = file_name(&name);
        match content {
            AttachedContent::New(bytes) => new.push((at, name, media_type, bytes)),
            AttachedContent::Kept { message, path } => {
                let (hash, size) = kept(core, chat, message, &path).await?;
                stored.push((at, Stored { name, media_type, hash, size }));
            }
        }
    }
    stored.extend(keep(core, chat, new).await?);
    // As the person put them.
    stored.sort_by_key(|(at, _)| *at);
    Ok(stored.into_iter().map(|(_, file)| file).collect())
}

type NewFile = (usize, String, String, Vec<u8>);

async fn keep(core: &Core, chat: ChatId, new: Vec<NewFile>) -> Result<Vec<(usize, Stored)>, AttachError> {
    let blobs = core.blobs.of(chat).map_err(|error| SettleError::Desk(error.into()))?;
    let keep = move || {
        let batch = blobs.batch()?;
        let put = |(at, name, media_type, bytes): NewFile| {
            let stored = batch.put(&bytes)?;
            Ok((at, Stored { name, media_type, hash: stored.hash, size: stored.len }))
        };
        let stored = new.into_iter().map(put).collect::<Result<Vec<_>, BlobError>>()?;
        batch.finish()?;
        Ok(stored)
    };
    spawn_blocking(keep).await.map_err(SettleError::from)?.map_err(AttachError::Unstored)
}

/// A file of another message of the chat, as that message left it.
async fn kept(
    core: &Core,
    chat: ChatId,
    message: MessageId,
    path: &str,
) -> Result<(BlobHash, u64), AttachError> {
    let missing = || AttachError::NoFile { message, path: path.to_owned() };
    let found = core.store.message(message).await?.filter(|found| found.chat == chat).ok_or_else(missing)?;
    let file = AttachedFile::all_of(&found.content).find(|file| file.path() == Some(path));
    let size = file.ok_or_else(missing)?.size;
    let path = TreePath::parse(path).map_err(|_| missing())?;
    let state = load_head(core, found.manifest).await?;
    let entry = state.manifest.get(&path).ok_or_else(missing)?;
    Ok((entry.hash, size))
}

/// The state with the files in it, and how the message names them.
fn with_files(before: &Manifest, stored: Vec<Stored>) -> Result<(Manifest, Vec<AttachedFile>), AttachError> {
    let mut manifest = before.clone();
    let mut files = Vec::with_capacity(stored.len());
    for Stored { name, media_type, hash, size } in stored {
        let taken = |path: &str| TreePath::parse(path).is_ok_and(|path| is_taken(&manifest, &path));
        let path = place(&name, taken);
        let target =
            TreePath::parse(&path).map_err(|reason| AttachError::Name { name: name.clone(), reason })?;
        manifest = with_file(&manifest, &target, hash)?;
        files.push(AttachedFile::at(&path, name, media_type, size));
    }
    Ok((manifest, files))
}

fn content(text: &str, files: &[AttachedFile]) -> Value {
    let said = (!text.is_empty()).then(|| json!({"type": "text", "text": text}));
    said.into_iter().chain(files.iter().map(|file| json!(file))).collect()
}
