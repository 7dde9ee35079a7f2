//! The images of container tools: how they stand, and having them built.

use std::sync::{Arc, Weak};

use pegboard_model::container::{BuildNews, BuildReport, BuildWish, ContainerTool, ImageBuilder, ImageState};
use pegboard_model::ids::ToolId;

use crate::core::Core;
use crate::events::EventKind;
use crate::lookup::LookupError;
use crate::record::ToolRecord;

/// Why there is nothing to say of an image.
#[derive(Debug, thiserror::Error)]
pub enum ImageError {
    /// There is no such tool.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// It does not run in a container.
    #[error("`{0}` is no container tool, so it has no image")]
    NoContainer(ToolId),
    /// This server runs no container tools.
    #[error("this server runs no container tools")]
    NoProvider,
}

/// Tells whoever listens how builds go, and has the images built that are missing.
pub(crate) fn attach(core: &Arc<Core>) {
    if let Some(images) = &core.images {
        images.attach_news(Arc::new(News(Arc::downgrade(core))));
    }
}

/// Looks after the images of all container tools that are on, and removes those that a past run left, in the background. Where there are
/// none, nothing is asked.
pub(crate) fn build_all(core: &Core) {
    let Some(images) = &core.images else { return };
    for tool in core.registry.current().tools().filter(|tool| tool.is_on()) {
        if let Some(tool) = tool.container_tool() {
            images.build(tool, BuildWish::Needed);
        }
    }
    retain(core);
}

/// Has the images removed of tools and versions that are not installed any more, in the background.
pub(crate) fn retain(core: &Core) {
    let Some(images) = &core.images else { return };
    images.retain(core.registry.current().tools().filter_map(|tool| tool.container_tool()).collect());
}

/// A listed tool with how its image stands.
pub(crate) fn shown(core: &Core, record: ToolRecord, tool: Option<&ContainerTool>) -> ToolRecord {
    let image = core.images.as_ref().zip(tool).map(|(images, tool)| images.status(tool));
    ToolRecord { image, ..record }
}

/// How the last build of a tool's image went.
pub(crate) fn report(core: &Core, name: &str) -> Result<(ToolId, BuildReport), ImageError> {
    let (tool, images) = find(core, name)?;
    let report = images.report(&tool);
    Ok((tool.id, report))
}

/// Has a tool's image built anew, in the background.
pub(crate) fn build(core: &Core, name: &str) -> Result<(ToolId, BuildReport), ImageError> {
    let (tool, images) = find(core, name)?;
    images.build(tool.clone(), BuildWish::Anew);
    let report = images.report(&tool);
    Ok((tool.id, report))
}

fn find<'a>(core: &'a Core, name: &str) -> Result<(ContainerTool, &'a Arc<dyn ImageBuilder>), ImageError> {
    let registry = core.registry.current();
    let entry =
        registry.tool(name).ok_or_else(|| LookupError::near("tool", name, registry.near_tools(name)))?;
    let tool = entry.container_tool().ok_or_else(|| ImageError::NoContainer(entry.row.id.clone()))?;
    Ok((tool, core.images.as_ref().ok_or(ImageError::NoProvider)?))
}

/// Whoever listens to the house hears of builds. A house that is gone has nobody who listens.
struct News(Weak<Core>);

impl BuildNews for News {
    fn told(&self, tool: &ToolId, state: ImageState, line: Option<&str>) {
        if let Some(core) = self.0.upgrade() {
            let (state, line) = (state.as_str(), line.map(str::to_owned));
            core.events.publish(EventKind::ToolBuild { tool: tool.clone(), state, line });
        }
    }
}
