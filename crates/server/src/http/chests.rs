//! Which toolsets a chat has at hand.

use axum::Json;
use axum::extract::State;
use pegboard_engine::Changing;

use crate::http::body::Body;
use crate::http::chat_ref::ChatRef;
use crate::http::params::InQuery;
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::http::wire::chest::{ActiveToolsets, Chest, ChestChange, SearchQuery, ToolSearch, ToolsetNames};

/// Tools that a search gives when nobody says how many.
const FOUND: usize = 10;

/// Which toolsets a chat has at hand.
#[utoipa::path(
    get, path = "/chats/{chat_id}/chest", operation_id = "get_chest", tag = "chests",
    params(("chat_id" = String, Path, description = "Id, or `default`")),
    responses((status = 200, description = "The chest", body = Chest))
)]
pub(crate) async fn get(State(app): State<App>, ChatRef(chat): ChatRef) -> Result<Json<Chest>, Problem> {
    Ok(Json(app.engine.chest(Some(chat)).await?.into()))
}

/// Activate toolsets, and what they require. What cannot be activated is told of; the rest is done.
#[utoipa::path(
    post, path = "/chats/{chat_id}/chest/activate", operation_id = "activate_toolsets", tag = "chests",
    params(("chat_id" = String, Path, description = "Id, or `default`")), request_body = ToolsetNames,
    responses((status = 200, description = "What it came to", body = ChestChange))
)]
pub(crate) async fn activate(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
    Body(names): Body<ToolsetNames>,
) -> Result<Json<ChestChange>, Problem> {
    Ok(Json(app.engine.change_chest(chat, Changing::Activate, names.toolsets).await?.into()))
}

/// Deactivate toolsets. Essential ones stay, and are told of.
#[utoipa::path(
    post, path = "/chats/{chat_id}/chest/deactivate", operation_id = "deactivate_toolsets", tag = "chests",
    params(("chat_id" = String, Path, description = "Id, or `default`")), request_body = ToolsetNames,
    responses((status = 200, description = "What it came to", body = ChestChange))
)]
pub(crate) async fn deactivate(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
    Body(names): Body<ToolsetNames>,
) -> Result<Json<ChestChange>, Problem> {
    Ok(Json(app.engine.change_chest(chat, Changing::Deactivate, names.toolsets).await?.into()))
}

/// Mark toolsets as essential: they are active, and cannot be deactivated.
#[utoipa::path(
    post, path = "/chats/{chat_id}/chest/essential", operation_id = "add_essential_toolsets", tag = "chests",
    params(("chat_id" = String, Path, description = "Id, or `default`")), request_body = ToolsetNames,
    responses((status = 200, description = "What it came to", body = ChestChange))
)]
pub(crate) async fn add_essential(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
    Body(names): Body<ToolsetNames>,
) -> Result<Json<ChestChange>, Problem> {
    Ok(Json(app.engine.change_chest(chat, Changing::AddEssential, names.toolsets).await?.into()))
}

/// Make exactly these toolsets active, besides the essential ones.
#[utoipa::path(
    put, path = "/chats/{chat_id}/chest", operation_id = "set_active_toolsets", tag = "chests",
    params(("chat_id" = String, Path, description = "Id, or `default`")), request_body = ActiveToolsets,
    responses((status = 200, description = "What it came to", body = ChestChange))
)]
pub(crate) async fn set_active(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
    Body(names): Body<ActiveToolsets>,
) -> Result<Json<ChestChange>, Problem> {
    Ok(Json(app.engine.change_chest(chat, Changing::SetActive, names.active).await?.into()))
}

/// Forget what was chosen, what is essential included: the chest is automatic again.
#[utoipa::path(
    delete, path = "/chats/{chat_id}/chest", operation_id = "reset_chest", tag = "chests",
    params(("chat_id" = String, Path, description = "Id, or `default`")),
    responses((status = 200, description = "The chest", body = Chest))
)]
pub(crate) async fn reset(State(app): State<App>, ChatRef(chat): ChatRef) -> Result<Json<Chest>, Problem> {
    Ok(Json(app.engine.reset_chest(chat).await?.into()))
}

/// Initialise the active toolsets now, also those that failed before.
#[utoipa::path(
    post, path = "/chats/{chat_id}/chest/initialise", operation_id = "initialise_chest", tag = "chests",
    params(("chat_id" = String, Path, description = "Id, or `default`")),
    responses((status = 200, description = "What it came to", body = ChestChange))
)]
pub(crate) async fn initialise(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
) -> Result<Json<ChestChange>, Problem> {
    Ok(Json(app.engine.initialise_chest(chat).await?.into()))
}

/// Find tools by what they do, in words and in meaning, whether their toolsets are active or not.
#[utoipa::path(
    get, path = "/tools/search", operation_id = "search_tools", tag = "tools", params(SearchQuery),
    responses((status = 200, description = "The tools, best first", body = ToolSearch))
)]
pub(crate) async fn search(
    State(app): State<App>,
    InQuery(query): InQuery<SearchQuery>,
) -> Result<Json<ToolSearch>, Problem> {
    let limit = query.limit.unwrap_or(FOUND);
    let found = app.engine.search_tools(query.chat_id, &query.q, limit).await?;
    Ok(Json(found.into()))
}
