//! Look at tools, change what shows of them, call them.

use std::collections::HashSet;

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use pegboard_engine::record::ToolRecord;
use pegboard_model::call::Call as Asked;
use pegboard_model::overrides::ToolOverride;
use pegboard_model::servers::Audience;

use crate::http::auth::Principal;
use crate::http::body::{Body, MaybeBody};
use crate::http::chat_ref::ChatRef;
use crate::http::params::{InPath, InQuery};
use crate::http::problem::{Problem, kinds};
use crate::http::state::App;
use crate::http::wire::call::{Call, CallRequest};
use crate::http::wire::page::Page;
use crate::http::wire::schema::{AvailableTools, Format, FormatQuery, Keeping, Telling, ToolSchemas};
use crate::http::wire::tool::{OverridePreview, OverridePreviewRequest, OverrideRequest, Tool, ToolGroup};

/// All tools, grouped by where they come from.
#[utoipa::path(
    get, path = "/tools", operation_id = "list_tools", tag = "tools",
    responses((status = 200, description = "The groups", body = Page<ToolGroup>))
)]
pub(crate) async fn list(State(app): State<App>) -> Result<Json<Page<ToolGroup>>, Problem> {
    Ok(Json(Page::whole(ToolGroup::group(app.engine.gathered_tools().await))))
}

/// One tool, by its id or wire name.
#[utoipa::path(
    get, path = "/tools/{tool_id}", operation_id = "get_tool", tag = "tools",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded")),
    responses((status = 200, description = "The tool", body = Tool))
)]
pub(crate) async fn get(State(app): State<App>, InPath(id): InPath<String>) -> Result<Json<Tool>, Problem> {
    Ok(Json(app.engine.tool(&id)?.into()))
}

/// One tool as a model is told of it, in the format of each host of models.
#[utoipa::path(
    get, path = "/tools/{tool_id}/schemas", operation_id = "get_tool_schemas", tag = "tools",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded")),
    responses((status = 200, description = "The tool in each format", body = ToolSchemas))
)]
pub(crate) async fn schemas(
    State(app): State<App>,
    InPath(id): InPath<String>,
) -> Result<Json<ToolSchemas>, Problem> {
    Ok(Json((&app.engine.tool(&id)?).into()))
}

/// Say how a tool is shown, named, confirmed and switched. Takes the place of what was said before.
#[utoipa::path(
    put, path = "/tools/{tool_id}/override", operation_id = "set_tool_override", tag = "tools",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded")),
    request_body = OverrideRequest,
    responses((status = 200, description = "The tool", body = Tool))
)]
pub(crate) async fn set_override(
    State(app): State<App>,
    InPath(id): InPath<String>,
    Body(request): Body<OverrideRequest>,
) -> Result<Json<Tool>, Problem> {
    let (tool, change) = of_tool(&app, &id, request)?;
    Ok(Json(app.engine.set_override(&tool, change).await?.into()))
}

/// Say what an override would make of a tool, and of what is shown of one of its calls. Nothing is saved.
#[utoipa::path(
    post, path = "/tools/{tool_id}/override/preview", operation_id = "preview_override", tag = "tools",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded")),
    request_body = OverridePreviewRequest,
    responses((status = 200, description = "The tool as it would be", body = OverridePreview))
)]
pub(crate) async fn preview_override(
    State(app): State<App>,
    InPath(id): InPath<String>,
    Body(request): Body<OverridePreviewRequest>,
) -> Result<Json<OverridePreview>, Problem> {
    let (tool, change) = of_tool(&app, &id, request.change)?;
    Ok(Json(app.engine.preview_override(&tool, change, request.call_id).await?.into()))
}

/// The override of a tool that may go by its wire name; overrides are kept under the id.
fn of_tool(app: &App, name: &str, request: OverrideRequest) -> Result<(String, ToolOverride), Problem> {
    let tool = app.engine.tool(name)?.id.to_string();
    let change = request.for_tool(&tool);
    let change = change.map_err(|error| Problem::new(kinds::INVALID_OVERRIDE, error.to_string()))?;
    Ok((tool, change))
}

/// Call a tool. A tool that fails is no failed request: the call's `status` is `error` then.
#[utoipa::path(
    post, path = "/tools/{tool_id}/call", operation_id = "call_tool", tag = "tools",
    params(("tool_id" = String, Path, description = "Id or wire name, percent-encoded")),
    request_body(content = CallRequest),
    responses(
        (status = 200, description = "It ran, with success or error", body = Call),
        (status = 202, description = "It waits for approval", body = Call),
    )
)]
pub(crate) async fn call(
    State(app): State<App>,
    Extension(principal): Extension<Principal>,
    InPath(tool): InPath<String>,
    MaybeBody(request): MaybeBody<CallRequest>,
) -> Result<(StatusCode, Json<Call>), Problem> {
    let asked = Asked {
        tool,
        args: request.args,
        chat: request.chat_id,
        message: request.message_id,
        worker: request.worker,
        parent: None,
        triggered: None,
        id: None,
        telemetry: request.telemetry.unwrap_or_default(),
        caller: principal.caller(),
        line: None,
    };
    Ok(Call::from(app.engine.call(asked).await?).answer())
}

/// The tools that a chat's model may call, in the format of whoever hosts the model: those of the toolsets that are
/// active in its chest.
#[utoipa::path(
    get, path = "/chats/{chat_id}/tools", operation_id = "get_available_tools", tag = "tools",
    params(("chat_id" = String, Path, description = "Id, or `default`"), FormatQuery),
    responses((status = 200, description = "The tools that are at hand", body = AvailableTools))
)]
pub(crate) async fn available(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
    InQuery(query): InQuery<FormatQuery>,
) -> Result<Json<AvailableTools>, Problem> {
    let chest = app.engine.chest(Some(chat)).await?;
    let keeping = if query.strict { Keeping::Strictly } else { Keeping::Loosely };
    let offered = app.engine.offered_tools(Some(chat)).await?;
    let describe = |tool: &ToolRecord, telling| query.format.describe(tool, keeping, telling);
    let mut tools: Vec<_> = offered.iter().map(|tool| describe(tool, Telling::AtOnce)).collect();
    if query.defer && query.format == Format::Anthropic {
        let known: HashSet<_> = offered.iter().map(|tool| &tool.id).collect();
        let shelf: HashSet<_> = chest.toolsets.iter().map(|toolset| &toolset.id).collect();
        let others = app.engine.tools().into_iter().filter(|tool| {
            let can_be = tool.enabled && tool.problem.is_none() && tool.is_for(Audience::Model);
            let shelved = tool.toolset.as_ref().is_some_and(|toolset| shelf.contains(toolset));
            can_be && shelved && !known.contains(&tool.id)
        });
        tools.extend(others.map(|tool| describe(&tool, Telling::WhenFound)));
    }
    Ok(Json(AvailableTools { tools }))
}
