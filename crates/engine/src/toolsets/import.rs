//! Import, which is also upgrade and repair (spec 1 §3.3).

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pegboard_model::provider::Progress;
use pegboard_model::toolset::ManifestWriteError;

use super::discovery::discover;
use super::installation::{self, Provenance};
use super::storage::{self, blocking};
use crate::bundle::{BundleError, BundleLimits, ImportSource, Staged, plain, shown, stage};
use crate::clock;
use crate::core::Core;
use crate::events::EventKind;
use crate::layout;
use crate::record::{SourceType, ToolRecord, ToolsetRecord};
use crate::store::{Installation, StoreError};

/// A toolset that is installed now.
#[derive(Debug)]
pub struct Imported {
    /// It, as it is now.
    pub toolset: ToolsetRecord,
    /// What the import did.
    pub outcome: InstallOutcome,
    /// Its tools, in the order of its manifest.
    pub tools: Vec<ToolRecord>,
    /// What people should know: toolsets that it requires and that are not installed.
    pub warnings: Vec<String>,
}

/// What an import did.
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
    /// A requirements file that is no text, or too long.
    #[error("the requirements file that `python.requirements` names cannot be used: {0}")]
    Requirements(io::Error),
    /// Our own disk failed.
    #[error("the toolset could not be stored: {0}")]
    Storage(#[from] io::Error),
    /// The manifest cannot be kept.
    #[error(transparent)]
    Manifest(#[from] ManifestWriteError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Imports a bundle. All or nothing: any error leaves everything as it was.
pub(crate) async fn import(
    core: &Core,
    source: ImportSource,
    progress: &dyn Progress,
) -> Result<Imported, ImportError> {
    let limits = BundleLimits::default();
    let staged = stage(&source, &storage::staging(&core.data), &limits, progress).await?;
    let _turn = core.installing.lock().await;
    let id = staged.manifest.id.clone();
    let before = core.registry.current().toolset(&id).map(|entry| entry.record.clone());
    let provenance = provenance(source)?;
    let staged = Arc::new(staged);
    let root = layout::toolset(&core.data, &id, &staged.fingerprint);
    if let Some(before) = &before
        && is_unchanged(core, before, &staged, &provenance, &root).await?
    {
        return Ok(imported(core, &staged, before.clone(), InstallOutcome::Unchanged));
    }
    let python = installation::python(staged.manifest.python.as_ref(), staged.root())
        .map_err(ImportError::Requirements)?;
    // In its place before its code is looked at: what a provider keeps warm from that look knows the folder by this
    // path. Until a row names the folder, it is only left over.
    place(&staged, &root).await?;
    let manifest = &staged.manifest;
    let discovered =
        discover(core, manifest, &root, &staged.fingerprint, &python.requirements, progress).await;
    let now = clock::now();
    let mut toolset =
        installation::toolset(manifest, python, &staged.fingerprint, provenance, before.as_ref(), now);
    toolset.problem.clone_from(&discovered.problem);
    let installation = Installation {
        toolset,
        manifest: manifest.to_yaml()?,
        files: installation::files(&staged.files, &root),
        tools: installation::tools(manifest, discovered),
        overrides: manifest.tool_overrides.clone(),
        servers: installation::servers(manifest, now),
    };
    let write = core.store.write().await?;
    write.install(&installation).await?;
    write.commit().await?;
    settle(core, before.as_ref(), &staged).await?;
    let outcome = match before {
        None => InstallOutcome::Installed,
        Some(before) => InstallOutcome::Upgraded { from: before.version },
    };
    Ok(imported(core, &staged, installation.toolset, outcome))
}

/// After the commit: everyone sees the new version, and nothing of the old one stays warm.
async fn settle(core: &Core, before: Option<&ToolsetRecord>, staged: &Staged) -> Result<(), StoreError> {
    let id = &staged.manifest.id;
    core.registry.reload(&core.store, &core.data).await?;
    core.events.publish(EventKind::ToolsetInstalled {
        toolset: id.clone(),
        version: staged.manifest.version.to_string(),
    });
    let Some(before) = before else { return Ok(()) };
    for provider in core.providers.all() {
        provider.release(id).await;
    }
    // The version before this one stays until the next start or upgrade: a call may still run in it.
    let (data, id) = (core.data.clone(), id.clone());
    let keep = [staged.fingerprint.clone(), before.fingerprint.clone()];
    let pruned = blocking(move || storage::prune(&data, &id, &keep)).await;
    if let Err(error) = pruned {
        tracing::warn!(toolset = %before.id, ?error, "older versions could not be removed");
    }
    Ok(())
}

/// Whether there is nothing to do: the same files from the same sort of source, stored whole, and looked up without a
/// problem.
async fn is_unchanged(
    core: &Core,
    before: &ToolsetRecord,
    staged: &Arc<Staged>,
    provenance: &Provenance,
    root: &Path,
) -> Result<bool, ImportError> {
    let registry = core.registry.current();
    let looked_up = before.problem.is_none()
        && registry
            .tools()
            .filter(|tool| tool.row.toolset.as_ref() == Some(&before.id))
            .all(|tool| tool.row.problem.is_none());
    if before.fingerprint != staged.fingerprint || before.source_type != provenance.source_type || !looked_up
    {
        return Ok(false);
    }
    let (staged, root) = (Arc::clone(staged), root.to_owned());
    Ok(blocking(move || Ok(storage::is_whole(&root, &staged.files))).await?)
}

async fn place(staged: &Arc<Staged>, root: &Path) -> io::Result<()> {
    let (staged, root) = (Arc::clone(staged), root.to_owned());
    blocking(move || storage::place(&staged, &root)).await
}

fn provenance(source: ImportSource) -> io::Result<Provenance> {
    Ok(match source {
        ImportSource::Zip { name, .. } => {
            Provenance { source_type: SourceType::Zip, source_ref: shown(name.as_bytes()) }
        }
        ImportSource::Folder(folder) => {
            let folder: PathBuf = std::path::absolute(folder)?;
            Provenance { source_type: SourceType::Local, source_ref: folder.to_string_lossy().into_owned() }
        }
        // A password or token in an address is not kept: rows are shown to whoever may read.
        ImportSource::Url(url) => Provenance { source_type: SourceType::Url, source_ref: plain(&url) },
    })
}

fn imported(core: &Core, staged: &Staged, toolset: ToolsetRecord, outcome: InstallOutcome) -> Imported {
    let registry = core.registry.current();
    let id = &staged.manifest.id;
    let missing = staged.manifest.requires.iter().filter(|required| registry.toolset(required).is_none());
    let warnings =
        missing.map(|required| format!("`{id}` requires `{required}`, which is not installed")).collect();
    let tools =
        registry.tools().filter(|tool| tool.row.toolset.as_ref() == Some(id)).map(|tool| tool.record());
    Imported { toolset, outcome, tools: tools.collect(), warnings }
}
