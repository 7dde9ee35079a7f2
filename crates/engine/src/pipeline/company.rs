//! Beside whom a call runs.

use pegboard_model::builtin::Effect;
use pegboard_model::servers::UpstreamTool;
use pegboard_model::toolset::ServerScope;

use crate::registry::{Registry, ToolEntry};
use crate::turns::Company;

/// Beside whom calls of a tool can run. An MCP server that says of its tool that it changes nothing is believed: one that lies
/// could do the same at any time, and what it changes in a chat's workspace is recorded all the same.
pub(crate) fn company(registry: &Registry, tool: &ToolEntry) -> Company {
    let says_so = tool.row.upstream.as_ref().is_some_and(UpstreamTool::is_read_only);
    let scope = |key| registry.server(key).map(|server| server.record.scope);
    match tool.server().and_then(scope) {
        Some(ServerScope::Shared) if says_so => Company::Anybody,
        Some(ServerScope::Chat) if says_so => Company::Readers,
        None if tool.effect() == Some(Effect::Reads) => Company::Readers,
        _ => Company::Alone,
    }
}
