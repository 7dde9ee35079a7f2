//! Reading recorded states. Nothing here touches the folder, so nothing here waits for a turn.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::Arc;

use pegboard_cas::{BlobHash, BlobStore, Columns, Entry, Manifest, Mode, TreePath};
use pegboard_model::ids::{ChatId, ManifestId, MessageId};
use pegboard_model::suggest::near_matches;

use crate::core::Core;
use crate::desk;
use crate::record::{Changes, ManifestRecord, Page, PageRequest, WorkspaceEntry};
use crate::settle::{SettleError, load_head};
use crate::workspace::error::WorkspaceError;

/// How many near matches an error names.
const NEAR: usize = 3;

/// Which recorded state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// The one the chat stands on.
    Active,
    /// This one.
    Manifest(ManifestId),
    /// The one after this message.
    Message(MessageId),
}

/// The files of one state.
#[derive(Debug, Clone)]
pub struct FileListing {
    /// `None` is the empty state of a new chat.
    pub manifest: Option<ManifestId>,
    pub entries: Vec<WorkspaceEntry>,
    pub empty_dirs: Vec<String>,
}

/// One file of one state.
pub struct FileContent {
    pub entry: WorkspaceEntry,
    /// Its bytes; a damaged blob ends in an error instead of wrong bytes.
    pub reader: Box<dyn Read + Send>,
}

/// One state in full.
#[derive(Debug, Clone)]
pub struct ManifestDetail {
    /// `None` for the empty state of a new chat.
    pub record: Option<ManifestRecord>,
    pub files: BTreeMap<String, BlobHash>,
    /// `x` (executable), `l` (link), `d` (empty folder) by path.
    pub attrs: BTreeMap<String, String>,
}

/// What differs between two states.
#[derive(Debug, Clone)]
pub struct WorkspaceDiff {
    pub from: Option<ManifestId>,
    pub to: Option<ManifestId>,
    pub changes: Changes,
    /// Hashes before and after, by changed path.
    pub hashes: BTreeMap<String, (Option<BlobHash>, Option<BlobHash>)>,
}

pub(crate) async fn files(core: &Core, chat: ChatId, at: At) -> Result<FileListing, WorkspaceError> {
    let (id, manifest) = state(core, chat, at).await?;
    let blobs = blobs(core, chat)?;
    let entries = manifest.entries().iter().map(|(path, entry)| listed(&*blobs, path, entry)).collect();
    let empty_dirs = manifest.empty_dirs().iter().map(ToString::to_string).collect();
    Ok(FileListing { manifest: id, entries, empty_dirs })
}

pub(crate) async fn file(
    core: &Core,
    chat: ChatId,
    path: &str,
    at: At,
) -> Result<FileContent, WorkspaceError> {
    let wanted = parse(path)?;
    let (_, manifest) = state(core, chat, at).await?;
    let entry = manifest.get(&wanted).ok_or_else(|| no_file(&manifest, path))?;
    let blobs = blobs(core, chat)?;
    let reader = blobs
        .open(&entry.hash)
        .map_err(|error| WorkspaceError::Blob { path: path.to_owned(), reason: error.to_string() })?;
    Ok(FileContent { entry: listed(&*blobs, &wanted, entry), reader: Box::new(reader) })
}

pub(crate) async fn manifest(core: &Core, chat: ChatId, at: At) -> Result<ManifestDetail, WorkspaceError> {
    let (id, manifest) = state(core, chat, at).await?;
    let record = match id {
        Some(id) => core.store.manifest_record(id).await?,
        None => None,
    };
    let Columns { attrs, .. } = manifest.to_columns();
    let attrs = serde_json::from_str(&attrs).unwrap_or_default();
    let files = manifest.entries().iter().map(|(path, entry)| (path.to_string(), entry.hash)).collect();
    Ok(ManifestDetail { record, files, attrs })
}

pub(crate) async fn manifests(
    core: &Core,
    chat: ChatId,
    page: PageRequest,
) -> Result<Page<ManifestRecord>, WorkspaceError> {
    core.store.chat(chat).await?.ok_or(WorkspaceError::NoChat(chat))?;
    Ok(core.store.manifests(chat, page).await?)
}

pub(crate) async fn diff(
    core: &Core,
    chat: ChatId,
    from: Option<At>,
    to: At,
) -> Result<WorkspaceDiff, WorkspaceError> {
    let (to, new) = state(core, chat, to).await?;
    let (from, old) = match from {
        Some(from) => state(core, chat, from).await?,
        None => {
            let before = below(core, to).await?;
            (before, load_head(core, before).await?.manifest)
        }
    };
    let changes = desk::changes(&old, &new);
    let paths = changes.added.iter().chain(&changes.modified).chain(&changes.removed);
    let hash = |manifest: &Manifest, path: &str| {
        TreePath::parse(path).ok().and_then(|path| manifest.get(&path).map(|entry| entry.hash))
    };
    let hashes = paths.map(|path| (path.clone(), (hash(&old, path), hash(&new, path)))).collect();
    Ok(WorkspaceDiff { from, to, changes, hashes })
}

/// The state that one was made from.
async fn below(core: &Core, state: Option<ManifestId>) -> Result<Option<ManifestId>, WorkspaceError> {
    let Some(id) = state else {
        return Ok(None);
    };
    Ok(core.store.manifest_record(id).await?.and_then(|record| record.parent))
}

/// Finds a state of this chat, and no other chat's.
pub(super) async fn state(
    core: &Core,
    chat: ChatId,
    at: At,
) -> Result<(Option<ManifestId>, Arc<Manifest>), WorkspaceError> {
    let record = core.store.chat(chat).await?.ok_or(WorkspaceError::NoChat(chat))?;
    let id = match at {
        At::Active => record.active_manifest,
        At::Manifest(id) => {
            let found = core.store.manifest_record(id).await?.filter(|found| found.chat == chat);
            Some(found.ok_or(WorkspaceError::NoManifest(id))?.id)
        }
        At::Message(id) => {
            let found = core.store.message(id).await?.filter(|found| found.chat == chat);
            found.ok_or(WorkspaceError::NoMessage(id))?.manifest
        }
    };
    let head = load_head(core, id).await?;
    Ok((id, head.manifest))
}

pub(super) fn parse(path: &str) -> Result<TreePath, WorkspaceError> {
    TreePath::parse(path).map_err(|reason| WorkspaceError::Path { path: shown(path), reason })
}

pub(super) fn no_file(manifest: &Manifest, path: &str) -> WorkspaceError {
    let paths: Vec<String> = manifest.entries().keys().take(10_000).map(ToString::to_string).collect();
    let near = near_matches(path, paths.iter().map(String::as_str), NEAR);
    WorkspaceError::NoFile { path: shown(path), near: near.into_iter().map(str::to_owned).collect() }
}

fn shown(path: &str) -> String {
    path.chars().take(200).collect()
}

pub(super) fn blobs(core: &Core, chat: ChatId) -> Result<Arc<dyn BlobStore>, WorkspaceError> {
    let opened = core.blobs.of(chat);
    opened.map_err(|error| WorkspaceError::Settle(SettleError::Desk(error.into())))
}

fn listed(blobs: &dyn BlobStore, path: &TreePath, entry: &Entry) -> WorkspaceEntry {
    let kind = match entry.mode {
        Mode::Plain => "file",
        Mode::Executable => "executable",
        Mode::Link => "link",
    };
    WorkspaceEntry { path: path.to_string(), sha256: entry.hash, size: blobs.size(&entry.hash).ok(), kind }
}
