//! Workers as people look at them.

use std::sync::Arc;

use pegboard_model::approval::ToolsetApprovals;
use pegboard_model::builtin::Builtin;
use pegboard_model::document::DocumentErrors;
use pegboard_model::ids::{ToolName, ToolsetId};
use pegboard_model::toolset::NodeCode;
use pegboard_model::worker::{Worker, WorkerToolset, WorkerToolsetSource, external_toolset};

use crate::core::Core;
use crate::lookup::LookupError;
use crate::record::WorkerRecord;
use crate::registry::Registry;

/// Where a worker's toolset comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolsetSource {
    /// Pegboard itself brings it.
    Builtin,
    /// People installed it.
    Installed,
    /// The worker brings it, from an npm package.
    Package,
    /// The worker brings it, as a module beside its file.
    Module,
}

/// How a toolset of a worker stands.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolsetStanding {
    /// As the worker calls it.
    pub name: String,
    /// Where it comes from.
    pub source: ToolsetSource,
    /// Which one it is.
    pub toolset: ToolsetId,
    /// What the worker says of its calls.
    pub approvals: ToolsetApprovals,
    /// Whether it is there.
    pub installed: bool,
    /// Why its tools cannot be called.
    pub problem: Option<String>,
}

/// A worker with how its toolsets stand.
#[derive(Debug, Clone)]
pub struct WorkerDetail {
    /// It, and its file.
    pub record: Arc<WorkerRecord>,
    /// In the order of its file.
    pub toolsets: Vec<ToolsetStanding>,
}

/// Every worker, by name.
pub(crate) fn list(core: &Core) -> Vec<Arc<WorkerRecord>> {
    core.registry.current().workers().cloned().collect()
}

pub(crate) fn detail(core: &Core, name: &str) -> Result<WorkerDetail, LookupError> {
    let registry = core.registry.current();
    let record = find(&registry, name)?;
    Ok(WorkerDetail { toolsets: standings(&registry, &record.worker), record })
}

/// Reads a worker that is not kept; `name` is the one that it must have, if it must have one.
pub(crate) fn check(
    core: &Core,
    text: &str,
    name: Option<&str>,
) -> Result<(Worker, Vec<ToolsetStanding>), DocumentErrors> {
    let file = name.map_or_else(|| "worker".to_owned(), WorkerRecord::file);
    let worker = Worker::parse(text, &file)?;
    let toolsets = standings(&core.registry.current(), &worker);
    Ok((worker, toolsets))
}

pub(super) fn find(registry: &Registry, name: &str) -> Result<Arc<WorkerRecord>, LookupError> {
    let found = name.parse().ok().and_then(|name: ToolName| registry.worker(&name).cloned());
    found.ok_or_else(|| LookupError::near("worker", name, registry.near_workers(name)))
}

fn standings(registry: &Registry, worker: &Worker) -> Vec<ToolsetStanding> {
    worker.toolsets.iter().filter_map(|toolset| standing(registry, worker, toolset)).collect()
}

fn standing(registry: &Registry, worker: &Worker, toolset: &WorkerToolset) -> Option<ToolsetStanding> {
    let (source, id) = match &toolset.source {
        WorkerToolsetSource::Toolset(id) if Builtin::of(id).is_some() => (ToolsetSource::Builtin, id.clone()),
        WorkerToolsetSource::Toolset(id) => (ToolsetSource::Installed, id.clone()),
        WorkerToolsetSource::External(section) => {
            let source = match section.tools.first().map(|source| &source.code) {
                Some(NodeCode::Module(_)) => ToolsetSource::Module,
                Some(NodeCode::Package(_)) | None => ToolsetSource::Package,
            };
            (source, external_toolset(&worker.name, &toolset.name)?)
        }
    };
    let record = registry.toolset(&id).map(|entry| &entry.record);
    let problem = match record {
        None => match source {
            ToolsetSource::Installed => Some(format!("there is no toolset `{id}`")),
            ToolsetSource::Builtin | ToolsetSource::Package | ToolsetSource::Module => None,
        },
        Some(record) if !record.enabled => Some("it is switched off".to_owned()),
        Some(record) => record.problem.clone(),
    };
    let problem = problem.or_else(|| missing_workers(registry, worker, &id));
    Some(ToolsetStanding {
        name: toolset.name.clone(),
        source,
        approvals: worker.rules.approvals.0.get(&id).cloned().unwrap_or_default(),
        installed: record.is_some(),
        toolset: id,
        problem,
    })
}

/// The workers that it may hand work to, and that are not there.
fn missing_workers(registry: &Registry, worker: &Worker, toolset: &ToolsetId) -> Option<String> {
    if Builtin::of(toolset) != Some(Builtin::Worker) {
        return None;
    }
    let missing =
        worker.workers.iter().filter(|name| **name != worker.name && registry.worker(name).is_none());
    let missing: Vec<String> = missing.map(|name| format!("`{name}`")).collect();
    (!missing.is_empty()).then(|| format!("there is no worker {}", missing.join(", ")))
}
