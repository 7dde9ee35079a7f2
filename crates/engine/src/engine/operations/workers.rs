//! Workers: kept, looked at, taken along, removed.

use std::sync::Arc;

use pegboard_model::document::DocumentErrors;
use pegboard_model::ids::ToolName;
use pegboard_model::provider::Progress;
use pegboard_model::worker::Worker;

use crate::engine::operations::Engine;
use crate::lookup::LookupError;
use crate::record::WorkerRecord;
use crate::workers::{
    self, ExportWorkerError, KeepWorkerError, KeptWorker, RemovedWorker, ToolsetStanding, WorkerDetail,
    WorkerSource,
};

#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    /// Every worker, by name.
    pub fn workers(&self) -> Vec<Arc<WorkerRecord>> {
        workers::list(self.core())
    }

    pub fn worker(&self, name: &str) -> Result<WorkerDetail, LookupError> {
        workers::detail(self.core(), name)
    }

    /// Reads a worker without keeping it; `name` is the one that it must have, if it must have one.
    pub fn check_worker(
        &self,
        text: &str,
        name: Option<&str>,
    ) -> Result<(Worker, Vec<ToolsetStanding>), DocumentErrors> {
        workers::check(self.core(), text, name)
    }

    /// Keeps a worker in place of the one of its name. Modules that it names must have come with it before.
    pub async fn put_worker(
        &self,
        name: &ToolName,
        text: String,
        progress: Arc<dyn Progress>,
    ) -> Result<KeptWorker, KeepWorkerError> {
        let name = name.clone();
        self.uncut(|core| async move { workers::put(&core, &name, &text, &*progress).await }).await
    }

    /// Keeps a worker from its file, with the modules that lie beside it.
    pub async fn import_worker(
        &self,
        source: WorkerSource,
        progress: Arc<dyn Progress>,
    ) -> Result<KeptWorker, KeepWorkerError> {
        self.uncut(|core| async move { workers::import(&core, source, &*progress).await }).await
    }

    /// The worker's file and its modules as a ZIP: an unnamed temporary file, at its beginning.
    pub async fn export_worker(&self, name: &str) -> Result<std::fs::File, ExportWorkerError> {
        workers::export(self.core(), name).await
    }

    pub async fn remove_worker(&self, name: &str) -> Result<RemovedWorker, LookupError> {
        let name = name.to_owned();
        self.uncut(|core| async move { workers::remove(&core, &name).await }).await
    }
}
