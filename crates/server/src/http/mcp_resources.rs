//! Resources of MCP servers.

use axum::Json;
use axum::extract::State;
use pegboard_mcp::rpc::method::RESOURCES_READ;
use serde_json::{Value, json};

use crate::http::body::Body;
use crate::http::params::InPath;
use crate::http::problem::{Problem, kinds};
use crate::http::state::App;
use crate::http::wire::mcp_resource::ReadResource;

/// Bytes of a resource's address.
pub(crate) const ADDRESS_MAX: usize = 8192;

/// Read a resource of an MCP server, which is connected where it is not. The answer is the server's
/// `ReadResourceResult` as it came.
#[utoipa::path(
    post, path = "/mcp-servers/{server_key}/resources/read", operation_id = "read_mcp_resource", tag = "mcp-servers",
    params(("server_key" = String, Path, description = "Its key, or its id where only one server has it")),
    request_body = ReadResource,
    responses((status = 200, description = "What the server gave", body = Object))
)]
pub(crate) async fn read(
    State(app): State<App>,
    InPath(key): InPath<String>,
    Body(wanted): Body<ReadResource>,
) -> Result<Json<Value>, Problem> {
    if wanted.uri.len() > ADDRESS_MAX {
        return Err(Problem::new(kinds::INVALID_BODY, format!("`uri` has at most {ADDRESS_MAX} bytes.")));
    }
    let server = app.engine.server(&key).await?.server.key();
    let params = json!({"uri": wanted.uri});
    Ok(Json(app.engine.ask_server(&server, wanted.chat_id, None, RESOURCES_READ, params).await?))
}
