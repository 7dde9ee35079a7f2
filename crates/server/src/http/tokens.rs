//! Who may use this server.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use pegboard_model::ids::TokenId;

use crate::http::body::Body;
use crate::http::params::InPath;
use crate::http::problem::{Problem, kinds};
use crate::http::state::App;
use crate::http::wire::page::Page;
use crate::http::wire::token::{NewToken, Token, TokenRequest};

/// Characters of a token's name.
pub(crate) const NAME_MAX: usize = 100;

/// All tokens, without their secrets.
#[utoipa::path(
    get, path = "/tokens", operation_id = "list_tokens", tag = "tokens",
    responses((status = 200, description = "All of them", body = Page<Token>))
)]
pub(crate) async fn list(State(app): State<App>) -> Result<Json<Page<Token>>, Problem> {
    let tokens = app.engine.tokens().await?;
    Ok(Json(Page::whole(tokens.into_iter().map(Into::into).collect())))
}

/// Make a token. Its secret is in this answer and nowhere else.
#[utoipa::path(
    post, path = "/tokens", operation_id = "create_token", tag = "tokens",
    request_body = TokenRequest,
    responses((status = 201, description = "The token with its secret", body = NewToken))
)]
pub(crate) async fn create(
    State(app): State<App>,
    Body(request): Body<TokenRequest>,
) -> Result<(StatusCode, Json<NewToken>), Problem> {
    let name = request.name.trim();
    let length = name.chars().count();
    if length == 0 || length > NAME_MAX || name.chars().any(char::is_control) {
        let detail = format!("A token's name has 1 to {NAME_MAX} characters and no control characters.");
        return Err(Problem::new(kinds::INVALID_BODY, detail));
    }
    let (token, secret) = app.engine.create_token(name, request.scope.into()).await?;
    Ok((StatusCode::CREATED, Json(NewToken { token: token.into(), secret })))
}

/// Make a token worthless, at once and for good.
#[utoipa::path(
    delete, path = "/tokens/{token_id}", operation_id = "revoke_token", tag = "tokens",
    params(("token_id" = String, Path)),
    responses((status = 200, description = "The token", body = Token))
)]
pub(crate) async fn revoke(
    State(app): State<App>,
    InPath(id): InPath<TokenId>,
) -> Result<Json<Token>, Problem> {
    Ok(Json(app.engine.revoke_token(id).await?.into()))
}
