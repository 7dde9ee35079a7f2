//! Values for `${NAME}` in the settings of a toolset's MCP servers. They go in and never come out.

use axum::extract::State;
use axum::http::StatusCode;

use crate::http::body::Body;
use crate::http::params::InPath;
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::http::wire::mcp_server::VariableValue;

/// Keep a value, encrypted. Servers that use it get it at their next connect.
#[utoipa::path(
    put, path = "/toolsets/{toolset_id}/variables/{name}", operation_id = "set_toolset_variable", tag = "toolsets",
    params(("toolset_id" = String, Path), ("name" = String, Path)),
    request_body = VariableValue,
    responses((status = 204, description = "It is kept; no answer ever has it"))
)]
pub(crate) async fn set(
    State(app): State<App>,
    InPath((toolset, name)): InPath<(String, String)>,
    Body(request): Body<VariableValue>,
) -> Result<StatusCode, Problem> {
    app.engine.set_variable(&toolset, &name, &request.value).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Forget a value.
#[utoipa::path(
    delete, path = "/toolsets/{toolset_id}/variables/{name}", operation_id = "remove_toolset_variable",
    tag = "toolsets",
    params(("toolset_id" = String, Path), ("name" = String, Path)),
    responses((status = 204, description = "It is forgotten"))
)]
pub(crate) async fn remove(
    State(app): State<App>,
    InPath((toolset, name)): InPath<(String, String)>,
) -> Result<StatusCode, Problem> {
    app.engine.remove_variable(&toolset, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}
