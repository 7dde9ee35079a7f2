//! The server itself: whether it lives, what it can do, and what it says when it cannot.

use std::any::Any;
use std::io;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{Method, Uri};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use crate::doctor;
use crate::http::limit_list;
use crate::http::problem::{Problem, kinds};
use crate::http::state::App;
use crate::http::wire::page::Page;
use crate::http::wire::status::{Health, Verified};
use crate::http::wire::system::{Finding, Limit};

/// Whether the server answers.
#[utoipa::path(
    get, path = "/healthz", operation_id = "healthz", tag = "system",
    responses((status = 200, description = "It does", body = Health))
)]
pub(crate) async fn healthz() -> Json<Health> {
    Json(Health::ok())
}

/// Read all that workspaces ever held, and name what is missing or damaged. May take long.
#[utoipa::path(
    post, path = "/workspaces/verify", operation_id = "verify_workspaces", tag = "system",
    responses((status = 200, description = "What was found", body = Verified))
)]
pub(crate) async fn verify(State(app): State<App>) -> Result<Json<Verified>, Problem> {
    Ok(Json(app.engine.verify().await?.into()))
}

/// Every limit that binds whoever uses this server.
#[utoipa::path(
    get, path = "/limits", operation_id = "get_limits", tag = "system",
    responses((status = 200, description = "All of them", body = Page<Limit>))
)]
pub(crate) async fn limits(State(app): State<App>) -> Json<Page<Limit>> {
    Json(Page::whole(limit_list::list(
        app.engine.limits(),
        app.python.config(),
        app.node.config(),
        app.containers.config(),
    )))
}

/// What is present on the server's machine, what is missing, and how to get it: what `pegboard doctor` tells.
#[utoipa::path(
    get, path = "/doctor", operation_id = "get_doctor", tag = "system",
    responses((status = 200, description = "Everything that was looked for", body = Page<Finding>))
)]
pub(crate) async fn doctor(State(app): State<App>) -> Result<Json<Page<Finding>>, Problem> {
    let looked = doctor::examine(app.python, app.node, app.containers, app.data.to_path_buf()).await;
    Ok(Json(Page::whole(looked.map_err(|error| Problem::internal(&error))?)))
}

/// The document, made once.
#[derive(Clone)]
pub(crate) struct Document(pub(crate) Arc<utoipa::openapi::OpenApi>);

/// This document.
#[utoipa::path(
    get, path = "/openapi.json", operation_id = "openapi", tag = "system",
    responses((status = 200, description = "OpenAPI 3.1", content_type = "application/json"))
)]
pub(crate) async fn openapi(Extension(document): Extension<Document>) -> Json<Arc<utoipa::openapi::OpenApi>> {
    Json(document.0)
}

/// Nothing has this path.
pub(crate) async fn unknown(method: Method, uri: Uri) -> Problem {
    Problem::new(kinds::UNKNOWN_OPERATION, format!("There is no `{method} {}`.", uri.path()))
        .hint("/openapi.json lists the operations; /docs shows them.")
}

/// Something has this path, but not with this method.
pub(crate) async fn wrong_method(method: Method, uri: Uri) -> Problem {
    Problem::new(kinds::WRONG_METHOD, format!("`{}` does not take `{method}`.", uri.path()))
        .hint("/openapi.json lists the operations; /docs shows them.")
}

/// A fault of ours that would otherwise end the connection without a word.
#[allow(clippy::needless_pass_by_value, reason = "the layer hands it over")]
pub(crate) fn panicked(cause: Box<dyn Any + Send>) -> Response {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("a panic without a text");
    Problem::internal(&io::Error::other(text)).into_response()
}
