//! Who asks, and whether they may.

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use pegboard_model::call::{ApprovalMode, Caller};
use pegboard_model::ids::TokenId;

use crate::http::problem::{Problem, kinds};
use crate::http::state::App;
use crate::http::wire::token::Scope;

/// Bytes of a token; ours are far shorter.
const TOKEN_MAX: usize = 512;

/// The token that a request came with.
#[derive(Debug, Clone)]
pub(crate) struct Principal {
    pub(crate) id: TokenId,
    pub(crate) name: String,
    pub(crate) scope: Scope,
}

impl Principal {
    /// As the engine knows callers: somebody watches, so what needs approval waits for it.
    pub(crate) fn caller(&self) -> Caller {
        Caller { name: self.name.clone(), mode: ApprovalMode::Interactive }
    }

    /// Refuses who may not decide about calls: whoever may call must not be able to approve the own call.
    pub(crate) fn may_decide(&self) -> Result<(), Problem> {
        if self.scope == Scope::Admin {
            return Ok(());
        }
        Err(Problem::new(kinds::FORBIDDEN, "approving a call takes a token with the scope `admin`"))
    }
}

/// Lets a request through whose token has at least `needed`, and tells the handler whose it is.
pub(crate) async fn require(
    State(needed): State<Scope>,
    Extension(app): Extension<App>,
    mut request: Request,
    next: Next,
) -> Response {
    match principal(&app, request.headers()).await {
        Ok(principal) if principal.scope >= needed => {
            request.extensions_mut().insert(principal);
            next.run(request).await
        }
        Ok(principal) => forbidden(&principal, needed).into_response(),
        Err(problem) => problem.into_response(),
    }
}

/// The token that a request carries.
pub(crate) async fn principal(app: &App, headers: &HeaderMap) -> Result<Principal, Problem> {
    let secret = bearer(headers).ok_or_else(|| {
        Problem::new(kinds::UNAUTHENTICATED, "The request carries no token.").hint(
            "Send `Authorization: Bearer TOKEN`; the first token stands in the data folder's file `token`.",
        )
    })?;
    let token = app.engine.authenticate(secret).await?.ok_or_else(|| {
        Problem::new(kinds::UNAUTHENTICATED, "The token is unknown or was revoked.")
            .hint("Make a new one: pegboard token create NAME --scope run")
    })?;
    Ok(Principal { id: token.id, name: token.name, scope: token.scope.into() })
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, secret) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let secret = secret.trim();
    let sound = !secret.is_empty() && secret.len() <= TOKEN_MAX;
    (scheme.eq_ignore_ascii_case("bearer") && sound).then_some(secret)
}

fn forbidden(principal: &Principal, needed: Scope) -> Problem {
    let (has, needed) = (principal.scope.as_str(), needed.as_str());
    let detail =
        format!("The token `{}` has the scope `{has}`; this operation needs `{needed}`.", principal.name);
    Problem::new(kinds::FORBIDDEN, detail)
        .hint(format!("Use a token with the scope `{needed}`: pegboard token create NAME --scope {needed}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use axum::http::HeaderMap;

    use super::bearer;
    use crate::http::wire::token::Scope;

    #[test]
    fn the_secret_is_read_from_a_bearer_header_only() {
        let read = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("authorization", value.parse().unwrap());
            bearer(&headers).map(str::to_owned)
        };
        assert_eq!(read("Bearer pb_x").as_deref(), Some("pb_x"));
        assert_eq!(read("bearer  pb_x ").as_deref(), Some("pb_x"));
        for none in ["", "Bearer", "Bearer ", "Basic pb_x", "pb_x", &format!("Bearer {}", "x".repeat(513))] {
            assert_eq!(read(none), None, "{none}");
        }
        assert_eq!(bearer(&HeaderMap::new()), None);
    }

    #[test]
    fn each_scope_holds_those_before_it() {
        assert!(Scope::Read < Scope::Run && Scope::Run < Scope::Admin);
    }
}
