//! Keeping a worker, in place of the one of its name.

use std::sync::Arc;

use pegboard_model::ids::{ToolId, ToolName};
use pegboard_model::provider::Progress;
use pegboard_model::worker::Worker;

use super::beside::Beside;
use super::error::{KeepError, WORKERS_MAX};
use crate::clock;
use crate::core::Core;
use crate::record::WorkerRecord;
use crate::registry::{Registry, ToolEntry};
use crate::toolsets;

/// What became of a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkerOutcome {
    /// It is new.
    Created,
    /// It took the place of the one of its name.
    Changed,
}

/// A worker that is kept now.
#[derive(Debug)]
pub struct Kept {
    /// It.
    pub worker: Arc<WorkerRecord>,
    /// What became of it.
    pub outcome: WorkerOutcome,
}

/// Keeps the text of a worker. Modules that it names must have come with it before.
pub(crate) async fn put(
    core: &Core,
    name: &ToolName,
    text: &str,
    progress: &dyn Progress,
) -> Result<Kept, KeepError> {
    let worker = Worker::parse(text, &WorkerRecord::file(name.as_str()))?;
    let _turn = core.installing.lock().await;
    let beside = Beside::kept(core, &worker).await?;
    keep(core, worker, text, &beside, progress).await
}

/// Keeps a worker with what lies beside it. Whoever calls has the turn to install.
pub(super) async fn keep(
    core: &Core,
    worker: Worker,
    text: &str,
    beside: &Beside,
    progress: &dyn Progress,
) -> Result<Kept, KeepError> {
    let registry = core.registry.current();
    let before = registry.worker(&worker.name).cloned();
    if before.is_none() {
        has_room(&registry, &worker.name)?;
    }
    let now = clock::now();
    let record = Arc::new(WorkerRecord {
        worker,
        text: text.to_owned(),
        created_at: before.as_ref().map_or(now, |before| before.created_at),
        updated_at: before
            .as_ref()
            .filter(|before| before.text == text)
            .map_or(now, |before| before.updated_at),
    });
    toolsets::keep_worker(core, &record, beside.path(), progress).await?;
    let outcome = if before.is_some() { WorkerOutcome::Changed } else { WorkerOutcome::Created };
    Ok(Kept { worker: record, outcome })
}

/// A worker is a tool as well, called by its name.
fn has_room(registry: &Registry, name: &ToolName) -> Result<(), KeepError> {
    let tool = ToolId::Builtin(name.clone());
    let is_worker = |entry: &ToolEntry| entry.hands_work();
    if registry.tools().any(|entry| entry.row.id == tool && !is_worker(entry)) {
        return Err(KeepError::Taken(name.clone()));
    }
    if registry.workers().count() >= WORKERS_MAX {
        return Err(KeepError::Full);
    }
    Ok(())
}
