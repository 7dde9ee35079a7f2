//! What was called, and what waits for approval.

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use pegboard_engine::record::PageRequest;
use pegboard_engine::{CallFilter, Yes};
use pegboard_model::call::CallStatus;
use pegboard_model::ids::CallId;

use crate::http::auth::Principal;
use crate::http::body::MaybeBody;
use crate::http::params::{InPath, InQuery};
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::http::wire::call::{ApproveRequest, Call, CallQuery, DenyRequest, RerunRequest};
use crate::http::wire::call_summary::CallSummary;
use crate::http::wire::page::{Page, PageQuery};

/// Calls, newest first.
#[utoipa::path(
    get, path = "/calls", operation_id = "list_calls", tag = "calls", params(CallQuery),
    responses((status = 200, description = "A page of them", body = Page<Call>))
)]
pub(crate) async fn list(
    State(app): State<App>,
    Extension(principal): Extension<Principal>,
    InQuery(query): InQuery<CallQuery>,
) -> Result<Json<Page<Call>>, Problem> {
    let (filter, page) = query.parts()?;
    let calls = app.engine.calls(&filter, page).await?;
    Ok(Json(Page::by(calls, |call| Call::shown_to(principal.scope, call))))
}

/// What a list shows of calls, newest first: quick however large their results are.
#[utoipa::path(
    get, path = "/calls/timeline", operation_id = "list_call_summaries", tag = "calls", params(CallQuery),
    responses((status = 200, description = "A page of them", body = Page<CallSummary>))
)]
pub(crate) async fn summaries(
    State(app): State<App>,
    InQuery(query): InQuery<CallQuery>,
) -> Result<Json<Page<CallSummary>>, Problem> {
    let (filter, page) = query.parts()?;
    Ok(Json(Page::of(app.engine.call_summaries(&filter, page).await?)))
}

impl Call {
    /// The HTTP status of the answer to whoever asked for it.
    pub(crate) fn answer(self) -> (StatusCode, Json<Self>) {
        match self.status {
            CallStatus::Pending => (StatusCode::ACCEPTED, Json(self)),
            CallStatus::Running | CallStatus::Success | CallStatus::Error => (StatusCode::OK, Json(self)),
        }
    }
}

impl CallQuery {
    pub(crate) fn parts(self) -> Result<(CallFilter, PageRequest), Problem> {
        let page = PageQuery { limit: self.limit, cursor: self.cursor }.request()?;
        let filter = CallFilter {
            chat: self.chat_id,
            message: self.message_id,
            tool: self.tool_id,
            provider: self.provider,
            caller: self.caller,
            failure: self.failure,
            toolset: self.toolset_id,
            worker: self.worker,
            parent: self.parent_id,
            status: self.status,
            since: self.since,
            until: self.until,
        };
        Ok((filter, page))
    }
}

/// One call.
#[utoipa::path(
    get, path = "/calls/{call_id}", operation_id = "get_call", tag = "calls",
    params(("call_id" = String, Path)),
    responses((status = 200, description = "The call", body = Call))
)]
pub(crate) async fn get(
    State(app): State<App>,
    Extension(principal): Extension<Principal>,
    InPath(id): InPath<CallId>,
) -> Result<Json<Call>, Problem> {
    Ok(Json(Call::shown_to(principal.scope, app.engine.call_record(id).await?)))
}

/// Show what a pending call would do: run it in a copy of its workspace, without a network. Whoever closes the connection
/// stops it; another preview takes the place of the one before.
#[utoipa::path(
    post, path = "/calls/{call_id}/preview", operation_id = "preview_call", tag = "calls",
    params(("call_id" = String, Path)),
    responses((status = 200, description = "The call with its `effect`", body = Call))
)]
pub(crate) async fn preview(
    State(app): State<App>,
    Extension(principal): Extension<Principal>,
    InPath(id): InPath<CallId>,
) -> Result<Json<Call>, Problem> {
    Ok(Json(Call::shown_to(principal.scope, app.engine.preview_call(id).await?)))
}

/// Let a pending call run, exactly as it was asked for, or take over what its preview did. Answers when that is done.
#[utoipa::path(
    post, path = "/calls/{call_id}/approve", operation_id = "approve_call", tag = "calls",
    params(("call_id" = String, Path)), request_body(content = Option<ApproveRequest>),
    responses((status = 200, description = "The call after its end", body = Call))
)]
pub(crate) async fn approve(
    State(app): State<App>,
    Extension(principal): Extension<Principal>,
    InPath(id): InPath<CallId>,
    MaybeBody(request): MaybeBody<ApproveRequest>,
) -> Result<Json<Call>, Problem> {
    let yes = Yes { by: &principal.name, reach: request.remember.unwrap_or_default().into() };
    let call = match request.effect {
        Some(seen) => app.engine.approve_effect(id, seen, yes).await?,
        None => app.engine.approve(id, yes).await?,
    };
    Ok(Json(call.into()))
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

/// Call the tool of an ended call again, as the tool is now: on a new message beside its own, from the workspace as it
/// was before it. The new message becomes the active leaf.
#[utoipa::path(
    post, path = "/calls/{call_id}/rerun", operation_id = "rerun_call", tag = "calls",
    params(("call_id" = String, Path)), request_body(content = Option<RerunRequest>),
    responses(
        (status = 200, description = "It ran, with success or error", body = Call),
        (status = 202, description = "It waits for approval", body = Call),
    )
)]
pub(crate) async fn rerun(
    State(app): State<App>,
    Extension(principal): Extension<Principal>,
    InPath(id): InPath<CallId>,
    MaybeBody(request): MaybeBody<RerunRequest>,
) -> Result<(StatusCode, Json<Call>), Problem> {
    Ok(Call::from(app.engine.rerun(id, request.args, principal.caller()).await?).answer())
}
