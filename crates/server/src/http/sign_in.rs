//! Signing in at MCP servers that want it (OAuth): begun by an operation, ended by the browser that comes back.

use axum::Json;
use axum::extract::{OriginalUri, State};
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use url::Url;

use crate::http::params::InPath;
use crate::http::problem::{Problem, kinds};
use crate::http::state::App;
use crate::http::wire::mcp_server::{RegisteredServer, SignInBegun};

/// Where a person's browser comes back to.
const CALLBACK: &str = "/oauth/callback";

/// Begin to sign in at a server. A person must open the address.
#[utoipa::path(
    post, path = "/mcp-servers/{server_key}/sign-in", operation_id = "begin_mcp_sign_in", tag = "mcp-servers",
    params(("server_key" = String, Path)),
    responses((status = 200, description = "Where to go on", body = SignInBegun))
)]
pub(crate) async fn begin(
    State(app): State<App>,
    InPath(key): InPath<String>,
    request: HeaderMap,
) -> Result<Json<SignInBegun>, Problem> {
    let begun = app.engine.begin_sign_in(&key, address(&request)?).await?;
    Ok(Json(SignInBegun { open: begun.open.into() }))
}

/// Forget what signing in at a server gave.
#[utoipa::path(
    post, path = "/mcp-servers/{server_key}/sign-out", operation_id = "mcp_sign_out", tag = "mcp-servers",
    params(("server_key" = String, Path)),
    responses((status = 200, description = "The server", body = RegisteredServer))
)]
pub(crate) async fn out(
    State(app): State<App>,
    InPath(key): InPath<String>,
) -> Result<Json<RegisteredServer>, Problem> {
    Ok(Json(app.engine.sign_out(&key).await?.into()))
}

/// Where a browser comes back to from signing in. Whoever knows the `state` that was given out may end it.
#[utoipa::path(
    get, path = "/oauth/callback", operation_id = "end_mcp_sign_in", tag = "mcp-servers",
    responses((status = 200, description = "One line for the person", body = String, content_type = "text/plain"))
)]
pub(crate) async fn end(
    State(app): State<App>,
    request: HeaderMap,
    OriginalUri(uri): OriginalUri,
) -> Result<String, Problem> {
    let mut returned = address(&request)?;
    returned.set_query(uri.query());
    let key = app.engine.end_sign_in(returned).await?;
    Ok(format!("Signed in at {key}. You can close this window.\n"))
}

/// The callback under the name by which this server was asked. Both headers were checked before.
fn address(request: &HeaderMap) -> Result<Url, Problem> {
    let text = |name| request.get(name).and_then(|value| value.to_str().ok());
    let own = text(ORIGIN).map(str::to_owned).or_else(|| text(HOST).map(|host| format!("http://{host}")));
    let own = own.and_then(|own| Url::parse(&own).ok()?.join(CALLBACK).ok());
    own.ok_or_else(|| Problem::new(kinds::BAD_REQUEST, "The request names no host."))
}
