//! Rows of container tools, and the building of their images.

use std::collections::HashSet;
use std::sync::Arc;

use pegboard_model::call::ProviderKind;
use pegboard_model::container::BuildWish;
use pegboard_model::ids::{ToolId, ToolName, ToolsetId};
use pegboard_model::overrides::ToolOverride;
use pegboard_model::render::RendererKind;

use crate::bundle::ContainerFolder;
use crate::core::Core;
use crate::store::ToolRow;

/// The rows, behind those of a bundle's other tools. A tool of the same name hides one.
pub(super) fn rows(toolset: &ToolsetId, folders: &[ContainerFolder], before: &[ToolRow]) -> Vec<ToolRow> {
    let taken: HashSet<&str> = before.iter().map(|row| row.id.name()).collect();
    let first = i32::try_from(before.len()).unwrap_or(i32::MAX);
    let fresh = folders.iter().filter(|folder| !taken.contains(folder.manifest.name.as_str()));
    (first..).zip(fresh).map(|(position, folder)| row(toolset, position, folder)).collect()
}

fn row(toolset: &ToolsetId, position: i32, folder: &ContainerFolder) -> ToolRow {
    let manifest = &folder.manifest;
    let tool: ToolName = manifest.name.clone();
    ToolRow {
        id: ToolId::Toolset { toolset: toolset.clone(), tool },
        toolset: Some(toolset.clone()),
        position,
        provider: ProviderKind::Container,
        name: manifest.name.to_string(),
        description: manifest.description.clone(),
        input_schema: Some(manifest.parameters.schema()),
        needs_approval: None,
        enabled: true,
        entrypoint: Some(folder.folder.clone()),
        category: manifest.category.clone(),
        problem: None,
        upstream: None,
        effect: None,
        container: Some(Arc::clone(manifest)),
    }
}

/// The bundle's layer of overrides with the cards of its container tools. What the bundle itself says of a tool's renderer
/// goes before.
pub(super) fn with_cards(mut overrides: Vec<ToolOverride>, tools: &[ToolRow]) -> Vec<ToolOverride> {
    for row in tools {
        let Some(card) =
            row.container.as_ref().map(|manifest| &manifest.output.card).filter(|card| card.enabled)
        else {
            continue;
        };
        let id = row.id.to_string();
        let at = overrides.iter().position(|change| change.tool_id == id).unwrap_or_else(|| {
            overrides.push(ToolOverride::new(id));
            overrides.len() - 1
        });
        let change = &mut overrides[at];
        if change.renderer.is_none() {
            change.renderer = Some(RendererKind::Card);
            change.renderer_config = Some(card.renderer_config());
        }
    }
    overrides
}

/// Has the images of a toolset's container tools built in the background.
pub(super) fn build(core: &Core, toolset: &ToolsetId) {
    let Some(images) = &core.images else { return };
    let registry = core.registry.current();
    for tool in registry.tools().filter(|tool| tool.row.toolset.as_ref() == Some(toolset)) {
        if let Some(tool) = tool.container_tool() {
            images.build(tool, BuildWish::Needed);
        }
    }
}
