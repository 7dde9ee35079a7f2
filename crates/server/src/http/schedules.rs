//! What runs by itself.

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};

use crate::http::auth::Principal;
use crate::http::body::Body;
use crate::http::params::InPath;
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::http::wire::call::Call;
use crate::http::wire::schedule::{Schedule, ScheduleChange, Schedules};

/// Every tool that runs by itself, by its id.
#[utoipa::path(
    get, path = "/schedules", operation_id = "list_schedules", tag = "schedules",
    responses((status = 200, description = "All of them", body = Schedules))
)]
pub(crate) async fn list(State(app): State<App>) -> Result<Json<Schedules>, Problem> {
    let schedules = app.engine.schedules().await?.into_iter().map(Schedule::from).collect();
    Ok(Json(Schedules { schedules }))
}

/// Make or change the schedule of a tool, switch it on or off. What is left out stays.
#[utoipa::path(
    put, path = "/schedules/{tool_id}", operation_id = "set_schedule", tag = "schedules",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded")),
    request_body = ScheduleChange,
    responses((status = 200, description = "The schedule", body = Schedule))
)]
pub(crate) async fn set(
    State(app): State<App>,
    InPath(tool): InPath<String>,
    Body(change): Body<ScheduleChange>,
) -> Result<Json<Schedule>, Problem> {
    Ok(Json(app.engine.change_schedule(&tool, change.into()).await?.into()))
}

/// Take back what a person said of a tool's schedule. One that its manifest brings holds again.
#[utoipa::path(
    delete, path = "/schedules/{tool_id}", operation_id = "remove_schedule", tag = "schedules",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded")),
    responses((status = 204, description = "It is gone"))
)]
pub(crate) async fn remove(
    State(app): State<App>,
    InPath(tool): InPath<String>,
) -> Result<StatusCode, Problem> {
    app.engine.remove_schedule(&tool).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Run the tool of a schedule now. Its prompt is queued as at any other run.
#[utoipa::path(
    post, path = "/schedules/{tool_id}/run", operation_id = "run_schedule", tag = "schedules",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded")),
    responses(
        (status = 200, description = "It ran, with success or error", body = Call),
        (status = 202, description = "It waits for approval", body = Call),
    )
)]
pub(crate) async fn run(
    State(app): State<App>,
    Extension(principal): Extension<Principal>,
    InPath(tool): InPath<String>,
) -> Result<(StatusCode, Json<Call>), Problem> {
    Ok(Call::from(app.engine.run_schedule(&tool, principal.caller()).await?).answer())
}
