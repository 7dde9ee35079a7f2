//! The tools of MCP servers, from what the servers told last.

use std::sync::Arc;

use pegboard_model::call::{NeedsApproval, ProviderKind};
use pegboard_model::ids::{ServerKey, ToolId};
use pegboard_model::servers::UpstreamTool;

use crate::record::{McpServerRecord, Told};
use crate::store::ToolRow;

/// One registered server, with what it told.
pub(crate) struct ServerEntry {
    pub(crate) record: McpServerRecord,
    /// `None` until somebody asked it.
    pub(crate) told: Option<Told>,
}

/// Its tools as rows, in its order.
pub(super) fn rows(server: &ServerEntry) -> Vec<ToolRow> {
    let Some(told) = &server.told else { return Vec::new() };
    let key = server.record.key();
    let asks = server.record.requires_confirmation == Some(true);
    let tools = told.announced.tools.iter();
    (0..).zip(tools).map(|(position, tool)| row(&key, position, tool, asks)).collect()
}

fn row(key: &ServerKey, position: i32, tool: &UpstreamTool, asks: bool) -> ToolRow {
    ToolRow {
        id: ToolId::Mcp { server: key.clone(), tool: tool.name().to_owned() },
        toolset: Some(key.toolset.clone()),
        position,
        provider: ProviderKind::Mcp,
        name: tool.title().to_owned(),
        description: tool.description().to_owned(),
        input_schema: Some(tool.input_schema().clone()),
        needs_approval: asks.then_some(NeedsApproval::Always),
        enabled: true,
        entrypoint: None,
        category: None,
        problem: None,
        upstream: Some(tool.clone()),
        effect: None,
        container: None,
    }
}

/// What every server told, by key.
pub(crate) type AllTold = std::collections::BTreeMap<ServerKey, Told>;

/// The registered servers with what they told.
pub(super) fn entries(servers: Vec<McpServerRecord>, told: &AllTold) -> Vec<Arc<ServerEntry>> {
    let entry = |record: McpServerRecord| {
        let told = told.get(&record.key()).cloned();
        Arc::new(ServerEntry { record, told })
    };
    servers.into_iter().map(entry).collect()
}
