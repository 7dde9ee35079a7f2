//! Changes that people make themselves. Each is a manifest, so each can be undone.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use pegboard_cas::{BlobHash, Manifest, TreePath};
use pegboard_model::ids::{ChatId, ManifestId};
use tokio::task::spawn_blocking;

use crate::clock;
use crate::core::Core;
use crate::desk;
use crate::events::EventKind;
use crate::leaf::{self, Also, Move};
use crate::record::{Changes, ChatRecord, ManifestRecord, ManifestSource};
use crate::settle::{NewManifest, SettleError, Settled, load_head, record_change, settle, settle_to_leave};
use crate::workspace::error::WorkspaceError;
use crate::workspace::read::{no_file, parse};
use crate::workspace::rewrite::{Removal, moved, with_file, without};

/// What a change led to.
#[derive(Debug, Clone)]
pub struct ManifestChange {
    /// The state after it; `None` while the workspace is still the empty one of a new chat.
    pub manifest: Option<ManifestId>,
    pub changes: Changes,
}

/// What a file that is put into the workspace may take the place of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replacing {
    /// Whatever is there, if anything.
    Anything,
    /// Only this content: whoever writes has seen it, and nothing else is to be lost.
    Only(BlobHash),
}

/// Puts one file into the workspace. `content` is a spooled file of this machine.
pub(crate) async fn put_file(
    core: &Core,
    chat: ChatId,
    path: &str,
    content: PathBuf,
    source: ManifestSource,
    replacing: Replacing,
) -> Result<ManifestChange, WorkspaceError> {
    let target = parse(path)?;
    let content = store(core, chat, &target, content).await?;
    change(core, chat, source, |manifest| {
        if let Replacing::Only(seen) = replacing
            && manifest.get(&target).map(|entry| entry.hash) != Some(seen)
        {
            return Err(WorkspaceError::Changed { path: path.to_owned() });
        }
        Ok(with_file(manifest, &target, content)?)
    })
    .await
}

/// Removes one file, or a folder with all that is in it.
pub(crate) async fn delete_file(
    core: &Core,
    chat: ChatId,
    path: &str,
    removal: Removal,
) -> Result<ManifestChange, WorkspaceError> {
    let target = parse(path)?;
    change(core, chat, ManifestSource::Edit, |manifest| match without(manifest, &target, removal) {
        Some(left) => Ok(left?),
        None => Err(no_file(manifest, path)),
    })
    .await
}

/// Gives a file, a link or a folder another path.
pub(crate) async fn move_file(
    core: &Core,
    chat: ChatId,
    from: &str,
    to: &str,
) -> Result<ManifestChange, WorkspaceError> {
    let (source, target) = (parse(from)?, parse(to)?);
    change(core, chat, ManifestSource::Edit, |manifest| match moved(manifest, &source, &target) {
        Some(changed) => Ok(changed?),
        None => Err(no_file(manifest, from)),
    })
    .await
}

/// Puts the content among the chat's blobs, durably. Nothing names it yet.
async fn store(
    core: &Core,
    chat: ChatId,
    path: &TreePath,
    content: PathBuf,
) -> Result<BlobHash, WorkspaceError> {
    // A chat that does not exist gets no folder.
    core.store.chat(chat).await?.ok_or(WorkspaceError::NoChat(chat))?;
    let blobs = core.blobs.of(chat).map_err(|error| SettleError::Desk(error.into()))?;
    let limit = core.limits.workspace.file_bytes;
    let put = move || {
        let content = File::open(content).map_err(WorkspaceError::Upload)?;
        let batch = blobs.batch().map_err(WorkspaceError::Unstored)?;
        let stored = batch.put_file(&content, limit).map_err(WorkspaceError::Unstored)?;
        batch.finish().map_err(WorkspaceError::Unstored)?;
        Ok(stored.hash)
    };
    let stored = spawn_blocking(put).await.map_err(SettleError::from)?;
    stored.inspect_err(|error| tracing::warn!(%path, ?error, "an upload could not be stored"))
}

/// Records the state that `rewrite` makes of the present one, then gives it to the folder: an edit is there as a
/// whole or not at all, whenever the server ends.
async fn change<F>(
    core: &Core,
    chat: ChatId,
    source: ManifestSource,
    rewrite: F,
) -> Result<ManifestChange, WorkspaceError>
where
    F: FnOnce(&Manifest) -> Result<Manifest, WorkspaceError>,
{
    let turn = core.turns.take(chat).await;
    let record = core.store.chat(chat).await?.ok_or(WorkspaceError::NoChat(chat))?;
    let (turn, settled) = settle(core, turn, &record).await?;
    let manifest = match rewrite(&settled.head.manifest) {
        Ok(manifest) => Arc::new(manifest),
        Err(refused) => {
            // Whoever was refused reads next, and must see what somebody did in the folder: it may be the reason.
            unchanged(core, &record, settled).await?;
            return Err(refused);
        }
    };
    let changes = desk::changes(&settled.head.manifest, &manifest);
    let source_ref = record.active_leaf.map(|leaf| leaf.to_string());
    let Some(state) = record_change(&record, &settled.head, manifest, source, source_ref) else {
        return unchanged(core, &record, settled).await;
    };
    let head = state.head();
    let manifest = head.id;
    let moved = Move { leaf: record.active_leaf, head, new: Some(state), also: Also::Nothing };
    leaf::move_chat(core, turn, &record, settled, moved).await?;
    Ok(ManifestChange { manifest, changes })
}

/// Nothing was changed; what somebody did in the folder is recorded all the same.
async fn unchanged(
    core: &Core,
    chat: &ChatRecord,
    settled: Settled,
) -> Result<ManifestChange, WorkspaceError> {
    let manifest = settled.head.id;
    if settled.edit.is_some() {
        let write = core.store.write().await?;
        settled.add(&write, chat).await?;
        write.commit().await?;
        core.events.publish(EventKind::WorkspaceChanged { chat: chat.id, manifest });
    }
    Ok(ManifestChange { manifest, changes: Changes::default() })
}

/// Gives the workspace an earlier state again. That is a new state, so that it can be undone as well.
pub(crate) async fn restore(
    core: &Core,
    chat: ChatId,
    manifest: ManifestId,
) -> Result<ManifestChange, WorkspaceError> {
    let turn = core.turns.take(chat).await;
    let record = core.store.chat(chat).await?.ok_or(WorkspaceError::NoChat(chat))?;
    let found = core.store.manifest_record(manifest).await?;
    // What a pending call would leave is no state to go back to: a person may not have said yes to it.
    let found = found.filter(|found| found.chat == chat && found.source != ManifestSource::Preview);
    let found = found.ok_or(WorkspaceError::NoManifest(manifest))?;
    let (turn, settled) = settle_to_leave(core, turn, &record).await?;
    let target = load_head(core, Some(found.id)).await?;
    let changes = desk::changes(&settled.head.manifest, &target.manifest);
    let state = NewManifest {
        record: ManifestRecord {
            id: clock::fresh(),
            chat,
            parent: Some(found.id),
            created_at: clock::now(),
            source: ManifestSource::Branch,
            source_ref: settled.head.id.map(|id| id.to_string()),
        },
        manifest: target.manifest,
    };
    let head = state.head();
    let moved = Move { leaf: record.active_leaf, head: head.clone(), new: Some(state), also: Also::Nothing };
    leaf::move_chat(core, turn, &record, settled, moved).await?;
    Ok(ManifestChange { manifest: head.id, changes })
}
