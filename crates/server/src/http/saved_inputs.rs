//! Arguments that are kept under a name, to call a tool with them again.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::http::body::Body;
use crate::http::params::InPath;
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::http::wire::page::Page;
use crate::http::wire::saved_input::{SaveInputRequest, SavedInput};

/// A tool's saved inputs, by name.
#[utoipa::path(
    get, path = "/tools/{tool_id}/inputs", operation_id = "list_saved_inputs", tag = "tools",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded")),
    responses((status = 200, description = "All of them", body = Page<SavedInput>))
)]
pub(crate) async fn list(
    State(app): State<App>,
    InPath(tool): InPath<String>,
) -> Result<Json<Page<SavedInput>>, Problem> {
    let inputs = app.engine.saved_inputs(&tool).await?;
    Ok(Json(Page::whole(inputs.into_iter().map(Into::into).collect())))
}

/// Keep arguments under a name, in place of those of the same name. They need not fit the tool's schema yet.
#[utoipa::path(
    put, path = "/tools/{tool_id}/inputs/{name}", operation_id = "save_input", tag = "tools",
    params(
        ("tool_id" = String, Path, description = "Id or wire name, percent-encoded"),
        ("name" = String, Path, description = "One line of 1 to 80 characters, percent-encoded"),
    ),
    request_body = SaveInputRequest,
    responses((status = 200, description = "The saved input", body = SavedInput))
)]
pub(crate) async fn save(
    State(app): State<App>,
    InPath((tool, name)): InPath<(String, String)>,
    Body(request): Body<SaveInputRequest>,
) -> Result<Json<SavedInput>, Problem> {
    Ok(Json(app.engine.save_input(&tool, &name, request.args).await?.into()))
}

/// Forget a saved input.
#[utoipa::path(
    delete, path = "/tools/{tool_id}/inputs/{name}", operation_id = "delete_saved_input", tag = "tools",
    params(
        ("tool_id" = String, Path, description = "Id or wire name, percent-encoded"),
        ("name" = String, Path, description = "As it was saved, percent-encoded"),
    ),
    responses((status = 204, description = "It is gone"))
)]
pub(crate) async fn delete(
    State(app): State<App>,
    InPath((tool, name)): InPath<(String, String)>,
) -> Result<StatusCode, Problem> {
    app.engine.delete_saved_input(&tool, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}
