//! From rows to a registry.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use pegboard_model::builtin::{Builtin, BuiltinToolset};
use pegboard_model::call::ProviderKind;
use pegboard_model::config::ConfigStatus;
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::{ConfigKey, ToolId, ToolsetId};
use pegboard_model::overrides::{ToolOverride, effective, layer};
use pegboard_model::provider::Bundle;
use pegboard_model::wire_name::WireNames;

use crate::builtin;
use crate::kept_policy::{self, Kept};
use crate::layout;
use crate::record::{ConfigOwner, McpServerRecord, ToolsetRecord, WorkerRecord};
use crate::registry::config::{self, Configured};
use crate::registry::entry::{Parts, ToolEntry, own_renderer};
use crate::registry::servers::{self, AllTold};
use crate::registry::snapshot::{Registry, ToolsetEntry};
use crate::store::{OverrideLayer, Store, StoreError, ToolRow};

/// Everything that a registry is made of.
#[derive(Default)]
pub(crate) struct Installed {
    pub(crate) toolsets: Vec<ToolsetRecord>,
    pub(crate) tools: Vec<ToolRow>,
    pub(crate) overrides: Vec<(ToolsetId, OverrideLayer, ToolOverride)>,
    pub(crate) servers: Vec<McpServerRecord>,
    pub(crate) told: AllTold,
    pub(crate) policy: Kept,
    pub(crate) workers: Vec<WorkerRecord>,
    /// The keys that have a value.
    pub(crate) configured: BTreeSet<(ConfigOwner, ConfigKey)>,
}

/// Reads everything installed; what servers told is not read but given.
pub(super) async fn load(
    store: &Store,
    data: &Path,
    builtins: &[BuiltinToolset],
    told: AllTold,
) -> Result<Registry, StoreError> {
    let workers = store.workers().await?;
    let mut tools = builtin::rows(builtins);
    tools.extend(builtin::worker_rows(builtins, &workers));
    tools.extend(store.tools().await?);
    let installed = Installed {
        toolsets: store.toolsets().await?,
        tools,
        overrides: store.overrides().await?,
        servers: store.all_mcp_servers().await?,
        told,
        policy: kept_policy::load(store).await?,
        workers,
        configured: store.config_keys().await?.into_iter().collect(),
    };
    Ok(assemble(installed, data))
}

/// Puts toolsets, their tools, their servers and their overrides together.
pub(crate) fn assemble(installed: Installed, data: &Path) -> Registry {
    let Installed { toolsets, mut tools, overrides, servers, told, policy, workers, configured } = installed;
    let layers = Layers::of(overrides);
    let toolsets = entries(toolsets, &tools, &policy, &configured, data);
    let servers = servers::entries(servers, &told);
    tools.extend(servers.iter().flat_map(|server| servers::rows(server)));
    // Stable: a toolset's own tools come before those of its servers, each in its own order.
    tools.sort_by(|a, b| a.toolset.cmp(&b.toolset));
    let wire_names = WireNames::of(tools.iter().map(|row| row.id.clone()));
    let servers = servers.into_iter().map(|server| (server.record.key(), server)).collect();
    let workers = workers.into_iter().map(|worker| (worker.worker.name.clone(), Arc::new(worker))).collect();
    let mut registry = Registry { toolsets, servers, wire_names, policy, workers, ..Registry::default() };
    for row in tools {
        let Some(toolset) = row.toolset.as_ref().and_then(|id| registry.toolsets.get(id)) else {
            continue;
        };
        let own = own_config(&row, &configured);
        let entry = tool(row, own, toolset, &layers, &registry);
        registry.order.push(entry.row.id.clone());
        registry.tools.insert(entry.row.id.clone(), Arc::new(entry));
    }
    tell_statuses(&mut registry);
    registry
}

/// A toolset stands where the tool does that misses something.
fn tell_statuses(registry: &mut Registry) {
    let mut statuses: HashMap<ToolsetId, Vec<ConfigStatus>> = HashMap::new();
    for tool in registry.tools.values() {
        if let Some(toolset) = &tool.row.toolset {
            statuses.entry(toolset.clone()).or_default().push(tool.config.status);
        }
    }
    for (id, toolset) in &mut registry.toolsets {
        let own = statuses.remove(id).unwrap_or_default();
        toolset.record.status = config::least(own.into_iter().chain([toolset.config.status]));
    }
}

fn entries(
    toolsets: Vec<ToolsetRecord>,
    rows: &[ToolRow],
    policy: &Kept,
    configured: &BTreeSet<(ConfigOwner, ConfigKey)>,
    data: &Path,
) -> BTreeMap<ToolsetId, ToolsetEntry> {
    let entry = |record: ToolsetRecord| {
        let bundle = Bundle {
            toolset: record.id.clone(),
            root: layout::toolset(data, &record.id, &record.fingerprint),
            fingerprint: record.fingerprint.clone(),
            modules: modules(rows, &record.id),
            requirements: record.python.requirements.clone(),
            hooks: record.python.hooks.clone(),
            // A row of ours holds one of the two words.
            isolation: record.python.isolation.as_deref().and_then(|word| word.parse().ok()),
            sandbox: match Builtin::of(&record.id) {
                Some(Builtin::Shell) => policy.rules.sandbox,
                _ => record.python.sandbox,
            },
        };
        let owner = ConfigOwner::Toolset(record.id.clone());
        let config = Configured::of(owner, Arc::new(record.config_schema.clone()), configured);
        let entry = ToolsetEntry { bundle: Arc::new(bundle), config: Arc::new(config), record };
        (entry.record.id.clone(), entry)
    };
    toolsets.into_iter().map(entry).collect()
}

/// The Python modules of a toolset's entrypoints, each once, in the order of its tools.
fn modules(rows: &[ToolRow], toolset: &ToolsetId) -> Vec<String> {
    let mut modules = Vec::new();
    let of_python =
        |row: &&ToolRow| row.provider == ProviderKind::Python && row.toolset.as_ref() == Some(toolset);
    for row in rows.iter().filter(of_python) {
        let module = row.entrypoint.as_deref().and_then(|entrypoint| entrypoint.split_once(':'));
        if let Some((module, _)) = module
            && !modules.iter().any(|known| known == module)
        {
            modules.push(module.to_owned());
        }
    }
    modules
}

/// What a container tool wants to be told for itself; the others share their toolset's.
fn own_config(row: &ToolRow, configured: &BTreeSet<(ConfigOwner, ConfigKey)>) -> Option<Arc<Configured>> {
    let schema = &row.container.as_ref().filter(|manifest| !manifest.config_schema.is_empty())?.config_schema;
    let ToolId::Toolset { toolset, tool } = &row.id else { return None };
    let owner = ConfigOwner::Tool(toolset.clone(), tool.clone());
    Some(Arc::new(Configured::of(owner, Arc::new(schema.clone()), configured)))
}

fn tool(
    row: ToolRow,
    own_config: Option<Arc<Configured>>,
    toolset: &ToolsetEntry,
    layers: &Layers,
    registry: &Registry,
) -> ToolEntry {
    let server = match &row.id {
        ToolId::Mcp { server, .. } => registry.servers.get(server),
        ToolId::Builtin(_) | ToolId::Toolset { .. } => None,
    };
    let bundle_override = layers.of_tool(&row.id, &toolset.record.id, OverrideLayer::Bundle);
    let user_override = layers.of_tool(&row.id, &toolset.record.id, OverrideLayer::User);
    let own = own_renderer(&row);
    let effective = effective(&row.id, own, bundle_override.as_ref(), user_override.as_ref());
    let wire_name =
        registry.wire_names.name(&row.id).map(|name| name.as_str().to_owned()).unwrap_or_default();
    let bundle = match of_worker(&row, registry) {
        Some(fingerprint) => Arc::new(Bundle { fingerprint, ..Bundle::clone(&toolset.bundle) }),
        None => Arc::clone(&toolset.bundle),
    };
    let house = registry.policy.rules.approvals.of(&toolset.record.id, &row.id);
    ToolEntry::new(Parts {
        row,
        house,
        rules: Arc::clone(&registry.policy.rules),
        toolset: &toolset.record,
        bundle,
        bundle_override,
        user_override,
        effective,
        wire_name,
        config: own_config.unwrap_or_else(|| Arc::clone(&toolset.config)),
        server: server.map(|server| &server.record),
    })
}

/// Over the worker's file, where the tool is a worker: what was granted for it lapses when the file changes.
fn of_worker(row: &ToolRow, registry: &Registry) -> Option<Fingerprint> {
    let ToolId::Builtin(name) = &row.id else { return None };
    let hands_work = row.toolset.as_ref().and_then(Builtin::of) == Some(Builtin::Worker);
    registry.workers.get(name).filter(|_| hands_work).map(|worker| Fingerprint::of([&worker.text]))
}

/// All overrides, by toolset.
struct Layers(HashMap<ToolsetId, Vec<(OverrideLayer, ToolOverride)>>);

impl Layers {
    fn of(rows: Vec<(ToolsetId, OverrideLayer, ToolOverride)>) -> Self {
        let mut layers: HashMap<_, Vec<_>> = HashMap::new();
        for (toolset, which, change) in rows {
            layers.entry(toolset).or_default().push((which, change));
        }
        Self(layers)
    }

    fn of_tool(&self, tool: &ToolId, toolset: &ToolsetId, which: OverrideLayer) -> Option<ToolOverride> {
        let changes = self.0.get(toolset)?;
        layer(tool, changes.iter().filter(|(layer, _)| *layer == which).map(|(_, change)| change))
    }
}
