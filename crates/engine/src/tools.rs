//! Listing tools and changing what the user changes about them.

use pegboard_model::ids::ToolsetId;
use pegboard_model::overrides::ToolOverride;
use pegboard_model::render::{ConfigProblem, RendererKind, check_config};

use crate::core::Core;
use crate::events::EventKind;
use crate::images;
use crate::lookup::LookupError;
use crate::record::ToolRecord;
use crate::registry::ToolEntry;
use crate::store::{OverrideLayer, StoreError};

/// Characters of an overriding name.
const NAME_MAX: usize = 200;
/// Characters of an overriding description.
const DESCRIPTION_MAX: usize = 20_000;

/// Why an override was not set.
#[derive(Debug, thiserror::Error)]
pub enum OverrideError {
    #[error(transparent)]
    Lookup(#[from] LookupError),
    #[error("built-in tools take no overrides")]
    Builtin,
    #[error("renderer_config: {0}")]
    Config(String),
    #[error("renderer_config without a renderer means nothing: name the renderer as well")]
    ConfigAlone,
    #[error("the tool's own definition names no app that could show its results")]
    NoApp,
    #[error("{what} may have at most {max} characters")]
    TooLong { what: &'static str, max: usize },
    #[error(transparent)]
    Store(#[from] StoreError),
}

pub(crate) fn tools(core: &Core) -> Vec<ToolRecord> {
    let registry = core.registry.current();
    registry.tools().map(|entry| record(core, entry)).collect()
}

/// With what is not the registry's to know.
fn record(core: &Core, entry: &ToolEntry) -> ToolRecord {
    let record = ToolRecord { webhook: core.hooked.has(&entry.row.id), ..entry.record() };
    images::shown(core, record, entry.container_tool().as_ref())
}

pub(crate) fn tool(core: &Core, name: &str) -> Result<ToolRecord, LookupError> {
    let registry = core.registry.current();
    match registry.tool(name) {
        Some(entry) => Ok(record(core, entry)),
        None => Err(LookupError::near("tool", name, registry.near_tools(name))),
    }
}

/// Sets the user's layer of one tool; an override that changes nothing takes it away.
pub(crate) async fn set_override(
    core: &Core,
    name: &str,
    change: ToolOverride,
) -> Result<ToolRecord, OverrideError> {
    let (record, toolset, change) = checked(core, name, change)?;
    let write = core.store.write().await?;
    write.put_override(&toolset, OverrideLayer::User, &change).await?;
    write.commit().await?;
    core.reload().await?;
    core.events.publish(EventKind::ToolsetChanged { toolset });
    Ok(tool(core, &record.id.to_string())?)
}

/// The tool, its toolset, and the override of it, if it holds.
pub(crate) fn checked(
    core: &Core,
    name: &str,
    change: ToolOverride,
) -> Result<(ToolRecord, ToolsetId, ToolOverride), OverrideError> {
    let record = tool(core, name)?;
    let toolset = record.toolset.clone().ok_or(OverrideError::Builtin)?;
    let change = ToolOverride { tool_id: record.id.to_string(), ..change };
    check(&change)?;
    let has_app = record.upstream.as_ref().is_some_and(|tool| tool.app().is_some());
    if change.renderer == Some(RendererKind::App) && !has_app {
        return Err(OverrideError::NoApp);
    }
    Ok((record, toolset, change))
}

fn check(change: &ToolOverride) -> Result<(), OverrideError> {
    let too_long = |text: &Option<String>, max| text.as_ref().is_some_and(|text| text.chars().count() > max);
    if too_long(&change.name_override, NAME_MAX) {
        return Err(OverrideError::TooLong { what: "a name", max: NAME_MAX });
    }
    if too_long(&change.description_override, DESCRIPTION_MAX) {
        return Err(OverrideError::TooLong { what: "a description", max: DESCRIPTION_MAX });
    }
    match (change.renderer, &change.renderer_config) {
        (None, Some(_)) => Err(OverrideError::ConfigAlone),
        (Some(kind), Some(config)) => {
            check_config(kind, config).map_err(|problems| OverrideError::Config(sentences(&problems)))
        }
        (_, None) => Ok(()),
    }
}

fn sentences(problems: &[ConfigProblem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
