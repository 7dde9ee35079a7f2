//! The house's policy and its kill switch.

use axum::Json;
use axum::extract::State;
use pegboard_engine::{PolicyChange as Change, PolicyTrial as Trial};
use pegboard_model::policy::KillSwitch;
use pegboard_model::ruleset::HousePolicy;

use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::http::wire::policy::{
    Policy, PolicyChange, PolicyChecked, PolicyText, PolicyTrial, PolicyVerdict,
};

/// What messages call a policy that is only looked at.
const FILE: &str = "policy.yaml";

/// The house's policy.
#[utoipa::path(
    get, path = "/policy", operation_id = "get_policy", tag = "policy",
    responses((status = 200, description = "The policy and the kill switch", body = Policy))
)]
pub(crate) async fn show(State(app): State<App>) -> Json<Policy> {
    Json(app.engine.policy().into())
}

/// Change the house's policy, the kill switch, or both at once. A policy that cannot be read changes nothing.
#[utoipa::path(
    put, path = "/policy", operation_id = "set_policy", tag = "policy", request_body = PolicyChange,
    responses((status = 200, description = "The policy as it is now", body = Policy))
)]
pub(crate) async fn set(
    State(app): State<App>,
    Body(change): Body<PolicyChange>,
) -> Result<Json<Policy>, Problem> {
    let switch = |enabled| if enabled { KillSwitch::ToolsEnabled } else { KillSwitch::ToolsDisabled };
    let kill_switch = change.tools_enabled.map(switch);
    let change = Change { text: change.text, kill_switch };
    Ok(Json(app.engine.change_policy(change).await?.into()))
}

/// Say what policy makes of a call, without making it.
#[utoipa::path(
    post, path = "/policy/try", operation_id = "try_policy", tag = "policy", request_body = PolicyTrial,
    responses((status = 200, description = "The decision and its rule", body = PolicyVerdict))
)]
pub(crate) async fn try_out(
    State(app): State<App>,
    Body(trial): Body<PolicyTrial>,
) -> Result<Json<PolicyVerdict>, Problem> {
    let PolicyTrial { tool_id: tool, args, worker, text, chat_id: chat } = trial;
    let trial = Trial { tool, args, worker, text, chat };
    Ok(Json(app.engine.try_policy(trial).await?.into()))
}

/// Say what is wrong with the text of a policy, without keeping it.
#[utoipa::path(
    post, path = "/policy/check", operation_id = "check_policy", tag = "policy", request_body = PolicyText,
    responses((status = 200, description = "Whether it holds, and every problem with its place", body = PolicyChecked))
)]
pub(crate) async fn check(Body(draft): Body<PolicyText>) -> Json<PolicyChecked> {
    Json(HousePolicy::parse(&draft.text, FILE).map(drop).into())
}
