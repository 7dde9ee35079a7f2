//! Looking at installed toolsets, switching them, and removing them.

use pegboard_model::ids::ToolsetId;

use super::storage::{self, blocking};
use crate::core::Core;
use crate::events::EventKind;
use crate::images;
use crate::lookup::LookupError;
use crate::record::{McpServerRecord, SourceType, ToolRecord, ToolsetFile, ToolsetRecord};
use crate::registry::Registry;

/// Everything about one installed toolset.
#[derive(Debug, Clone)]
pub struct ToolsetDetail {
    /// The toolset.
    pub toolset: ToolsetRecord,
    /// Its files, by path.
    pub files: Vec<ToolsetFile>,
    /// Its tools, in the order of its manifest.
    pub tools: Vec<ToolRecord>,
    /// Its MCP servers, by id.
    pub mcp_servers: Vec<McpServerRecord>,
}

/// How many rows went with a toolset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Uninstalled {
    /// Declared tools.
    pub tools: usize,
    /// Files of the bundle.
    pub files: usize,
    /// MCP servers.
    pub mcp_servers: usize,
    /// Overrides, the bundle's and the user's.
    pub overrides: usize,
    /// Saved inputs of its tools.
    pub saved_inputs: u64,
}

/// Which toolsets a listing is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Listed {
    /// Those that people installed.
    #[default]
    Installed,
    /// Those that Pegboard itself brings.
    Builtin,
}

/// Toolsets, by id.
pub(crate) fn list(core: &Core, listed: Listed) -> Vec<ToolsetRecord> {
    let wanted =
        |toolset: &ToolsetRecord| (toolset.source_type == SourceType::Builtin) == (listed == Listed::Builtin);
    let registry = core.registry.current();
    registry.toolsets().map(|toolset| &toolset.record).filter(|record| wanted(record)).cloned().collect()
}

pub(crate) async fn detail(core: &Core, id: &str) -> Result<ToolsetDetail, LookupError> {
    let registry = core.registry.current();
    let toolset = find(&registry, id)?;
    Ok(ToolsetDetail {
        files: core.store.toolset_files(&toolset.id).await?,
        tools: tools(&registry, &toolset.id),
        mcp_servers: core.store.mcp_servers(&toolset.id).await?,
        toolset,
    })
}

/// Switches a toolset on or off. What is off keeps nothing warm.
pub(crate) async fn set_enabled(core: &Core, id: &str, enabled: bool) -> Result<ToolsetRecord, LookupError> {
    let _turn = core.installing.lock().await;
    let toolset = find(&core.registry.current(), id)?;
    if toolset.enabled == enabled {
        return Ok(toolset);
    }
    let write = core.store.write().await?;
    write.set_toolset_enabled(&toolset.id, enabled).await?;
    write.commit().await?;
    core.refresh().await?;
    core.events.publish(EventKind::ToolsetChanged { toolset: toolset.id.clone() });
    if !enabled {
        release(core, &toolset.id).await;
    }
    Ok(ToolsetRecord { enabled, ..toolset })
}

/// Removes a toolset with everything that belongs to it. Calls that were recorded stay.
pub(crate) async fn uninstall(core: &Core, id: &str) -> Result<Uninstalled, LookupError> {
    let _turn = core.installing.lock().await;
    let registry = core.registry.current();
    let toolset = removable(&registry, id)?;
    let overrides = core.store.overrides().await?;
    let gone = Uninstalled {
        tools: tools(&registry, &toolset.id).len(),
        files: core.store.toolset_files(&toolset.id).await?.len(),
        mcp_servers: core.store.mcp_servers(&toolset.id).await?.len(),
        overrides: overrides.iter().filter(|(owner, ..)| *owner == toolset.id).count(),
        saved_inputs: core.store.count_saved_inputs(&toolset.id).await?,
    };
    let write = core.store.write().await?;
    write.remove_toolset(&toolset.id).await?;
    write.commit().await?;
    core.servers.forget(&toolset.id);
    core.refresh().await?;
    core.events.publish(EventKind::ToolsetRemoved { toolset: toolset.id.clone() });
    forget(core, toolset.id).await;
    Ok(gone)
}

/// Ends what is warm of a toolset that is gone, and removes its files.
pub(super) async fn forget(core: &Core, id: ToolsetId) {
    release(core, &id).await;
    images::retain(core);
    core.secrets.forget_toolset(&id);
    let data = core.data.clone();
    if let Err(error) = blocking(move || storage::prune(&data, &id, &[])).await {
        tracing::warn!(?error, "the folder of an uninstalled toolset is left for the next start to remove");
    }
}

/// Ends what providers keep warm for a toolset.
async fn release(core: &Core, id: &ToolsetId) {
    for provider in core.providers.all() {
        provider.release(id).await;
    }
}

fn find(registry: &Registry, id: &str) -> Result<ToolsetRecord, LookupError> {
    let found =
        id.parse().ok().and_then(|id: ToolsetId| registry.toolset(&id).map(|entry| entry.record.clone()));
    found.ok_or_else(|| LookupError::near("toolset", id, registry.near_toolsets(id)))
}

/// The same for what is done only with toolsets that people installed.
pub(super) fn installed(registry: &Registry, id: &str) -> Result<ToolsetRecord, LookupError> {
    let toolset = find(registry, id)?;
    match toolset.source_type {
        SourceType::Builtin => Err(LookupError::Builtin(toolset.id)),
        SourceType::Zip | SourceType::Local | SourceType::Url | SourceType::Worker => Ok(toolset),
    }
}

/// The same for what goes by itself: what a worker brings goes with the worker.
pub(super) fn removable(registry: &Registry, id: &str) -> Result<ToolsetRecord, LookupError> {
    let toolset = installed(registry, id)?;
    match toolset.source_type {
        SourceType::Worker => Err(LookupError::OfWorker { toolset: toolset.id, worker: toolset.source_ref }),
        _ => Ok(toolset),
    }
}

fn tools(registry: &Registry, id: &ToolsetId) -> Vec<ToolRecord> {
    registry.tools().filter(|tool| tool.row.toolset.as_ref() == Some(id)).map(|tool| tool.record()).collect()
}
