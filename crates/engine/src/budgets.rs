//! What tools say they may still spend, taken from their results.

use pegboard_model::budget;
use pegboard_model::call::ToolFailure;
use pegboard_model::ids::{ToolId, ToolsetId};
use pegboard_model::time::Timestamp;
use serde_json::Value;

use crate::clock;
use crate::core::Core;
use crate::lookup::LookupError;
use crate::record::CallRecord;
use crate::store::{StoreError, Write};
use crate::tools;

/// What a call's result says of its tool's budget.
pub(crate) struct Said {
    tool: ToolId,
    toolset: Option<ToolsetId>,
    remaining: f64,
    at: Timestamp,
}

/// `None` where it says nothing. What an MCP server answers says nothing of the kind.
pub(crate) fn of_call(call: &CallRecord, result: &Result<Value, ToolFailure>) -> Option<Said> {
    match call.tool {
        ToolId::Toolset { .. } => {}
        ToolId::Mcp { .. } | ToolId::Builtin(_) => return None,
    }
    let remaining = budget::remaining(result.as_ref().ok()?)?;
    Some(Said { tool: call.tool.clone(), toolset: call.toolset.clone(), remaining, at: clock::now() })
}

impl Said {
    /// Writes it down, in the transaction that ends the call.
    pub(crate) async fn add(&self, write: &Write) -> Result<(), StoreError> {
        write.put_budget(&self.tool, self.toolset.as_ref(), self.remaining, self.at).await
    }

    /// Counts from now on; it is written down.
    pub(crate) fn count(&self, core: &Core) {
        core.budgets.heard(&self.tool, Some(self.remaining));
    }
}

/// A person says that a tool has what it may spend again.
pub(crate) async fn reset(core: &Core, tool: &str) -> Result<(), LookupError> {
    let id = tools::tool(core, tool)?.id;
    core.store.forget_budget(&id).await?;
    core.budgets.heard(&id, None);
    Ok(())
}
