//! Who may enter: whoever has a token, as for REST.

use axum::Extension;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use pegboard_mcp::endpoint::house::{Principal, Rights};

use crate::http::auth;
use crate::http::state::App;
use crate::http::wire::token::Scope;

/// Lets a request through that carries a token, and tells the endpoint whose it is.
pub(crate) async fn enter(Extension(app): Extension<App>, mut request: Request, next: Next) -> Response {
    match auth::principal(&app, request.headers()).await {
        Ok(principal) => {
            let rights = match principal.scope {
                Scope::Read => Rights::Look,
                Scope::Run => Rights::Call,
                // Who may approve on the page may approve at the client as well, where a person sits before it.
                Scope::Admin => Rights::Approve,
            };
            let principal = Principal { id: principal.id.to_string(), name: principal.name, rights };
            request.extensions_mut().insert(principal);
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    }
}
