//! How calls went: figures of one tool, records to take away, and how long records are kept.

use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::http::auth::Principal;
use crate::http::body::Body;
use crate::http::call_export::{self, Export};
use crate::http::params::{InPath, InQuery};
use crate::http::pieces;
use crate::http::problem::{Problem, kinds};
use crate::http::state::App;
use crate::http::wire::call::CallQuery;
use crate::http::wire::outcome::{ExportFormat, ExportQuery, Retention, StatsQuery, ToolStats};

/// How the calls of a tool went.
#[utoipa::path(
    get, path = "/tools/{tool_id}/stats", operation_id = "get_tool_stats", tag = "calls",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded"), StatsQuery),
    responses((status = 200, description = "Counts, times and the last failures", body = ToolStats))
)]
pub(crate) async fn stats(
    State(app): State<App>,
    InPath(tool): InPath<String>,
    InQuery(query): InQuery<StatsQuery>,
) -> Result<Json<ToolStats>, Problem> {
    Ok(Json(app.engine.tool_stats(&tool, query.since).await?.into()))
}

/// Say that a tool has what it may spend again: what its last result said is forgotten.
#[utoipa::path(
    post, path = "/tools/{tool_id}/budget/reset", operation_id = "reset_budget", tag = "calls",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded")),
    responses((status = 200, description = "How the tool's calls went", body = ToolStats))
)]
pub(crate) async fn reset_budget(
    State(app): State<App>,
    InPath(tool): InPath<String>,
) -> Result<Json<ToolStats>, Problem> {
    Ok(Json(app.engine.reset_budget(&tool).await?.into()))
}

/// Calls as a file, newest first, sent while they are read. `limit` is the most rows wanted; all when left out.
#[utoipa::path(
    get, path = "/calls/export", operation_id = "export_calls", tag = "calls", params(ExportQuery, CallQuery),
    responses((
        status = 200, content_type = "text/csv", body = String,
        description = "CSV with a head, or a call as JSON on each line (application/jsonl)",
    ))
)]
pub(crate) async fn export(
    State(app): State<App>,
    Extension(principal): Extension<Principal>,
    InQuery(wanted): InQuery<ExportQuery>,
    InQuery(query): InQuery<CallQuery>,
) -> Result<Response, Problem> {
    let room = Arc::clone(&app.archives).try_acquire_owned().map_err(|_| {
        Problem::new(kinds::BUSY, "As many files are being sent as can be.").hint("Try again in a moment.")
    })?;
    let most = query.limit;
    let (filter, page) = query.parts()?;
    let format = wanted.format.unwrap_or_default();
    let (kind, name) = match format {
        ExportFormat::Csv => ("text/csv; charset=utf-8", "calls.csv"),
        ExportFormat::Jsonl => ("application/jsonl; charset=utf-8", "calls.jsonl"),
    };
    let headers =
        [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))];
    let export =
        Export { engine: app.engine, scope: principal.scope, format, filter, begin: page.cursor, most };
    Ok((headers, pieces::body(room, move |pieces| call_export::write(&export, pieces))).into_response())
}

/// How long records are kept.
#[utoipa::path(
    get, path = "/retention", operation_id = "get_retention", tag = "calls",
    responses((status = 200, description = "Days, or `null` for ever", body = Retention))
)]
pub(crate) async fn retention(State(app): State<App>) -> Result<Json<Retention>, Problem> {
    Ok(Json(app.engine.retention().await?.into()))
}

/// Say how long records are kept. Older ones are removed soon after, and then once an hour.
#[utoipa::path(
    put, path = "/retention", operation_id = "set_retention", tag = "calls", request_body = Retention,
    responses((status = 200, description = "As it is now", body = Retention))
)]
pub(crate) async fn set_retention(
    State(app): State<App>,
    Body(retention): Body<Retention>,
) -> Result<Json<Retention>, Problem> {
    Ok(Json(app.engine.set_retention(retention.into()).await?.into()))
}
