//! What an import comes to, decided before anything is done. A preview shows the plan, an import carries it out.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::{ToolName, ToolsetId};
use pegboard_model::provider::Progress;
use pegboard_model::servers::AnswerErrors;
use pegboard_model::toolset::{ManifestWriteError, ToolsetManifest};

use super::installation::{self, Provenance};
use super::storage::{self, blocking};
use crate::bundle::{BundleError, BundleLimits, ImportSource, Staged, plain, shown, stage};
use crate::clock;
use crate::core::Core;
use crate::kept_variable::KeepError;
use crate::layout;
use crate::record::{SourceType, ToolsetRecord};
use crate::registry::Registry;
use crate::store::StoreError;

/// What an import does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InstallOutcome {
    /// The toolset is new.
    Installed,
    /// It took the place of what was installed under its id.
    Upgraded {
        /// The version before, which may have the same number.
        from: String,
    },
    /// The very same files were installed already.
    Unchanged,
}

/// Why nothing was imported. What was installed before is as it was.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The bundle is refused.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// The source holds something else now than what was looked at.
    #[error("this is not the bundle that was looked at: its fingerprint is {found}")]
    Changed {
        /// What the source holds now.
        found: Fingerprint,
    },
    /// Answers to what a bundle asks that are not taken.
    #[error("an answer to what the bundle asks is not taken:\n{0}")]
    Answers(AnswerErrors),
    /// An answer that cannot be kept.
    #[error(transparent)]
    Keep(#[from] KeepError),
    /// A requirements file that is no text, or too long.
    #[error("the requirements file that `python.requirements` names cannot be used: {0}")]
    Requirements(io::Error),
    /// Our own disk failed.
    #[error("the toolset could not be stored: {0}")]
    Storage(#[from] io::Error),
    /// A worker brings the toolset of this id.
    #[error("the worker `{worker}` brings `{toolset}`, so nothing else can be installed under this id")]
    OfWorker {
        /// The id.
        toolset: ToolsetId,
        /// The worker.
        worker: String,
    },
    /// What a worker brings would take the place of something that is installed.
    #[error("there is a toolset `{0}` already, which the worker does not bring")]
    Taken(ToolsetId),
    /// The manifest cannot be kept.
    #[error(transparent)]
    Manifest(#[from] ManifestWriteError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A bundle that was read and checked. Its files go when this is dropped.
pub(super) struct Checked {
    staged: Staged,
    provenance: Provenance,
}

/// What an import of a checked bundle comes to, as things stand now.
pub(super) struct Plan {
    pub(super) staged: Arc<Staged>,
    /// Where its files will lie.
    pub(super) root: PathBuf,
    /// The row that it will have, before its code was looked at.
    pub(super) toolset: ToolsetRecord,
    /// What is installed under its id.
    pub(super) before: Option<ToolsetRecord>,
    pub(super) outcome: InstallOutcome,
    pub(super) warnings: Vec<String>,
    /// Names and sealed values of variables that come with it.
    pub(super) variables: Vec<(String, String)>,
}

impl Checked {
    /// The same as what a worker brings.
    pub(super) fn of_worker(self, worker: &ToolName) -> Self {
        let source_ref = worker.to_string();
        let provenance = Provenance { source_type: SourceType::Worker, source_ref, user_mcp: false };
        Self { provenance, ..self }
    }

    /// The same as the bundle of a server that was added by itself.
    pub(super) fn added(self) -> Self {
        let provenance = Provenance {
            source_type: SourceType::Local,
            source_ref: "added as an MCP server".to_owned(),
            user_mcp: true,
        };
        Self { provenance, ..self }
    }
}

/// Reads a bundle and checks it as a whole. No code of it runs.
pub(super) async fn check(
    core: &Core,
    source: ImportSource,
    progress: &dyn Progress,
) -> Result<Checked, ImportError> {
    let limits = BundleLimits::default();
    let staged = stage(&source, &storage::staging(&core.data), &limits, progress).await?;
    Ok(Checked { staged, provenance: provenance(source)? })
}

/// Holds a checked bundle against what is installed.
pub(super) async fn plan(core: &Core, checked: Checked) -> Result<Plan, ImportError> {
    let Checked { staged, provenance } = checked;
    let manifest = &staged.manifest;
    let registry = core.registry.current();
    let before = registry.toolset(&manifest.id).map(|entry| entry.record.clone());
    before.as_ref().map_or(Ok(()), |before| gives_way(before, &provenance))?;
    let python =
        installation::python(manifest.python.as_ref(), staged.root()).map_err(ImportError::Requirements)?;
    let root = layout::toolset(&core.data, &manifest.id, &staged.fingerprint);
    let toolset = installation::toolset(
        manifest,
        python,
        &staged.fingerprint,
        provenance,
        before.as_ref(),
        clock::now(),
    );
    let warnings = warnings(&registry, manifest).into_iter().chain(staged.asked.notes.clone()).collect();
    let staged = Arc::new(staged);
    let outcome = match &before {
        None => InstallOutcome::Installed,
        Some(before) if is_unchanged(&registry, before, &toolset, &staged, &root).await? => {
            InstallOutcome::Unchanged
        }
        Some(before) => InstallOutcome::Upgraded { from: before.version.clone() },
    };
    Ok(Plan { staged, root, toolset, before, outcome, warnings, variables: Vec::new() })
}

/// Whether what is installed may be replaced by this: what a worker brings and what people install stay apart.
fn gives_way(before: &ToolsetRecord, provenance: &Provenance) -> Result<(), ImportError> {
    let (is, becomes) = (before.source_type, provenance.source_type);
    if is == SourceType::Worker && (becomes != is || provenance.source_ref != before.source_ref) {
        return Err(ImportError::OfWorker { toolset: before.id.clone(), worker: before.source_ref.clone() });
    }
    if becomes == SourceType::Worker && is != becomes {
        return Err(ImportError::Taken(before.id.clone()));
    }
    Ok(())
}

/// Whether there is nothing to do: the same files from the same sort of source, stored whole, and looked up without a
/// problem.
async fn is_unchanged(
    registry: &Registry,
    before: &ToolsetRecord,
    toolset: &ToolsetRecord,
    staged: &Arc<Staged>,
    root: &Path,
) -> Result<bool, ImportError> {
    let looked_up = before.problem.is_none()
        && registry
            .tools()
            .filter(|tool| tool.row.toolset.as_ref() == Some(&before.id))
            .all(|tool| tool.row.problem.is_none());
    if before.fingerprint != toolset.fingerprint || before.source_type != toolset.source_type || !looked_up {
        return Ok(false);
    }
    let (staged, root) = (Arc::clone(staged), root.to_owned());
    Ok(blocking(move || Ok(storage::is_whole(&root, &staged.files))).await?)
}

fn provenance(source: ImportSource) -> io::Result<Provenance> {
    let (source_type, source_ref) = match source {
        ImportSource::Zip { name, .. } => (SourceType::Zip, shown(name.as_bytes())),
        ImportSource::Folder(folder) => {
            let folder: PathBuf = std::path::absolute(folder)?;
            (SourceType::Local, folder.to_string_lossy().into_owned())
        }
        // A password or token in an address is not kept: rows are shown to whoever may read.
        ImportSource::Url { url, .. } => (SourceType::Url, plain(&url)),
    };
    Ok(Provenance { source_type, source_ref, user_mcp: false })
}

/// What people should know of a toolset that will work only in part.
fn warnings(registry: &Registry, manifest: &ToolsetManifest) -> Vec<String> {
    let id = &manifest.id;
    let missing = manifest.requires.iter().filter(|required| registry.toolset(required).is_none());
    missing.map(|required| format!("`{id}` requires `{required}`, which is not installed")).collect()
}
