//! Between steps 2 and 3: what a tool itself says of the call, where only its code knows.

use pegboard_model::call::{Resolved, Statement};
use pegboard_model::ids::ToolId;
use pegboard_model::policy::is_settled;

use crate::core::Core;
use crate::policy::kill_switch;
use crate::registry::ToolEntry;

/// Asks the tool's code about this call, if it wants to be asked and its answer counts. Until it has answered, the call
/// asks for a person.
pub(crate) async fn own_word(core: &Core, entry: &ToolEntry, resolved: &Resolved) -> Statement {
    let before = || resolved.statement.clone();
    let ToolId::Toolset { tool, .. } = &resolved.tool else { return before() };
    if !entry.depends_on_input() || is_settled(resolved, kill_switch(core)) {
        return before();
    }
    let Some(provider) = core.providers.get(resolved.provider) else { return before() };
    match provider.statement(&entry.bundle, tool, &resolved.args).await {
        Some(statement) => entry.heard(statement),
        None => before(),
    }
}
