//! OpenAI's chat completions over this house: `model` is a worker, and its tools run here.

mod answer;
mod begin;
mod naming;
pub(crate) mod refusal;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Extension, Json};

use crate::http::auth::Principal;
use crate::http::body::Body;
use crate::http::compatible::naming::no_model;
use crate::http::params::InPath;
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::http::wire::completion::{
    Completion, CompletionModel, CompletionModels, CompletionRequest, DEFAULT_MODEL,
};

/// Have a worker reply, as OpenAI's chat completions do. Its tools run here, under the policy. Each request begins a chat,
/// unless the header `X-Pegboard-Chat` names one to continue. A client that hangs up stops the reply.
#[utoipa::path(
    post, path = "/v1/chat/completions", operation_id = "create_chat_completion", tag = "compatible",
    params(("x-pegboard-chat" = Option<String>, Header, description = "The chat to continue; only the last message is read then")),
    request_body = CompletionRequest,
    responses((status = 200, description = "The reply; with `stream`, events that end with `[DONE]`", body = Completion))
)]
pub(crate) async fn complete(
    State(app): State<App>,
    Extension(principal): Extension<Principal>,
    headers: HeaderMap,
    Body(request): Body<CompletionRequest>,
) -> Result<Response, Problem> {
    let wanted = answer::Wanted::of(&request);
    let reply = begin::begin(&app, &principal, &headers, request).await?;
    Ok(answer::answer(reply, wanted).await)
}

/// The workers, as models of OpenAI's list. `default` is the house without one.
#[utoipa::path(
    get, path = "/v1/models", operation_id = "list_completion_models", tag = "compatible",
    responses((status = 200, description = "All of them", body = CompletionModels))
)]
pub(crate) async fn models(State(app): State<App>) -> Json<CompletionModels> {
    let workers = app.engine.workers();
    let workers = workers.iter().map(|worker| CompletionModel::of(worker));
    let data = std::iter::once(CompletionModel::default_one()).chain(workers).collect();
    Json(CompletionModels { object: "list", data })
}

/// One of them.
#[utoipa::path(
    get, path = "/v1/models/{model}", operation_id = "get_completion_model", tag = "compatible",
    params(("model" = String, Path, description = "A worker's name, or `default`")),
    responses((status = 200, description = "It", body = CompletionModel))
)]
pub(crate) async fn model(
    State(app): State<App>,
    InPath(name): InPath<String>,
) -> Result<Json<CompletionModel>, Problem> {
    if name == DEFAULT_MODEL {
        return Ok(Json(CompletionModel::default_one()));
    }
    let workers = app.engine.workers();
    let found = workers.iter().find(|worker| worker.worker.name.as_str() == name);
    found.map(|worker| Json(CompletionModel::of(worker))).ok_or_else(|| no_model(&name))
}
