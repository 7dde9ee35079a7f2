//! The page: what was built of `web/`, under `/ui/`.

mod built;
mod files;
mod policy;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use tower_http::compression::CompressionLayer;

use crate::http::page::built::Built;
use crate::http::page::files::answer;
use crate::http::page::policy::policy;
use crate::http::state::App;

/// Keeps windows that the page opens, or that open it, from reaching into it.
const OPENER_POLICY: (HeaderName, HeaderValue) =
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));

/// The page's files. Needs no token: it holds nothing but what everybody may have, and asks the API with one.
pub(crate) fn router() -> Router<App> {
    Router::new().route("/ui/", get(index)).route("/ui/{*file}", get(file)).layer(CompressionLayer::new())
}

/// Where a person who only knows the address lands.
pub(crate) async fn root() -> Redirect {
    Redirect::temporary("/ui/")
}

pub(crate) async fn redirect() -> Redirect {
    Redirect::permanent("/ui/")
}

async fn index(State(app): State<App>, request: HeaderMap) -> Response {
    shown(&app, "", &request)
}

async fn file(State(app): State<App>, Path(file): Path<String>, request: HeaderMap) -> Response {
    shown(&app, &file, &request)
}

fn shown(app: &App, path: &str, request: &HeaderMap) -> Response {
    let policy = policy(app.sandbox.origins.beside(request).as_deref(), &app.sandbox.frame_hosts);
    let (name, value) = OPENER_POLICY;
    ([(name, value), policy], answer(&Built, path, request)).into_response()
}
