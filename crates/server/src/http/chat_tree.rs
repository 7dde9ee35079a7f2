//! The tree of a chat: branches that become chats.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use pegboard_engine::NewFork;

use crate::http::body::MaybeBody;
use crate::http::chat_ref::ChatRef;
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::http::wire::chat::{Chat, ForkRequest};

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
