//! The tree of a chat: branches that become chats, go and come back; and chats that do.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use pegboard_engine::NewFork;
use pegboard_model::ids::MessageId;
use serde::Deserialize;

use crate::http::body::MaybeBody;
use crate::http::chat_ref::ChatRef;
use crate::http::params::InPath;
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::http::wire::chat::{Chat, ForkRequest};

/// `{message_id}` of the path; [`ChatRef`] reads the chat.
#[derive(Deserialize)]
pub(crate) struct MessagePath {
    message_id: MessageId,
}

/// Make a chat of a branch, with its messages and its workspace.
#[utoipa::path(
    post, path = "/chats/{chat_id}/fork", operation_id = "fork_chat", tag = "chats",
    params(("chat_id" = String, Path, description = "Id, or `default`")),
    request_body(content = Option<ForkRequest>),
    responses((status = 201, description = "The new chat", body = Chat))
)]
pub(crate) async fn fork(
    State(app): State<App>,
    ChatRef(id): ChatRef,
    MaybeBody(request): MaybeBody<ForkRequest>,
) -> Result<(StatusCode, Json<Chat>), Problem> {
    let new = NewFork { message: request.message_id, title: request.title };
    let chat = app.engine.fork_chat(id, new).await?;
    Ok((StatusCode::CREATED, Json(chat.into())))
}

/// Delete a message with all below it; it can be restored.
#[utoipa::path(
    delete, path = "/chats/{chat_id}/messages/{message_id}", operation_id = "delete_branch", tag = "chats",
    params(
        ("chat_id" = String, Path, description = "Id, or `default`"),
        ("message_id" = String, Path, description = "The first message that goes"),
    ),
    responses((status = 200, description = "The chat: where it stood in the branch, it stands above it", body = Chat))
)]
pub(crate) async fn delete_branch(
    State(app): State<App>,
    ChatRef(id): ChatRef,
    InPath(at): InPath<MessagePath>,
) -> Result<Json<Chat>, Problem> {
    Ok(Json(app.engine.delete_branch(id, at.message_id).await?.into()))
}

/// Bring a deleted branch back.
#[utoipa::path(
    post, path = "/chats/{chat_id}/messages/{message_id}/restore", operation_id = "restore_branch", tag = "chats",
    params(
        ("chat_id" = String, Path, description = "Id, or `default`"),
        ("message_id" = String, Path, description = "The message that was deleted"),
    ),
    responses((status = 200, description = "The chat, which stands where it stood", body = Chat))
)]
pub(crate) async fn restore_branch(
    State(app): State<App>,
    ChatRef(id): ChatRef,
    InPath(at): InPath<MessagePath>,
) -> Result<Json<Chat>, Problem> {
    Ok(Json(app.engine.restore_branch(id, at.message_id).await?.into()))
}

/// Delete a chat; it can be restored.
#[utoipa::path(
    delete, path = "/chats/{chat_id}", operation_id = "delete_chat", tag = "chats",
    params(("chat_id" = String, Path, description = "Id, or `default`")),
    responses((status = 204, description = "It is deleted"))
)]
pub(crate) async fn delete(State(app): State<App>, ChatRef(id): ChatRef) -> Result<StatusCode, Problem> {
    app.engine.delete_chat(id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Bring a deleted chat back.
#[utoipa::path(
    post, path = "/chats/{chat_id}/restore", operation_id = "restore_chat", tag = "chats",
    params(("chat_id" = String, Path, description = "Id")),
    responses((status = 200, description = "The chat", body = Chat))
)]
pub(crate) async fn restore(State(app): State<App>, ChatRef(id): ChatRef) -> Result<Json<Chat>, Problem> {
    Ok(Json(app.engine.restore_chat(id).await?.into()))
}
