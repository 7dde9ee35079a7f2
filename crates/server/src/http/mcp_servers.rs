//! MCP servers: looked at, added, changed, switched, tried and removed.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use pegboard_engine::Listed;
use pegboard_engine::record::ServerDetail;
use pegboard_model::servers::to_mcp_servers;
use serde_json::Value;

use crate::http::body::Body;
use crate::http::params::{InPath, InQuery};
use crate::http::problem::{Problem, kinds};
use crate::http::proposals;
use crate::http::sent_file::sent_file;
use crate::http::state::App;
use crate::http::wire::mcp_proposal::{AddServers, AddedServers, ServerSettings, ServersPreview};
use crate::http::wire::mcp_server::{ExportFormat, ExportQuery, RegisteredServer, ServerLog};
use crate::http::wire::mcp_trial::{TestServer, TestedServer};
use crate::http::wire::page::Page;
use crate::http::wire::toolset::EnableRequest;

/// The registered MCP servers and how they stand. Starts none of them.
#[utoipa::path(
    get, path = "/mcp-servers", operation_id = "list_mcp_servers", tag = "mcp-servers",
    responses((status = 200, description = "All of them, by key", body = Page<RegisteredServer>))
)]
pub(crate) async fn list(State(app): State<App>) -> Result<Json<Page<RegisteredServer>>, Problem> {
    let servers = app.engine.servers().await?;
    Ok(Json(Page::whole(servers.into_iter().map(Into::into).collect())))
}

/// One MCP server.
#[utoipa::path(
    get, path = "/mcp-servers/{server_key}", operation_id = "get_mcp_server", tag = "mcp-servers",
    params(("server_key" = String, Path, description = "Its key, or its id where only one server has it")),
    responses((status = 200, description = "The server", body = RegisteredServer))
)]
pub(crate) async fn get(
    State(app): State<App>,
    InPath(key): InPath<String>,
) -> Result<Json<RegisteredServer>, Problem> {
    Ok(Json(app.engine.server(&key).await?.into()))
}

/// Add servers: one, those of another client's file, or one of the registry. Starts none of them. All or none is added.
#[utoipa::path(
    post, path = "/mcp-servers", operation_id = "add_mcp_server", tag = "mcp-servers",
    request_body = AddServers,
    responses((status = 201, description = "What was added", body = AddedServers))
)]
pub(crate) async fn add(
    State(app): State<App>,
    Body(request): Body<AddServers>,
) -> Result<(StatusCode, Json<AddedServers>), Problem> {
    let toolsets = app.engine.toolsets(Listed::Installed);
    let chosen = proposals::chosen(request, |id| toolsets.iter().any(|toolset| toolset.id.as_str() == id))?;
    let registered = app.engine.servers().await?;
    proposals::refuse_taken(&chosen.servers, &registered, &toolsets)?;
    let added = app.engine.add_servers(chosen.servers).await?;
    let items = added.into_iter().map(Into::into).collect();
    Ok((StatusCode::CREATED, Json(AddedServers { items, notes: chosen.notes })))
}

/// Say what would be added, what would be asked, and what would be called otherwise. Keeps and starts nothing.
#[utoipa::path(
    post, path = "/mcp-servers/preview", operation_id = "preview_mcp_servers", tag = "mcp-servers",
    request_body = AddServers,
    responses((status = 200, description = "What would be added", body = ServersPreview))
)]
pub(crate) async fn preview(
    State(app): State<App>,
    Body(request): Body<AddServers>,
) -> Result<Json<ServersPreview>, Problem> {
    let toolsets = app.engine.toolsets(Listed::Installed);
    Ok(Json(proposals::preview(request, |id| toolsets.iter().any(|toolset| toolset.id.as_str() == id))?))
}

/// Give a server that was added by itself other settings. Its variables keep their values unless they come anew.
#[utoipa::path(
    put, path = "/mcp-servers/{server_key}", operation_id = "edit_mcp_server", tag = "mcp-servers",
    params(("server_key" = String, Path)),
    request_body = ServerSettings,
    responses((status = 200, description = "The server", body = RegisteredServer))
)]
pub(crate) async fn edit(
    State(app): State<App>,
    InPath(key): InPath<String>,
    Body(settings): Body<ServerSettings>,
) -> Result<Json<RegisteredServer>, Problem> {
    let before = app.engine.server(&key).await?;
    let id = before.server.id.as_str();
    if settings.id.as_deref().is_some_and(|other| other != id) {
        let detail = format!("The id of `{id}` cannot be changed.");
        return Err(
            Problem::new(kinds::INVALID_SERVER, detail).hint("Add it under another id and remove this one.")
        );
    }
    let enabled = settings.enabled;
    let new = proposals::one(ServerSettings { id: Some(id.to_owned()), ..settings })?;
    let edited = app.engine.edit_server(&key, new).await?;
    // Other settings leave a server switched as it is, unless they say how.
    let edited = match enabled {
        Some(enabled) if enabled != edited.server.enabled => {
            app.engine.set_server_enabled(&key, enabled).await?
        }
        _ => edited,
    };
    Ok(Json(edited.into()))
}

/// Remove a server that was added by itself. Its calls stay in the record.
#[utoipa::path(
    delete, path = "/mcp-servers/{server_key}", operation_id = "remove_mcp_server", tag = "mcp-servers",
    params(("server_key" = String, Path)),
    responses((status = 204, description = "It is gone; its processes have ended"))
)]
pub(crate) async fn remove(
    State(app): State<App>,
    InPath(key): InPath<String>,
) -> Result<StatusCode, Problem> {
    app.engine.remove_server(&key).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Switch a server on or off. Off, its processes have ended when this answers.
#[utoipa::path(
    post, path = "/mcp-servers/{server_key}/enable", operation_id = "enable_mcp_server", tag = "mcp-servers",
    params(("server_key" = String, Path)),
    request_body = EnableRequest,
    responses((status = 200, description = "The server", body = RegisteredServer))
)]
pub(crate) async fn enable(
    State(app): State<App>,
    InPath(key): InPath<String>,
    Body(request): Body<EnableRequest>,
) -> Result<Json<RegisteredServer>, Problem> {
    Ok(Json(app.engine.set_server_enabled(&key, request.enabled).await?.into()))
}

/// End a server's connections and connect anew.
#[utoipa::path(
    post, path = "/mcp-servers/{server_key}/reconnect", operation_id = "reconnect_mcp_server", tag = "mcp-servers",
    params(("server_key" = String, Path)),
    responses((status = 200, description = "The server, connected", body = RegisteredServer))
)]
pub(crate) async fn reconnect(
    State(app): State<App>,
    InPath(key): InPath<String>,
) -> Result<Json<RegisteredServer>, Problem> {
    Ok(Json(app.engine.reconnect_server(&key).await?.into()))
}

/// Connect to a server, list its tools, and end it again. Nothing of it is kept.
#[utoipa::path(
    post, path = "/mcp-servers/test", operation_id = "test_mcp_server", tag = "mcp-servers",
    request_body = TestServer,
    responses((status = 200, description = "How it went, also where it did not go well", body = TestedServer))
)]
pub(crate) async fn test(
    State(app): State<App>,
    Body(request): Body<TestServer>,
) -> Result<Json<TestedServer>, Problem> {
    let tested = match (request.server_key, request.server) {
        (Some(key), None) => app.engine.try_registered_server(&key).await?,
        (None, Some(settings)) => app.engine.try_server(&proposals::one(settings)?).await?,
        _ => return Err(Problem::new(kinds::INVALID_BODY, "Name either `server_key` or `server`.")),
    };
    Ok(Json(tested.into()))
}

/// What a server wrote to its standard error and what happened to its connection.
#[utoipa::path(
    get, path = "/mcp-servers/{server_key}/log", operation_id = "get_mcp_server_log", tag = "mcp-servers",
    params(("server_key" = String, Path)),
    responses((status = 200, description = "The latest of it", body = ServerLog))
)]
pub(crate) async fn log(
    State(app): State<App>,
    InPath(key): InPath<String>,
) -> Result<Json<ServerLog>, Problem> {
    Ok(Json(ServerLog { log: app.engine.server_log(&key)? }))
}

/// All servers as `mcpServers`, which other clients read. Secrets stay here: `${NAME}` stands in their place.
#[utoipa::path(
    get, path = "/mcp-servers/export", operation_id = "export_mcp_servers", tag = "mcp-servers",
    responses((status = 200, description = "`{\"mcpServers\": {…}}`", body = Object))
)]
pub(crate) async fn export(State(app): State<App>) -> Result<Json<Value>, Problem> {
    Ok(Json(as_mcp_servers(&app.engine.servers().await?)))
}

/// One server: as `mcpServers`, or as an MCP bundle with the files of its toolset. Secrets stay here: in a bundle,
/// whoever installs it is asked for them.
#[utoipa::path(
    get, path = "/mcp-servers/{server_key}/export", operation_id = "export_mcp_server", tag = "mcp-servers",
    params(("server_key" = String, Path), ExportQuery),
    responses(
        (status = 200, description = "The bundle, or `{\"mcpServers\": {…}}`", content(
            (Vec<u8> = "application/zip"),
            (Object = "application/json"),
        )),
    )
)]
pub(crate) async fn export_one(
    State(app): State<App>,
    InPath(key): InPath<String>,
    InQuery(query): InQuery<ExportQuery>,
) -> Result<Response, Problem> {
    let server = app.engine.server(&key).await?;
    match query.format {
        ExportFormat::Json => Ok(Json(as_mcp_servers(&[server])).into_response()),
        ExportFormat::Mcpb => {
            let file = app.engine.export_mcpb(&key).await?;
            sent_file(file, &format!("{}.mcpb", server.server.id)).await
        }
    }
}

fn as_mcp_servers(servers: &[ServerDetail]) -> Value {
    let declared: Vec<_> = servers
        .iter()
        .filter_map(|detail| {
            let (toolset, id) = (&detail.server.toolset, &detail.server.id);
            let name = if detail.user_mcp { id.to_string() } else { format!("{toolset}-{id}") };
            Some((name, detail.server.declaration()?))
        })
        .collect();
    to_mcp_servers(declared.iter().map(|(name, server)| (name.clone(), server)))
}
