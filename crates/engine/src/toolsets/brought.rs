//! The toolsets that a worker brings: installed, upgraded and removed with the worker, in one transaction.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use pegboard_model::ids::{ToolName, ToolsetId};
use pegboard_model::provider::Progress;
use pegboard_model::worker::{Brought, brought};

use super::import::{prepare, put, settle};
use super::manage::forget;
use super::plan::{Checked, ImportError, InstallOutcome, check, plan};
use super::storage::{blocking, staging};
use crate::bundle::{ImportSource, MANIFEST};
use crate::core::Core;
use crate::events::EventKind;
use crate::record::{SourceType, WorkerRecord};
use crate::store::{StoreError, ToolRow};

/// Why a worker and what it brings were not kept. Everything is as it was.
#[derive(Debug, thiserror::Error)]
pub(crate) enum KeepWorkerError {
    /// A toolset that it brings cannot be installed.
    #[error("`{name}`: {source}")]
    Import {
        /// As the worker calls it.
        name: String,
        /// Why.
        source: ImportError,
    },
    /// Its tools cannot be had: a package that does not install, code that does not load.
    #[error("the tools of `{name}` cannot be had: {reason}")]
    Tools {
        /// As the worker calls it.
        name: String,
        /// Why.
        reason: String,
    },
    /// Our own disk failed.
    #[error("what the worker brings could not be stored: {0}")]
    Storage(#[from] io::Error),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Keeps a worker with all that it brings. `beside` has the modules that lie beside its file; whoever calls has the turn
/// to install.
pub(crate) async fn keep_worker(
    core: &Core,
    worker: &WorkerRecord,
    beside: &Path,
    progress: &dyn Progress,
) -> Result<(), KeepWorkerError> {
    let mut plans = Vec::new();
    for one in brought(&worker.worker) {
        let name = one.name.clone();
        let planned = match take_in(core, &worker.worker.name, one, beside, progress).await {
            Ok(checked) => plan(core, checked).await,
            Err(error) => Err(error),
        };
        let planned = planned.map_err(|source| KeepWorkerError::Import { name: name.clone(), source })?;
        plans.push((name, planned));
    }
    let wanted: BTreeSet<ToolsetId> = plans.iter().map(|(_, plan)| plan.toolset.id.clone()).collect();
    plans.retain(|(_, plan)| plan.outcome != InstallOutcome::Unchanged);
    let mut installations = Vec::new();
    for (name, plan) in &plans {
        let import = |source| KeepWorkerError::Import { name: name.clone(), source };
        let installation = prepare(core, plan, progress).await.map_err(import)?;
        if let Some(reason) = faults(&installation.toolset.problem, &installation.tools) {
            return Err(KeepWorkerError::Tools { name: name.clone(), reason });
        }
        installations.push(installation);
    }
    let gone: Vec<ToolsetId> =
        of_worker(core, &worker.worker.name).into_iter().filter(|id| !wanted.contains(id)).collect();
    let write = core.store.write().await?;
    for id in &gone {
        write.remove_toolset(id).await?;
    }
    put(&write, &installations.iter().collect::<Vec<_>>()).await?;
    write.put_worker(worker).await?;
    write.commit().await?;
    core.refresh().await?;
    for (_, plan) in &plans {
        settle(core, plan).await;
    }
    remove_rest(core, gone).await;
    core.events.publish(EventKind::WorkersChanged { worker: worker.worker.name.clone() });
    Ok(())
}

/// Removes a worker with all that it brought, and gives that back. Whoever calls has the turn to install.
pub(crate) async fn drop_worker(core: &Core, worker: &ToolName) -> Result<Vec<ToolsetId>, StoreError> {
    let gone = of_worker(core, worker);
    let write = core.store.write().await?;
    for id in &gone {
        write.remove_toolset(id).await?;
    }
    write.remove_worker(worker).await?;
    write.commit().await?;
    core.refresh().await?;
    remove_rest(core, gone.clone()).await;
    core.events.publish(EventKind::WorkersChanged { worker: worker.clone() });
    Ok(gone)
}

/// The toolsets that a worker brought, as they are installed.
fn of_worker(core: &Core, worker: &ToolName) -> Vec<ToolsetId> {
    let registry = core.registry.current();
    let brought = registry
        .toolsets()
        .map(|toolset| &toolset.record)
        .filter(|record| record.source_type == SourceType::Worker && record.source_ref == worker.as_str());
    brought.map(|record| record.id.clone()).collect()
}

async fn remove_rest(core: &Core, gone: Vec<ToolsetId>) {
    for id in gone {
        core.events.publish(EventKind::ToolsetRemoved { toolset: id.clone() });
        forget(core, id).await;
    }
}

/// Checks one as any bundle is checked: a folder with its manifest, and with what lies beside the worker where it is a
/// module.
async fn take_in(
    core: &Core,
    worker: &ToolName,
    brought: Brought,
    beside: &Path,
    progress: &dyn Progress,
) -> Result<Checked, ImportError> {
    let manifest = brought.manifest.to_yaml()?;
    let alone = tempfile::Builder::new().prefix("worker-").tempdir_in(staging(&core.data))?;
    let folder: PathBuf = match brought.module {
        Some(_) => beside.to_owned(),
        None => alone.path().to_owned(),
    };
    let place = folder.join(MANIFEST);
    blocking(move || std::fs::write(place, manifest)).await?;
    Ok(check(core, ImportSource::Folder(folder), progress).await?.of_worker(worker))
}

/// What is wrong with a toolset that a worker brings, or with any tool of it.
fn faults(toolset: &Option<String>, tools: &[ToolRow]) -> Option<String> {
    let of_tools =
        tools.iter().filter_map(|tool| Some(format!("{}: {}", tool.id.name(), tool.problem.as_ref()?)));
    let mut all: Vec<String> = toolset.iter().cloned().chain(of_tools).collect();
    if all.is_empty() && tools.is_empty() {
        all.push("there are no tools of the AI SDK in it".to_owned());
    }
    (!all.is_empty()).then(|| all.join("; "))
}
