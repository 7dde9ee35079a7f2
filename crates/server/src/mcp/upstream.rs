//! What the MCP servers of a toolset offer beside tools: resources, prompts and completions, as they offer them.

use std::sync::Arc;

use futures::future::join_all;
use pegboard_engine::Engine;
use pegboard_engine::record::ToolRecord;
use pegboard_mcp::endpoint::house::{Listing, Refusal, View};
use pegboard_mcp::rpc::{RpcError, code, method};
use pegboard_model::call::CallerLine;
use pegboard_model::ids::{ChatId, ServerKey, ToolsetId};
use pegboard_model::servers::{ServerFailure, ServerFault};
use serde_json::{Map, Value, json};

use crate::mcp::refusal;

/// Pages of one list that are asked for.
const PAGES_MAX: usize = 20;

/// The servers of a toolset that are on, by id.
pub(super) async fn servers(engine: &Engine, toolset: &ToolsetId) -> Result<Vec<ServerKey>, Refusal> {
    let all = engine.servers().await.map_err(|error| refusal::store(&error))?;
    let own = all.into_iter().map(|detail| detail.server);
    let own = own.filter(|server| server.toolset == *toolset && server.enabled);
    Ok(own.map(|server| server.key()).collect())
}

/// The toolsets whose servers may have a resource: the view's own; of all, those with an app of this address.
pub(super) async fn toolsets(engine: &Engine, view: &View, uri: &str) -> Vec<ToolsetId> {
    match view {
        View::Toolset(toolset) => vec![toolset.clone()],
        View::All | View::Worker(_) if uri.starts_with("ui://") => {
            let shows = |tool: &ToolRecord| {
                let meta = tool.upstream.as_ref().and_then(|tool| tool.definition().get("_meta"));
                let of = |meta: &Value| meta["ui"]["resourceUri"] == uri || meta["ui/resourceUri"] == uri;
                tool.enabled && meta.is_some_and(of)
            };
            let tools = engine.tools().into_iter().filter(shows);
            tools.filter_map(|tool| tool.toolset).take(1).collect()
        }
        View::All | View::Worker(_) => Vec::new(),
    }
}

/// A list with those of all servers of a view's toolset behind it, one after the other. A server that does not answer, or
/// has none, is left out. It holds for as long as the most short-lived of them.
pub(super) async fn after(
    own: Vec<Value>,
    engine: &Engine,
    view: &View,
    method: &str,
    key: &str,
) -> Result<Listing, Refusal> {
    let mut listing = Listing::from(own);
    let View::Toolset(toolset) = view else { return Ok(listing) };
    let servers = servers(engine, toolset).await?;
    for list in join_all(servers.iter().map(|server| pages(engine, server, method, key))).await {
        listing.items.extend(list.items);
        listing.ttl_ms = shorter(listing.ttl_ms, list.ttl_ms);
    }
    Ok(listing)
}

fn shorter(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}

async fn pages(engine: &Engine, server: &ServerKey, method: &str, key: &str) -> Listing {
    let (mut listing, mut params) = (Listing::default(), json!({}));
    for _ in 0..PAGES_MAX {
        let Ok(mut page) = engine.ask_server(server, None, None, method, params).await else {
            break;
        };
        listing.ttl_ms = shorter(listing.ttl_ms, page.get("ttlMs").and_then(Value::as_u64));
        if let Some(Value::Array(some)) = page.get_mut(key).map(Value::take) {
            listing.items.extend(some);
        }
        match page.get("nextCursor") {
            Some(cursor) if cursor.is_string() => params = json!({"cursor": cursor}),
            _ => break,
        }
    }
    listing
}

/// Asks the servers of a toolset one after the other; the first that has it answers.
pub(super) async fn ask(
    engine: &Engine,
    toolset: &ToolsetId,
    method: &str,
    params: &Map<String, Value>,
    line: Option<Arc<dyn CallerLine>>,
) -> Result<Option<Value>, Refusal> {
    let mut refused = None;
    for server in servers(engine, toolset).await? {
        let params = Value::Object(params.clone());
        let none: Option<ChatId> = None;
        match engine.ask_server(&server, none, line.clone(), method, params).await {
            Ok(result) => return Ok(Some(result)),
            Err(failure) => refused = Some(failure),
        }
    }
    match refused {
        Some(failure) if lacks(&failure, method) => Ok(None),
        Some(failure) => Err(refusal_of(failure)),
        None => Ok(None),
    }
}

/// Whether a server says that it has no such thing.
fn lacks(failure: &ServerFailure, asked: &str) -> bool {
    match &failure.fault {
        ServerFault::Refused { code: code::RESOURCE_NOT_FOUND | code::METHOD_NOT_FOUND, .. } => true,
        ServerFault::Refused { code: code::INVALID_PARAMS, .. } => asked == method::RESOURCES_READ,
        _ => false,
    }
}

fn refusal_of(failure: ServerFailure) -> Refusal {
    match failure.fault {
        ServerFault::Refused { code, data } => {
            Refusal::Upstream(RpcError { code, message: failure.message, data })
        }
        _ => Refusal::Failed(failure.message),
    }
}
