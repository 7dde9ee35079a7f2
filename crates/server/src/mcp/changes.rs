//! What happens in the house, as far as MCP clients are told of it.

use pegboard_engine::{Engine, EventKind};
use pegboard_mcp::endpoint::house::Change;
use pegboard_mcp::rpc::method;
use pegboard_model::ids::ToolsetId;
use serde_json::Value;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

/// Changes that a client may lag behind before it is told that some are missing.
const BACKLOG: usize = 256;

/// Changes from now on, until the engine is gone.
pub(super) fn follow(engine: &Engine) -> broadcast::Sender<Change> {
    let changes = broadcast::Sender::new(BACKLOG);
    let (mut events, told) = (engine.events(), changes.clone());
    tokio::spawn(async move {
        loop {
            let change = match events.recv().await {
                Ok(event) => change(event.kind),
                Err(RecvError::Lagged(_)) => Some(Change::Catalog(None)),
                Err(RecvError::Closed) => return,
            };
            if let Some(change) = change {
                // Nobody listening is no fault.
                let _ = told.send(change);
            }
        }
    });
    changes
}

fn change(kind: EventKind) -> Option<Change> {
    match kind {
        EventKind::ToolsetInstalled { toolset, .. }
        | EventKind::ToolsetChanged { toolset }
        | EventKind::ToolsetRemoved { toolset } => Some(Change::Catalog(Some(toolset))),
        // Which tools a worker has may be others now.
        EventKind::WorkersChanged { .. } => Some(Change::Catalog(None)),
        EventKind::WorkspaceChanged { chat, .. } => Some(Change::Files(chat)),
        EventKind::ChestChanged { chat } => Some(Change::AtHand(chat)),
        EventKind::ServerTools { server } => Some(Change::Catalog(Some(server.toolset))),
        EventKind::ServerNotified { server, method, params } => notified(server.toolset, &method, &params),
        EventKind::ServerStatus { .. }
        | EventKind::ToolBuild { .. }
        | EventKind::CallPending { .. }
        | EventKind::CallPreviewed { .. }
        | EventKind::CallStarted { .. }
        | EventKind::CallLog { .. }
        | EventKind::CallFinished { .. }
        | EventKind::ToolsetProgress { .. }
        | EventKind::GrantsChanged { .. }
        | EventKind::PolicyChanged { .. }
        | EventKind::ScheduleChanged { .. }
        | EventKind::PromptAdded { .. }
        | EventKind::ChatCreated { .. }
        | EventKind::ChatChanged { .. }
        | EventKind::MessageAdded { .. }
        | EventKind::ReplyChanged { .. }
        | EventKind::LeafMoved { .. } => None,
    }
}

/// What a server told by itself.
fn notified(toolset: ToolsetId, method: &str, params: &Value) -> Option<Change> {
    match method {
        method::PROMPTS_LIST_CHANGED => Some(Change::Prompts(toolset)),
        method::RESOURCES_LIST_CHANGED => Some(Change::Resources(toolset)),
        method::RESOURCES_UPDATED => {
            let uri = params.get("uri")?.as_str()?.to_owned();
            Some(Change::Resource { toolset, uri })
        }
        _ => None,
    }
}
