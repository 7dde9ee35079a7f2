//! What models are to be asked, for whoever asks them.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use pegboard_model::ids::PromptId;
use pegboard_model::prompt::PromptStatusError;

use crate::http::body::MaybeBody;
use crate::http::params::{InPath, InQuery};
use crate::http::problem::{Problem, kinds};
use crate::http::state::App;
use crate::http::wire::page::{Page, PageQuery};
use crate::http::wire::prompt::{Prompt, PromptQuery, TakePrompt};

/// The prompt queue, newest first.
#[utoipa::path(
    get, path = "/prompts", operation_id = "list_prompts", tag = "schedules", params(PromptQuery),
    responses((status = 200, description = "A page of it", body = Page<Prompt>))
)]
pub(crate) async fn list(
    State(app): State<App>,
    InQuery(query): InQuery<PromptQuery>,
) -> Result<Json<Page<Prompt>>, Problem> {
    let status = query.status.as_deref().map(str::parse).transpose();
    let status =
        status.map_err(|error: PromptStatusError| Problem::new(kinds::BAD_REQUEST, error.to_string()))?;
    let page = PageQuery { limit: query.limit, cursor: query.cursor }.request()?;
    Ok(Json(Page::of(app.engine.prompts(status, page).await?)))
}

/// Take the oldest prompt that waits. It waits again when it is not acknowledged in time.
#[utoipa::path(
    post, path = "/prompts/take", operation_id = "take_prompt", tag = "schedules",
    request_body(content = Option<TakePrompt>),
    responses(
        (status = 200, description = "The prompt", body = Prompt),
        (status = 204, description = "None waits"),
    )
)]
pub(crate) async fn take(
    State(app): State<App>,
    MaybeBody(wanted): MaybeBody<TakePrompt>,
) -> Result<Response, Problem> {
    Ok(match app.engine.take_prompt(wanted.for_seconds).await? {
        Some(prompt) => Json(Prompt::from(prompt)).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

/// Say that a prompt is done with.
#[utoipa::path(
    post, path = "/prompts/{prompt_id}/ack", operation_id = "acknowledge_prompt", tag = "schedules",
    params(("prompt_id" = String, Path)),
    responses((status = 200, description = "The prompt", body = Prompt))
)]
pub(crate) async fn acknowledge(
    State(app): State<App>,
    InPath(id): InPath<PromptId>,
) -> Result<Json<Prompt>, Problem> {
    Ok(Json(app.engine.acknowledge_prompt(id).await?.into()))
}

/// Remove a prompt.
#[utoipa::path(
    delete, path = "/prompts/{prompt_id}", operation_id = "remove_prompt", tag = "schedules",
    params(("prompt_id" = String, Path)),
    responses((status = 204, description = "It is gone"))
)]
pub(crate) async fn remove(
    State(app): State<App>,
    InPath(id): InPath<PromptId>,
) -> Result<StatusCode, Problem> {
    app.engine.remove_prompt(id).await?;
    Ok(StatusCode::NO_CONTENT)
}
