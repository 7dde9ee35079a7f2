//! Before anything is done with a workspace: bring folder, memory and database to agree.

use std::sync::Arc;

use pegboard_cas::Manifest;
use pegboard_model::ids::ManifestId;
use tokio::task::JoinError;

use crate::clock;
use crate::core::Core;
use crate::desk::{DeskError, Head, Seen};
use crate::events::EventKind;
use crate::record::{ChatRecord, FolderState, ManifestRecord, ManifestSource};
use crate::store::{StoreError, Write};
use crate::turns::Turn;

/// Folder and database could not be brought to agree.
#[derive(Debug, thiserror::Error)]
pub enum SettleError {
    /// The folder failed.
    #[error(transparent)]
    Desk(#[from] DeskError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A manifest that the chat stands on is not in the database.
    #[error("the state {0} of the workspace is not recorded any more")]
    NoManifest(ManifestId),
    /// Work on the folder was cut off.
    #[error("work on the workspace was cut off")]
    Cut(#[from] JoinError),
}

/// A state of the workspace that is not in the database yet.
pub(crate) struct NewManifest {
    pub(crate) record: ManifestRecord,
    pub(crate) manifest: Arc<Manifest>,
}

impl NewManifest {
    pub(crate) async fn add(&self, write: &Write) -> Result<(), StoreError> {
        write.add_manifest(&self.record, &self.manifest).await
    }

    pub(crate) fn head(&self) -> Head {
        Head { id: Some(self.record.id), manifest: Arc::clone(&self.manifest) }
    }
}

/// The workspace as it is, in terms of recorded states.
pub(crate) struct Settled {
    /// What the folder holds now; recorded once `edit` is.
    pub(crate) head: Head,
    /// Somebody changed the folder since it was last recorded: the state that says so, to be added by the caller's
    /// transaction. Nobody's work is ever taken for something else, or lost.
    pub(crate) edit: Option<NewManifest>,
    pub(crate) notices: Vec<String>,
}

impl Settled {
    /// Adds what somebody did in the folder to the caller's transaction. It belongs to where the chat stands, so that
    /// coming back there finds it.
    pub(crate) async fn add(&self, write: &Write, chat: &ChatRecord) -> Result<(), StoreError> {
        let Some(edit) = &self.edit else {
            return Ok(());
        };
        edit.add(write).await?;
        write.set_manifest(chat.id, self.head.id).await?;
        if let Some(leaf) = chat.active_leaf {
            write.set_message_manifest(leaf, self.head.id).await?;
        }
        Ok(())
    }
}

/// Looks at the folder and finds the state it is in.
pub(crate) async fn settle(
    core: &Core,
    turn: Turn,
    chat: &ChatRecord,
) -> Result<(Turn, Settled), SettleError> {
    let before = stored_head(core, &turn, chat).await?;
    let turn = match chat.folder {
        FolderState::There => turn,
        FolderState::CheckingOut => check_out(core, turn, before.clone()).await?,
    };
    let base = Arc::clone(&before.manifest);
    let (turn, seen) = turn.work(move |desk| desk.look(&base)).await?;
    let Seen { manifest, notices } = seen?;
    let edit = record_change(chat, &before, manifest, ManifestSource::Edit, None);
    let head = edit.as_ref().map_or_else(|| before.clone(), NewManifest::head);
    Ok((turn, Settled { head, edit, notices }))
}

/// The same for a chat that is about to get another state. One whose folder is on its way to a state holds nothing
/// that is not recorded, so nothing needs to be looked at: that is the way out when a state cannot be checked out.
pub(crate) async fn settle_to_leave(
    core: &Core,
    turn: Turn,
    chat: &ChatRecord,
) -> Result<(Turn, Settled), SettleError> {
    match chat.folder {
        FolderState::There => settle(core, turn, chat).await,
        FolderState::CheckingOut => {
            let head = stored_head(core, &turn, chat).await?;
            Ok((turn, Settled { head, edit: None, notices: Vec::new() }))
        }
    }
}

/// Finds the state that a chat's folder is in, and records what somebody did in it, so that the record has all of it.
pub(crate) async fn settle_and_record(
    core: &Core,
    turn: Turn,
    chat: &ChatRecord,
) -> Result<(Turn, ChatRecord), SettleError> {
    let (turn, settled) = settle(core, turn, chat).await?;
    if settled.edit.is_some() {
        let write = core.store.write().await?;
        settled.add(&write, chat).await?;
        write.commit().await?;
        core.events.publish(EventKind::WorkspaceChanged { chat: chat.id, manifest: settled.head.id });
    }
    Ok((turn, ChatRecord { active_manifest: settled.head.id, ..chat.clone() }))
}

/// Gives the folder the state that the database says it is on its way to.
pub(crate) async fn check_out(core: &Core, turn: Turn, head: Head) -> Result<Turn, SettleError> {
    let manifest = Arc::clone(&head.manifest);
    let (mut turn, done) = turn
        .work(move |desk| {
            desk.forget_head();
            desk.checkout(&manifest)
        })
        .await?;
    done?;
    let chat = turn.desk().chat();
    let write = core.store.write().await?;
    write.set_manifest(chat, head.id).await?;
    write.commit().await?;
    let manifest = head.id;
    turn.desk_mut().set_head(head);
    core.events.publish(EventKind::WorkspaceChanged { chat, manifest });
    Ok(turn)
}

/// A new state below `before`, if the folder differs from it.
pub(crate) fn record_change(
    chat: &ChatRecord,
    before: &Head,
    manifest: Arc<Manifest>,
    source: ManifestSource,
    source_ref: Option<String>,
) -> Option<NewManifest> {
    if Arc::ptr_eq(&manifest, &before.manifest) || *manifest == *before.manifest {
        return None;
    }
    let record = ManifestRecord {
        id: clock::fresh(),
        chat: chat.id,
        parent: before.id,
        created_at: clock::now(),
        source,
        source_ref,
    };
    Some(NewManifest { record, manifest })
}

/// The state the database says the chat stands on, from memory where memory has it.
pub(crate) async fn stored_head(core: &Core, turn: &Turn, chat: &ChatRecord) -> Result<Head, SettleError> {
    match turn.desk().head() {
        Some(head) if head.id == chat.active_manifest => Ok(head.clone()),
        _ => load_head(core, chat.active_manifest).await,
    }
}

/// A recorded state with its files.
pub(crate) async fn load_head(core: &Core, id: Option<ManifestId>) -> Result<Head, SettleError> {
    let manifest = match id {
        None => Manifest::empty(),
        Some(id) => core.store.manifest_files(id).await?.ok_or(SettleError::NoManifest(id))?,
    };
    Ok(Head { id, manifest: Arc::new(manifest) })
}
