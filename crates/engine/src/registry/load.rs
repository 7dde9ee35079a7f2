//! From rows to a registry.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use pegboard_model::ids::{ToolId, ToolsetId};
use pegboard_model::overrides::{ToolOverride, effective, layer};
use pegboard_model::provider::Bundle;
use pegboard_model::wire_name::WireNames;

use crate::layout;
use crate::record::ToolsetRecord;
use crate::registry::entry::{Parts, ToolEntry};
use crate::registry::snapshot::{Registry, ToolsetEntry};
use crate::store::{OverrideLayer, Store, StoreError, ToolRow};

/// Reads everything installed.
pub(super) async fn load(store: &Store, data: &Path) -> Result<Registry, StoreError> {
    let (toolsets, rows) = (store.toolsets().await?, store.tools().await?);
    Ok(assemble(toolsets, rows, store.overrides().await?, data))
}

/// Puts toolsets, their tools and their overrides together.
pub(crate) fn assemble(
    toolsets: Vec<ToolsetRecord>,
    rows: Vec<ToolRow>,
    overrides: Vec<(ToolsetId, OverrideLayer, ToolOverride)>,
    data: &Path,
) -> Registry {
    let layers = Layers::of(overrides);
    let toolsets = entries(toolsets, &rows, data);
    let wire_names = WireNames::of(rows.iter().map(|row| row.id.clone()));
    let mut registry = Registry { toolsets, wire_names, ..Registry::default() };
    for row in rows {
        let Some(toolset) = row.toolset.as_ref().and_then(|id| registry.toolsets.get(id)) else {
            continue;
        };
        let entry = tool(row, toolset, &layers, &registry.wire_names);
        registry.order.push(entry.row.id.clone());
        registry.tools.insert(entry.row.id.clone(), Arc::new(entry));
    }
    registry
}

fn entries(toolsets: Vec<ToolsetRecord>, rows: &[ToolRow], data: &Path) -> BTreeMap<ToolsetId, ToolsetEntry> {
    let entry = |record: ToolsetRecord| {
        let bundle = Bundle {
            toolset: record.id.clone(),
            root: layout::toolset(data, &record.id, &record.fingerprint),
            fingerprint: record.fingerprint.clone(),
            modules: modules(rows, &record.id),
            requirements: record.python.requirements.clone(),
            // A row of ours holds one of the two words.
            isolation: record.python.isolation.as_deref().and_then(|word| word.parse().ok()),
            sandbox: record.python.sandbox,
        };
        (record.id.clone(), ToolsetEntry { record, bundle: Arc::new(bundle) })
    };
    toolsets.into_iter().map(entry).collect()
}

/// The modules of a toolset's entrypoints, each once, in the order of its tools.
fn modules(rows: &[ToolRow], toolset: &ToolsetId) -> Vec<String> {
    let mut modules = Vec::new();
    for row in rows.iter().filter(|row| row.toolset.as_ref() == Some(toolset)) {
        let module = row.entrypoint.as_deref().and_then(|entrypoint| entrypoint.split_once(':'));
        if let Some((module, _)) = module
            && !modules.iter().any(|known| known == module)
        {
            modules.push(module.to_owned());
        }
    }
    modules
}

fn tool(row: ToolRow, toolset: &ToolsetEntry, layers: &Layers, wire_names: &WireNames) -> ToolEntry {
    let bundle_override = layers.of_tool(&row.id, &toolset.record.id, OverrideLayer::Bundle);
    let user_override = layers.of_tool(&row.id, &toolset.record.id, OverrideLayer::User);
    let effective = effective(&row.id, bundle_override.as_ref(), user_override.as_ref());
    let wire_name = wire_names.name(&row.id).map(|name| name.as_str().to_owned()).unwrap_or_default();
    ToolEntry::new(Parts {
        row,
        toolset: &toolset.record,
        bundle: Arc::clone(&toolset.bundle),
        bundle_override,
        user_override,
        effective,
        wire_name,
    })
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
