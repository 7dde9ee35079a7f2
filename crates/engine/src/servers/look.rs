//! Which servers there are and how they stand.

use std::collections::{BTreeMap, BTreeSet};

use pegboard_model::ids::{ServerKey, ToolsetId};
use pegboard_model::servers::{ServerReport, ServerStatus};
use pegboard_model::suggest::near_matches;

use crate::core::Core;
use crate::lookup::LookupError;
use crate::record::ServerDetail;
use crate::registry::{Registry, ServerEntry};
use crate::store::StoreError;

/// How many near matches an error names.
const NEAR: usize = 3;

/// Every registered server, by key. Asks none of them anything.
pub(crate) async fn all(core: &Core) -> Result<Vec<ServerDetail>, StoreError> {
    let mut variables: BTreeMap<ToolsetId, Vec<String>> = BTreeMap::new();
    for (toolset, name) in core.store.variable_names().await? {
        variables.entry(toolset).or_default().push(name);
    }
    let signed_in: BTreeSet<ServerKey> = core.store.servers_with_credentials().await?.into_iter().collect();
    let reports = core.servers.provider().map(|provider| provider.reports()).unwrap_or_default();
    let mut reports: BTreeMap<ServerKey, ServerReport> =
        reports.into_iter().map(|report| (report.key.clone(), report)).collect();
    let registry = core.registry.current();
    let detail = |server: &std::sync::Arc<ServerEntry>| {
        let key = server.record.key();
        let toolset = registry.toolset(&key.toolset);
        ServerDetail {
            title: toolset.map_or_else(|| key.toolset.to_string(), |toolset| toolset.record.name.clone()),
            user_mcp: toolset.is_some_and(|toolset| toolset.record.user_mcp),
            toolset_enabled: toolset.is_some_and(|toolset| toolset.record.enabled),
            report: reports.remove(&key).unwrap_or_else(|| unconnected(&key)),
            told: core.servers.told(&key),
            variables: variables.get(&key.toolset).cloned().unwrap_or_default(),
            signed_in: signed_in.contains(&key),
            server: server.record.clone(),
        }
    };
    Ok(registry.servers().map(detail).collect())
}

/// One of them, by its key or, where only one has it, by its own id.
pub(crate) async fn one(core: &Core, name: &str) -> Result<ServerDetail, LookupError> {
    let key = find(&core.registry.current(), name)?;
    let found = all(core).await?.into_iter().find(|detail| detail.server.key() == key);
    found.ok_or_else(|| LookupError::missing("MCP server", name))
}

/// What a server wrote and what happened to its connection.
pub(crate) fn log(core: &Core, name: &str) -> Result<String, LookupError> {
    let key = find(&core.registry.current(), name)?;
    let log = core.servers.provider().map(|provider| provider.log(&key)).unwrap_or_default();
    Ok(core.secrets.scrubber(&key.toolset).owned(log))
}

/// The server that a key, or an id that only one server has, stands for.
pub(super) fn find(registry: &Registry, name: &str) -> Result<ServerKey, LookupError> {
    let keys: Vec<ServerKey> = registry.servers().map(|server| server.record.key()).collect();
    let named = |key: &&ServerKey| key.to_string() == name || key.server.as_str() == name;
    let mut found: Vec<&ServerKey> = keys.iter().filter(named).collect();
    if let Some(exact) = found.iter().position(|key| key.to_string() == name) {
        return Ok(found.swap_remove(exact).clone());
    }
    match found.as_slice() {
        [key] => Ok((*key).clone()),
        [] => {
            let texts: Vec<String> = keys.iter().map(ToString::to_string).collect();
            let near = near_matches(name, texts.iter().map(String::as_str), NEAR);
            Err(LookupError::near("MCP server", name, near.into_iter().map(str::to_owned).collect()))
        }
        several => {
            let near = several.iter().map(ToString::to_string).collect();
            Err(LookupError::near("MCP server", name, near))
        }
    }
}

/// A server that no provider knows of.
fn unconnected(key: &ServerKey) -> ServerReport {
    ServerReport {
        key: key.clone(),
        status: ServerStatus::Disabled,
        connections: 0,
        pids: Vec::new(),
        connects: 0,
        connect_ms: None,
    }
}
