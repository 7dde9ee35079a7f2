//! Changes that people make themselves. Each is a manifest, so each can be undone.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use pegboard_model::ids::{ChatId, ManifestId};

use crate::clock;
use crate::core::Core;
use crate::desk::{self, Desk, DeskError, Seen};
use crate::events::EventKind;
use crate::leaf::{self, Move};
use crate::record::{Changes, ChatRecord, ManifestRecord, ManifestSource};
use crate::settle::{NewManifest, SettleError, load_head, record_change, settle, settle_to_leave};
use crate::workspace::error::WorkspaceError;
use crate::workspace::read::{At, no_file, parse, state};

/// What a change led to.
#[derive(Debug, Clone)]
pub struct ManifestChange {
    /// The state after it; `None` while the workspace is still the empty one of a new chat.
    pub manifest: Option<ManifestId>,
    pub changes: Changes,
}

/// Puts one file into the workspace. `content` is a spooled file of this machine.
pub(crate) async fn put_file(
    core: &Core,
    chat: ChatId,
    path: &str,
    content: PathBuf,
    source: ManifestSource,
) -> Result<ManifestChange, WorkspaceError> {
    let target = parse(path)?;
    let mut content = File::open(content).map_err(WorkspaceError::Upload)?;
    change(core, chat, source, move |desk| desk.write(&target, &mut content)).await
}

/// Removes one file, or a folder with all that is in it.
pub(crate) async fn delete_file(
    core: &Core,
    chat: ChatId,
    path: &str,
) -> Result<ManifestChange, WorkspaceError> {
    let target = parse(path)?;
    let (_, manifest) = state(core, chat, At::Active).await?;
    let below = format!("{target}/");
    let known = manifest.get(&target).is_some()
        || manifest.empty_dirs().contains(&target)
        || manifest.entries().keys().any(|path| path.as_str().starts_with(&below));
    if !known {
        return Err(no_file(&manifest, path));
    }
    change(core, chat, ManifestSource::Edit, move |desk| desk.remove(&target)).await
}

async fn change<F>(
    core: &Core,
    chat: ChatId,
    source: ManifestSource,
    work: F,
) -> Result<ManifestChange, WorkspaceError>
where
    F: FnOnce(&mut Desk) -> Result<(), DeskError> + Send + 'static,
{
    let turn = core.turns.take(chat).await;
    let record = core.store.chat(chat).await?.ok_or(WorkspaceError::NoChat(chat))?;
    let (turn, settled) = settle(core, turn, &record).await?;
    let base = Arc::clone(&settled.head.manifest);
    let (mut turn, seen) = turn
        .work(move |desk| {
            work(desk)?;
            desk.look(&base)
        })
        .await
        .map_err(SettleError::from)?;
    let Seen { manifest, .. } = seen.map_err(SettleError::from)?;
    let source_ref = record.active_leaf.map(|leaf| leaf.to_string());
    let new = record_change(&record, &settled.head, manifest, source, source_ref);
    let head = new.as_ref().map_or_else(|| settled.head.clone(), NewManifest::head);
    let changes = desk::changes(&settled.head.manifest, &head.manifest);
    let states: Vec<&NewManifest> = settled.edit.iter().chain(&new).collect();
    if !states.is_empty() {
        write_states(core, &record, &states, head.id).await?;
    }
    turn.desk_mut().set_head(head.clone());
    Ok(ManifestChange { manifest: head.id, changes })
}

async fn write_states(
    core: &Core,
    chat: &ChatRecord,
    states: &[&NewManifest],
    head: Option<ManifestId>,
) -> Result<(), WorkspaceError> {
    let write = core.store.write().await?;
    for state in states {
        state.add(&write).await?;
    }
    write.set_manifest(chat.id, head).await?;
    if let Some(leaf) = chat.active_leaf {
        write.set_message_manifest(leaf, head).await?;
    }
    write.commit().await?;
    core.events.publish(EventKind::WorkspaceChanged { chat: chat.id, manifest: head });
    Ok(())
}

/// Gives the workspace an earlier state again. That is a new state, so that it can be undone as well.
pub(crate) async fn restore(
    core: &Core,
    chat: ChatId,
    manifest: ManifestId,
) -> Result<ManifestChange, WorkspaceError> {
    let turn = core.turns.take(chat).await;
    let record = core.store.chat(chat).await?.ok_or(WorkspaceError::NoChat(chat))?;
    let found = core.store.manifest_record(manifest).await?.filter(|found| found.chat == chat);
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
    let moved = Move { leaf: None, head: head.clone(), new: Some(state) };
    leaf::move_chat(core, turn, &record, settled, moved).await?;
    Ok(ManifestChange { manifest: head.id, changes })
}
