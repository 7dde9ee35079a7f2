//! What lies beside a worker's file: the modules that it names, with what they import.

use std::fs;
use std::path::{Path, PathBuf};

use pegboard_model::worker::{FILE_EXTENSION, Worker, brought};
use tempfile::TempDir;

use super::error::KeepError;
use crate::bundle::{BundleLimits, copy_folder};
use crate::core::Core;
use crate::toolsets::{blocking, staging};

/// A copy of what lies beside a worker's file. It goes when this is dropped.
pub(super) struct Beside {
    folder: TempDir,
}

impl Beside {
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A copy of this folder, without other workers; an empty one where the worker names no module.
    pub(super) async fn copied(
        core: &Core,
        worker: &Worker,
        folder: Option<PathBuf>,
    ) -> Result<Self, KeepError> {
        let needed = folder.filter(|_| brought(worker).any(|one| one.module.is_some()));
        let staging = staging(&core.data);
        let copied = blocking(move || Ok(copy(&staging, needed.as_deref()))).await??;
        let missing = missing(worker, copied.path());
        if missing.is_empty() { Ok(copied) } else { Err(KeepError::Modules(missing)) }
    }

    /// What was beside the worker when it was kept last.
    pub(super) async fn kept(core: &Core, worker: &Worker) -> Result<Self, KeepError> {
        let registry = core.registry.current();
        let before = registry.worker(&worker.name);
        let modules = before.and_then(|before| brought(&before.worker).find(|one| one.module.is_some()));
        let toolset = modules.and_then(|one| registry.toolset(&one.manifest.id));
        Self::copied(core, worker, toolset.map(|toolset| toolset.bundle.root.clone())).await
    }
}

fn copy(staging: &Path, source: Option<&Path>) -> Result<Beside, KeepError> {
    fs::create_dir_all(staging)?;
    let folder = tempfile::Builder::new().prefix("worker-").tempdir_in(staging)?;
    let Some(source) = source else { return Ok(Beside { folder }) };
    let files = copy_folder(source, folder.path(), &BundleLimits::default()).map_err(KeepError::Beside)?;
    let ending = format!(".{FILE_EXTENSION}");
    for worker in files.iter().filter(|file| file.path.ends_with(&ending)) {
        fs::remove_file(folder.path().join(&worker.path))?;
    }
    Ok(Beside { folder })
}

fn missing(worker: &Worker, folder: &Path) -> Vec<String> {
    let modules = brought(worker).filter_map(|one| one.module);
    modules.filter(|module| !folder.join(module).is_file()).map(|module| format!("./{module}")).collect()
}
