//! One chat's folder, kept open between turns, and the state of it that the database knows.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pegboard_cas::{
    CheckoutError, Diff, EditError, Folder, FolderLayout, Limits as FolderLimits, LockedFolder, Manifest,
    OpenBlobsError, OpenError, Snapshot, SnapshotError, TreePath, WorkspaceError,
};
use pegboard_model::ids::{ChatId, ManifestId};

use crate::blobs::BlobStores;
use crate::layout;
use crate::record::{Changes, ChatRecord};

/// Files whose content an index on disk may not know yet. Writing it takes longer than reading so many files again at
/// the next start, and a call should not wait for it.
const UNSAVED_MAX: u64 = 256;
/// Notices of one snapshot that are kept with a call.
const MAX_NOTICES: usize = 20;

/// The folder did not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// The chat's folder cannot be opened.
    #[error("the chat's folder cannot be opened: {0}")]
    Open(#[from] OpenError),
    /// Its blobs cannot be opened.
    #[error("the chat's blobs cannot be opened: {0}")]
    Blobs(#[from] OpenBlobsError),
    /// Its state cannot be recorded.
    #[error("the workspace cannot be recorded: {0}")]
    Snapshot(#[from] SnapshotError),
    /// It cannot be brought to a recorded state.
    #[error("the workspace cannot be restored: {0}")]
    Checkout(#[from] CheckoutError),
    /// A file cannot be written or removed.
    #[error(transparent)]
    Edit(#[from] EditError),
}

/// A recorded state of the workspace.
#[derive(Clone)]
pub(crate) struct Head {
    /// `None` is the state of a new chat: nothing.
    pub(crate) id: Option<ManifestId>,
    pub(crate) manifest: Arc<Manifest>,
}

/// What the folder holds now.
pub(crate) struct Seen {
    pub(crate) manifest: Arc<Manifest>,
    /// What could not be recorded, for people.
    pub(crate) notices: Vec<String>,
}

/// One chat's folder.
pub(crate) struct Desk {
    chat: ChatId,
    home: PathBuf,
    workspace: PathBuf,
    limits: FolderLimits,
    blobs: Arc<BlobStores>,
    folder: Option<Folder>,
    /// Files that changed since the index was last written.
    unsaved: u64,
    head: Option<Head>,
    /// The chat's row, while nobody but calls changed it.
    row: Option<ChatRecord>,
}

impl Desk {
    pub(crate) fn new(data: &Path, chat: ChatId, limits: FolderLimits, blobs: Arc<BlobStores>) -> Self {
        Self::at(layout::chat(data, chat), chat, limits, blobs)
    }

    /// A copy of a chat's folder in the folder `home`, empty at first. Its files lie among the chat's blobs.
    pub(crate) fn copy(home: PathBuf, chat: ChatId, limits: FolderLimits, blobs: Arc<BlobStores>) -> Self {
        Self::at(home, chat, limits, blobs)
    }

    fn at(home: PathBuf, chat: ChatId, limits: FolderLimits, blobs: Arc<BlobStores>) -> Self {
        let workspace = layout::workspace_in(&home);
        Self { chat, home, workspace, limits, blobs, folder: None, unsaved: 0, head: None, row: None }
    }

    pub(crate) fn chat(&self) -> ChatId {
        self.chat
    }

    pub(crate) fn workspace(&self) -> &Path {
        &self.workspace
    }

    /// The recorded state that the folder was last known to have; `None` until it was first looked up.
    pub(crate) fn head(&self) -> Option<&Head> {
        self.head.as_ref()
    }

    /// The chat's row as the call before left it. Taken, not lent: an error on the way must not leave an old one.
    pub(crate) fn take_row(&mut self) -> Option<ChatRecord> {
        self.row.take()
    }

    pub(crate) fn set_row(&mut self, row: ChatRecord) {
        self.row = Some(row);
    }

    /// Says which recorded state the folder has now. Called after the database says so, never before.
    pub(crate) fn set_head(&mut self, head: Head) {
        self.head = Some(head);
    }

    /// Forgets what the folder was known to hold, after something failed half-way.
    pub(crate) fn forget_head(&mut self) {
        self.head = None;
    }

    /// Records what the folder holds; `base` is the state it was last recorded in. A folder that is not there at all
    /// is first made anew from `base`: a chat whose folder was lost gets its files back.
    pub(crate) fn look(&mut self, base: &Manifest) -> Result<Seen, DeskError> {
        let unsaved = self.unsaved;
        let mut locked = self.folder()?.lock();
        let snapshot = match locked.snapshot(Some(base)) {
            Err(SnapshotError::Workspace(WorkspaceError::Missing { .. })) => {
                locked.checkout(base)?;
                locked.snapshot(Some(base))?
            }
            other => other?,
        };
        self.unsaved = save(locked, unsaved + snapshot.stats.read_files);
        Ok(Seen { notices: notices(&snapshot), manifest: snapshot.manifest })
    }

    /// Brings the folder to a recorded state. What it holds must have been recorded before.
    pub(crate) fn checkout(&mut self, target: &Manifest) -> Result<(), DeskError> {
        let unsaved = self.unsaved;
        let mut locked = self.folder()?.lock();
        let done = locked.checkout(target)?;
        self.unsaved = save(locked, unsaved + done.written + done.removed);
        Ok(())
    }

    /// Writes one file, making the folders it needs.
    pub(crate) fn write(&mut self, path: &TreePath, content: &mut dyn Read) -> Result<(), DeskError> {
        let limit = self.limits.file_bytes;
        let mut locked = self.folder()?.lock();
        locked.write_file(path, content, limit)?;
        Ok(())
    }

    fn folder(&mut self) -> Result<&mut Folder, DeskError> {
        let folder = match self.folder.take() {
            Some(folder) => folder,
            None => {
                // The chat's folder first: the workspace may have to be made in it.
                let layout = FolderLayout {
                    workspace: self.workspace.clone(),
                    blobs: self.blobs.of(self.chat)?,
                    index_path: self.home.join("index"),
                };
                Folder::open(layout, self.limits)?
            }
        };
        Ok(self.folder.insert(folder))
    }
}

/// What changed between two states, as paths.
pub(crate) fn changes(old: &Manifest, new: &Manifest) -> Changes {
    let diff = Diff::between(old, new);
    let texts = |paths: Vec<TreePath>| paths.iter().map(ToString::to_string).collect();
    Changes { added: texts(diff.added), modified: texts(diff.modified), removed: texts(diff.removed) }
}

/// Writes the index where that pays; gives back how many files it does not know. One that is not written, or is an
/// older one, costs the next start some time and nothing else.
fn save(locked: LockedFolder<'_>, unsaved: u64) -> u64 {
    if unsaved < UNSAVED_MAX {
        return unsaved;
    }
    if let Err(error) = locked.finish() {
        tracing::warn!(?error, "a workspace's index was not written");
    }
    0
}

fn notices(snapshot: &Snapshot) -> Vec<String> {
    let skipped = snapshot
        .skipped
        .iter()
        .map(|skipped| format!("`{}` is not recorded: {}", skipped.path, skipped.reason));
    let unstable = snapshot
        .unstable
        .iter()
        .map(|path| format!("`{path}` changed while it was read; it is recorded as read last"));
    skipped.chain(unstable).take(MAX_NOTICES).collect()
}
