//! What an override would make of a tool and of a call that was made.

use pegboard_model::ids::{CallId, ToolId};
use pegboard_model::overrides::ToolOverride;
use pegboard_model::render::RenderPlan;

use crate::core::Core;
use crate::layout;
use crate::lookup::LookupError;
use crate::pipeline::{Looks, render_plan};
use crate::record::{CallRecord, ToolRecord};
use crate::registry::ToolEntry;
use crate::store::StoreError;
use crate::tools::{OverrideError, checked};

/// A tool as it would be, and what a surface would show of a call.
#[derive(Debug)]
pub struct OverridePreview {
    /// The tool under the override.
    pub tool: ToolRecord,
    /// The plan of the call that was asked about; `None` without one, and for one that is not over.
    pub render_plan: Option<RenderPlan>,
}

/// Why there is no preview.
#[derive(Debug, thiserror::Error)]
pub enum OverridePreviewError {
    /// The override would not be set.
    #[error(transparent)]
    Override(#[from] OverrideError),
    /// The call is not one of this tool.
    #[error("the call {call} is one of `{tool}`, not of this tool")]
    OtherTool {
        /// The call.
        call: CallId,
        /// Its tool.
        tool: ToolId,
    },
}

impl From<LookupError> for OverridePreviewError {
    fn from(error: LookupError) -> Self {
        Self::Override(error.into())
    }
}

impl From<StoreError> for OverridePreviewError {
    fn from(error: StoreError) -> Self {
        Self::Override(error.into())
    }
}

/// Says what setting an override would come to. Nothing is saved.
pub(crate) async fn preview(
    core: &Core,
    name: &str,
    change: ToolOverride,
    call: Option<CallId>,
) -> Result<OverridePreview, OverridePreviewError> {
    let (record, _, change) = checked(core, name, change)?;
    let registry = core.registry.current();
    let entry = registry.tool(&record.id.to_string());
    let entry = entry.ok_or_else(|| LookupError::missing("tool", &record.id))?.under(change);
    let render_plan = match call {
        None => None,
        Some(id) => {
            let found = core.store.call(id).await?;
            let (call, _) = found.ok_or_else(|| LookupError::missing("call", id))?;
            if call.tool != record.id {
                return Err(OverridePreviewError::OtherTool { call: id, tool: call.tool });
            }
            plan(core, &entry, &call)
        }
    };
    Ok(OverridePreview { tool: entry.record(), render_plan })
}

/// The plan that the call would have got, had the tool been this one.
fn plan(core: &Core, entry: &ToolEntry, call: &CallRecord) -> Option<RenderPlan> {
    let result = match (&call.error, &call.result) {
        (Some(failure), _) => Err(failure.clone()),
        (None, Some(value)) => Ok(value.clone()),
        (None, None) => return None,
    };
    let workspace = layout::workspace(&core.data, call.chat);
    Some(render_plan(call, &result, &Looks::of(entry), &workspace.to_string_lossy()))
}
