//! How calls went over a span of time.

use axum::Json;
use axum::extract::State;
use pegboard_engine::ActivityQuery;

use crate::http::params::InQuery;
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::http::wire::activity::{self as wire, Activity};

/// How many calls there were, how many failed and how long they took, over time and by tool.
#[utoipa::path(
    get, path = "/activity", operation_id = "get_activity", tag = "calls", params(wire::ActivityQuery),
    responses((status = 200, description = "Counts and times, in about sixty buckets", body = Activity))
)]
pub(crate) async fn report(
    State(app): State<App>,
    InQuery(query): InQuery<wire::ActivityQuery>,
) -> Result<Json<Activity>, Problem> {
    let wire::ActivityQuery { since, until, tool_id, toolset_id } = query;
    let query = ActivityQuery { since, until, tool: tool_id, toolset: toolset_id };
    Ok(Json(app.engine.activity(query).await?.into()))
}
