//! Removing a worker.

use pegboard_model::ids::{ToolName, ToolsetId};

use super::show::find;
use crate::core::Core;
use crate::lookup::LookupError;
use crate::toolsets;

/// What went with a worker. Its calls stay in the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedWorker {
    /// It.
    pub name: ToolName,
    /// The toolsets that it brought.
    pub toolsets: Vec<ToolsetId>,
}

/// Removes a worker with the toolsets that it brought.
pub(crate) async fn remove(core: &Core, name: &str) -> Result<RemovedWorker, LookupError> {
    let _turn = core.installing.lock().await;
    let name = find(&core.registry.current(), name)?.worker.name.clone();
    let toolsets = toolsets::drop_worker(core, &name).await?;
    Ok(RemovedWorker { name, toolsets })
}
