//! The server itself: whether it lives, what it can do, and a page that browses that.

use std::any::Any;
use std::io;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{Method, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Json};
use utoipa_swagger_ui::Config;

use crate::http::headers::DOCS_POLICY;
use crate::http::problem::{Problem, kinds};
use crate::http::state::App;
use crate::http::wire::status::{Health, Verified};

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

/// The page that browses the document, with all that it loads.
pub(crate) async fn docs(Path(file): Path<String>) -> Response {
    serve_docs(&file)
}

pub(crate) async fn docs_index() -> Response {
    serve_docs("index.html")
}

pub(crate) async fn docs_redirect() -> Redirect {
    Redirect::permanent("/docs/")
}

/// Where a person who only knows the address lands.
pub(crate) async fn root() -> Redirect {
    Redirect::temporary("/docs/")
}

fn serve_docs(file: &str) -> Response {
    let config = Config::from("/openapi.json").try_it_out_enabled(true).persist_authorization(false);
    match utoipa_swagger_ui::serve(file, Arc::new(config)) {
        Ok(Some(file)) => {
            let headers = [(CONTENT_TYPE, file.content_type)];
            let policy = [(CONTENT_SECURITY_POLICY, DOCS_POLICY)];
            (headers, policy, file.bytes.into_owned()).into_response()
        }
        Ok(None) => Problem::new(kinds::NOT_FOUND, "The page has no such part.").into_response(),
        Err(error) => Problem::internal(error.as_ref()).into_response(),
    }
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
