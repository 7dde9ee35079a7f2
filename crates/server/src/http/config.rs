//! What people tell tools and toolsets. Secrets go in and never come out.

use axum::Json;
use axum::extract::State;
use pegboard_engine::ConfigOf;
use serde_json::{Map, Value};

use crate::http::body::Body;
use crate::http::params::InPath;
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::http::wire::config::{Config, ConfigTest, ConfigValues, Rotated};

/// What can be set for a tool, and what is. Tools without a schema of their own share their toolset's.
#[utoipa::path(
    get, path = "/tools/{tool_id}/config", operation_id = "get_tool_config", tag = "tools",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded")),
    responses((status = 200, description = "Every key; secrets show as `***`", body = Config))
)]
pub(crate) async fn of_tool(
    State(app): State<App>,
    InPath(tool): InPath<String>,
) -> Result<Json<Config>, Problem> {
    show(&app, &ConfigOf::Tool(tool)).await
}

/// Set values for a tool, all or none. An empty text forgets one; `***` leaves a secret as it is.
#[utoipa::path(
    put, path = "/tools/{tool_id}/config", operation_id = "set_tool_config", tag = "tools",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded")),
    request_body = ConfigValues,
    responses((status = 200, description = "Every key; secrets show as `***`", body = Config))
)]
pub(crate) async fn set_of_tool(
    State(app): State<App>,
    InPath(tool): InPath<String>,
    Body(values): Body<Map<String, Value>>,
) -> Result<Json<Config>, Problem> {
    Ok(Json(app.engine.set_config(ConfigOf::Tool(tool), values).await?.into()))
}

/// Forget the value of a tool's key.
#[utoipa::path(
    delete, path = "/tools/{tool_id}/config/{key}", operation_id = "delete_tool_config", tag = "tools",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded"), ("key" = String, Path)),
    responses((status = 200, description = "Every key; secrets show as `***`", body = Config))
)]
pub(crate) async fn forget_of_tool(
    State(app): State<App>,
    InPath((tool, key)): InPath<(String, String)>,
) -> Result<Json<Config>, Problem> {
    Ok(Json(app.engine.forget_config(ConfigOf::Tool(tool), &key).await?.into()))
}

/// Whether a tool has all that it requires. Starts nothing.
#[utoipa::path(
    post, path = "/tools/{tool_id}/test", operation_id = "test_tool_config", tag = "tools",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded")),
    responses((status = 200, description = "Whether all is there", body = ConfigTest))
)]
pub(crate) async fn test_of_tool(
    State(app): State<App>,
    InPath(tool): InPath<String>,
) -> Result<Json<ConfigTest>, Problem> {
    Ok(Json(app.engine.test_config(&ConfigOf::Tool(tool)).await?.into()))
}

/// What can be set for a toolset, and what is.
#[utoipa::path(
    get, path = "/toolsets/{toolset_id}/config", operation_id = "get_toolset_config", tag = "toolsets",
    params(("toolset_id" = String, Path)),
    responses((status = 200, description = "Every key; secrets show as `***`", body = Config))
)]
pub(crate) async fn of_toolset(
    State(app): State<App>,
    InPath(toolset): InPath<String>,
) -> Result<Json<Config>, Problem> {
    show(&app, &ConfigOf::Toolset(toolset)).await
}

/// Set values for a toolset, all or none. An empty text forgets one; `***` leaves a secret as it is.
#[utoipa::path(
    put, path = "/toolsets/{toolset_id}/config", operation_id = "set_toolset_config", tag = "toolsets",
    params(("toolset_id" = String, Path)),
    request_body = ConfigValues,
    responses((status = 200, description = "Every key; secrets show as `***`", body = Config))
)]
pub(crate) async fn set_of_toolset(
    State(app): State<App>,
    InPath(toolset): InPath<String>,
    Body(values): Body<Map<String, Value>>,
) -> Result<Json<Config>, Problem> {
    Ok(Json(app.engine.set_config(ConfigOf::Toolset(toolset), values).await?.into()))
}

/// Forget the value of a toolset's key.
#[utoipa::path(
    delete, path = "/toolsets/{toolset_id}/config/{key}", operation_id = "delete_toolset_config",
    tag = "toolsets",
    params(("toolset_id" = String, Path), ("key" = String, Path)),
    responses((status = 200, description = "Every key; secrets show as `***`", body = Config))
)]
pub(crate) async fn forget_of_toolset(
    State(app): State<App>,
    InPath((toolset, key)): InPath<(String, String)>,
) -> Result<Json<Config>, Problem> {
    Ok(Json(app.engine.forget_config(ConfigOf::Toolset(toolset), &key).await?.into()))
}

/// Whether a toolset has all that it requires. Starts nothing.
#[utoipa::path(
    post, path = "/toolsets/{toolset_id}/test", operation_id = "test_toolset_config", tag = "toolsets",
    params(("toolset_id" = String, Path)),
    responses((status = 200, description = "Whether all is there", body = ConfigTest))
)]
pub(crate) async fn test_of_toolset(
    State(app): State<App>,
    InPath(toolset): InPath<String>,
) -> Result<Json<ConfigTest>, Problem> {
    Ok(Json(app.engine.test_config(&ConfigOf::Toolset(toolset)).await?.into()))
}

/// Make a new key for what is kept encrypted, and seal all of it anew in one transaction.
#[utoipa::path(
    post, path = "/secrets/rotate", operation_id = "rotate_secret_key", tag = "server",
    responses((status = 200, description = "What was sealed anew", body = Rotated))
)]
pub(crate) async fn rotate(State(app): State<App>) -> Result<Json<Rotated>, Problem> {
    Ok(Json(app.engine.rotate_secret_key().await?.into()))
}

async fn show(app: &App, of: &ConfigOf) -> Result<Json<Config>, Problem> {
    Ok(Json(app.engine.config(of).await?.into()))
}
