//! What was called, and what waits for approval.

use axum::extract::State;
use axum::{Extension, Json};
use pegboard_engine::CallFilter;
use pegboard_model::ids::CallId;

use crate::http::auth::Principal;
use crate::http::body::MaybeBody;
use crate::http::params::{InPath, InQuery};
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::http::wire::call::{Call, CallQuery, DenyRequest};
use crate::http::wire::page::{Page, PageQuery};

/// Calls, newest first.
#[utoipa::path(
    get, path = "/calls", operation_id = "list_calls", tag = "calls", params(CallQuery),
    responses((status = 200, description = "A page of them", body = Page<Call>))
)]
pub(crate) async fn list(
    State(app): State<App>,
    InQuery(query): InQuery<CallQuery>,
) -> Result<Json<Page<Call>>, Problem> {
    let page = PageQuery { limit: query.limit, cursor: query.cursor }.request()?;
    let filter = CallFilter {
        chat: query.chat_id,
        message: query.message_id,
        tool: query.tool_id,
        status: query.status,
    };
    Ok(Json(Page::of(app.engine.calls(&filter, page).await?)))
}

/// One call.
#[utoipa::path(
    get, path = "/calls/{call_id}", operation_id = "get_call", tag = "calls",
    params(("call_id" = String, Path)),
    responses((status = 200, description = "The call", body = Call))
)]
pub(crate) async fn get(State(app): State<App>, InPath(id): InPath<CallId>) -> Result<Json<Call>, Problem> {
    Ok(Json(app.engine.call_record(id).await?.into()))
}

/// Let a pending call run, exactly as it was asked for. Answers when it has run.
#[utoipa::path(
    post, path = "/calls/{call_id}/approve", operation_id = "approve_call", tag = "calls",
    params(("call_id" = String, Path)),
    responses((status = 200, description = "The call after its run", body = Call))
)]
pub(crate) async fn approve(
    State(app): State<App>,
    Extension(principal): Extension<Principal>,
    InPath(id): InPath<CallId>,
) -> Result<Json<Call>, Problem> {
    Ok(Json(app.engine.approve(id, &principal.name).await?.into()))
}

/// Turn a pending call down.
#[utoipa::path(
    post, path = "/calls/{call_id}/deny", operation_id = "deny_call", tag = "calls",
    params(("call_id" = String, Path)), request_body(content = Option<DenyRequest>),
    responses((status = 200, description = "The call, with the error `denied`", body = Call))
)]
pub(crate) async fn deny(
    State(app): State<App>,
    Extension(principal): Extension<Principal>,
    InPath(id): InPath<CallId>,
    MaybeBody(request): MaybeBody<DenyRequest>,
) -> Result<Json<Call>, Problem> {
    Ok(Json(app.engine.deny(id, &principal.name, request.reason.as_deref()).await?.into()))
}

/// Stop a running call with all its processes, or take a pending one back.
#[utoipa::path(
    post, path = "/calls/{call_id}/cancel", operation_id = "cancel_call", tag = "calls",
    params(("call_id" = String, Path)),
    responses((status = 200, description = "The call", body = Call))
)]
pub(crate) async fn cancel(
    State(app): State<App>,
    Extension(principal): Extension<Principal>,
    InPath(id): InPath<CallId>,
) -> Result<Json<Call>, Problem> {
    Ok(Json(app.engine.cancel(id, &principal.name).await?.into()))
}
