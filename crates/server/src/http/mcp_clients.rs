//! How clients of MCP are told of this Pegboard.

use axum::extract::State;
use axum::{Extension, Json};
use clap::ValueEnum;

use crate::http::auth::Principal;
use crate::http::params::InQuery;
use crate::http::state::App;
use crate::http::wire::mcp_client::{McpClient, McpClientQuery};
use crate::http::wire::page::Page;
use crate::http::wire::token::Scope;
use crate::mcp_clients::{Client, Pegboard, program, snippets};

/// What to write where, so that a known client uses this Pegboard. The places of the program and of the data folder stand in
/// it for tokens with the scope `admin` only.
#[utoipa::path(
    get, path = "/mcp-clients", operation_id = "list_mcp_clients", tag = "mcp-servers",
    params(McpClientQuery),
    responses((status = 200, description = "All known clients", body = Page<McpClient>))
)]
pub(crate) async fn list(
    State(app): State<App>,
    Extension(principal): Extension<Principal>,
    InQuery(query): InQuery<McpClientQuery>,
) -> Json<Page<McpClient>> {
    let url = query.url.to_string();
    let pegboard = match principal.scope {
        Scope::Admin => Pegboard { program: program(), data: Some(app.data.display().to_string()), url },
        Scope::Read | Scope::Run => Pegboard { program: "pegboard".to_owned(), data: None, url },
    };
    let client = |&client: &Client| McpClient::new(client, snippets(client, &pegboard));
    Json(Page::whole(Client::value_variants().iter().map(client).collect()))
}
