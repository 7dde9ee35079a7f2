//! What a page asks first.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::{Extension, Json};

use crate::http::auth::Principal;
use crate::http::state::App;
use crate::http::wire::session::Session;

/// Whose token this is, what it may do, and where frames may come from.
#[utoipa::path(
    get, path = "/session", operation_id = "get_session", tag = "system",
    responses((status = 200, description = "The session", body = Session))
)]
pub(crate) async fn get(
    State(app): State<App>,
    Extension(principal): Extension<Principal>,
    request: HeaderMap,
) -> Json<Session> {
    Json(Session {
        name: principal.name,
        scope: principal.scope,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        sandbox_origin: app.sandbox.origins.beside(&request),
        frame_hosts: app.sandbox.frame_hosts.iter().map(ToString::to_string).collect(),
    })
}
