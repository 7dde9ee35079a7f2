//! The images of container tools.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::http::params::InPath;
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::http::wire::container::Build;

/// How the last build of a container tool's image went, with its log.
#[utoipa::path(
    get, path = "/tools/{tool_id}/build", operation_id = "get_tool_build", tag = "tools",
    params(("tool_id" = String, Path, description = "Id, wire name, or the name of a folder that is one tool, percent-encoded")),
    responses((status = 200, description = "The build", body = Build))
)]
pub(crate) async fn get(State(app): State<App>, InPath(id): InPath<String>) -> Result<Json<Build>, Problem> {
    Ok(Json(app.engine.image(&id)?.into()))
}

/// Build a container tool's image anew, without what earlier builds left. It goes on in the background; events tell of it.
#[utoipa::path(
    post, path = "/tools/{tool_id}/build", operation_id = "build_tool", tag = "tools",
    params(("tool_id" = String, Path, description = "Id, wire name, or the name of a folder that is one tool, percent-encoded")),
    responses((status = 202, description = "It is being built", body = Build))
)]
pub(crate) async fn build(
    State(app): State<App>,
    InPath(id): InPath<String>,
) -> Result<(StatusCode, Json<Build>), Problem> {
    Ok((StatusCode::ACCEPTED, Json(app.engine.build_image(&id)?.into())))
}
