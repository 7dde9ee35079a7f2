//! Remembered approvals.

use axum::Json;
use axum::extract::State;
use pegboard_model::ids::GrantId;

use crate::http::params::{InPath, InQuery};
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::http::wire::page::Page;
use crate::http::wire::policy::{Grant, GrantQuery};

/// What people granted beyond single calls, the latest first.
#[utoipa::path(
    get, path = "/grants", operation_id = "list_grants", tag = "policy", params(GrantQuery),
    responses((status = 200, description = "The latest thousand", body = Page<Grant>))
)]
pub(crate) async fn list(
    State(app): State<App>,
    InQuery(query): InQuery<GrantQuery>,
) -> Result<Json<Page<Grant>>, Problem> {
    let grants = app.engine.grants(query.chat_id).await?;
    Ok(Json(Page::whole(grants.into_iter().map(Into::into).collect())))
}

/// Take a grant back: the tool is asked about again.
#[utoipa::path(
    delete, path = "/grants/{grant_id}", operation_id = "revoke_grant", tag = "policy",
    params(("grant_id" = String, Path)),
    responses((status = 200, description = "What it was", body = Grant))
)]
pub(crate) async fn revoke(
    State(app): State<App>,
    InPath(id): InPath<GrantId>,
) -> Result<Json<Grant>, Problem> {
    Ok(Json(app.engine.revoke_grant(id).await?.into()))
}
