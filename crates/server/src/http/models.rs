//! Language models that the house may ask. Keys go in and never come out.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::http::body::Body;
use crate::http::params::InPath;
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::http::wire::model::{Model, ModelRequest, ModelTest, Models};

/// Language models that can be asked.
#[utoipa::path(
    get, path = "/models", operation_id = "list_models", tag = "models",
    responses((status = 200, description = "All of them, the oldest first", body = Models))
)]
pub(crate) async fn list(State(app): State<App>) -> Result<Json<Models>, Problem> {
    let models = app.engine.models().await?;
    Ok(Json(Models { models: models.into_iter().map(Into::into).collect() }))
}

/// Keep a language model under a name, in place of the one of that name.
#[utoipa::path(
    put, path = "/models/{name}", operation_id = "put_model", tag = "models",
    params(("name" = String, Path, description = "Lower-case letters, digits, `.`, `_` and `-`, at most 64")),
    request_body = ModelRequest,
    responses((status = 200, description = "The model; its key shows as `***`", body = Model))
)]
pub(crate) async fn put(
    State(app): State<App>,
    InPath(name): InPath<String>,
    Body(request): Body<ModelRequest>,
) -> Result<Json<Model>, Problem> {
    Ok(Json(app.engine.put_model(&name, request.into()).await?.into()))
}

/// Forget a language model and its key.
#[utoipa::path(
    delete, path = "/models/{name}", operation_id = "delete_model", tag = "models",
    params(("name" = String, Path)),
    responses((status = 204, description = "It is gone"))
)]
pub(crate) async fn remove(
    State(app): State<App>,
    InPath(name): InPath<String>,
) -> Result<StatusCode, Problem> {
    app.engine.remove_model(&name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ask a language model for one word. Says what came back, or what is wrong.
#[utoipa::path(
    post, path = "/models/{name}/test", operation_id = "test_model", tag = "models",
    params(("name" = String, Path)),
    responses((status = 200, description = "Whether it answered", body = ModelTest))
)]
pub(crate) async fn test(
    State(app): State<App>,
    InPath(name): InPath<String>,
) -> Result<Json<ModelTest>, Problem> {
    Ok(Json(app.engine.test_model(&name).await?.into()))
}

/// Ask this language model where nobody names another.
#[utoipa::path(
    post, path = "/models/{name}/default", operation_id = "set_default_model", tag = "models",
    params(("name" = String, Path)),
    responses((status = 200, description = "The model", body = Model))
)]
pub(crate) async fn set_default(
    State(app): State<App>,
    InPath(name): InPath<String>,
) -> Result<Json<Model>, Problem> {
    Ok(Json(app.engine.set_default_model(&name).await?.into()))
}
