//! Conversations and their branches.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use pegboard_engine::NewMessage;
use pegboard_engine::record::Kept;

use crate::http::body::{Body, MaybeBody};
use crate::http::chat_ref::ChatRef;
use crate::http::params::InQuery;
use crate::http::problem::{Problem, kinds};
use crate::http::state::App;
use crate::http::wire::chat::{
    Chat, ChatQuery, ChatRequest, ChatWithMessages, LeafRequest, ListedChat, Message, MessageRequest,
    RenameRequest,
};
use crate::http::wire::page::{Page, PageQuery};

/// Bytes of what is looked for in chats.
pub(crate) const CHAT_QUERY_MAX: usize = 1000;

/// Begin a conversation with an empty workspace.
#[utoipa::path(
    post, path = "/chats", operation_id = "create_chat", tag = "chats",
    request_body(content = Option<ChatRequest>),
    responses((status = 201, description = "The chat", body = Chat))
)]
pub(crate) async fn create(
    State(app): State<App>,
    MaybeBody(request): MaybeBody<ChatRequest>,
) -> Result<(StatusCode, Json<Chat>), Problem> {
    let chat = app.engine.create_chat(request.title).await?;
    Ok((StatusCode::CREATED, Json(chat.into())))
}

/// Chats, newest first.
#[utoipa::path(
    get, path = "/chats", operation_id = "list_chats", tag = "chats", params(ChatQuery),
    responses((status = 200, description = "A page of them", body = Page<ListedChat>))
)]
pub(crate) async fn list(
    State(app): State<App>,
    InQuery(query): InQuery<ChatQuery>,
) -> Result<Json<Page<ListedChat>>, Problem> {
    let which = if query.deleted { Kept::Deleted } else { Kept::There };
    let page = PageQuery { limit: query.limit, cursor: query.cursor }.request()?;
    if let Some(query) = query.q {
        if query.len() > CHAT_QUERY_MAX {
            let text = format!("What is looked for has at most {CHAT_QUERY_MAX} bytes.");
            return Err(Problem::new(kinds::BAD_REQUEST, text));
        }
        return Ok(Json(Page::of(app.engine.search_chats(&query, page).await?)));
    }
    Ok(Json(Page::of(app.engine.chats(page, which).await?)))
}

/// One chat with the tree of its messages.
#[utoipa::path(
    get, path = "/chats/{chat_id}", operation_id = "get_chat", tag = "chats",
    params(("chat_id" = String, Path, description = "Id, or `default`")),
    responses((status = 200, description = "The chat", body = ChatWithMessages))
)]
pub(crate) async fn get(
    State(app): State<App>,
    ChatRef(id): ChatRef,
) -> Result<Json<ChatWithMessages>, Problem> {
    Ok(Json(app.engine.chat(id).await?.into()))
}

/// Give a chat another title.
#[utoipa::path(
    patch, path = "/chats/{chat_id}", operation_id = "rename_chat", tag = "chats",
    params(("chat_id" = String, Path, description = "Id, or `default`")),
    request_body = RenameRequest,
    responses((status = 200, description = "The chat", body = Chat))
)]
pub(crate) async fn rename(
    State(app): State<App>,
    ChatRef(id): ChatRef,
    Body(request): Body<RenameRequest>,
) -> Result<Json<Chat>, Problem> {
    Ok(Json(app.engine.rename_chat(id, &request.title).await?.into()))
}

/// Add a message and make it the active leaf.
#[utoipa::path(
    post, path = "/chats/{chat_id}/messages", operation_id = "add_message", tag = "chats",
    params(("chat_id" = String, Path, description = "Id, or `default`")),
    request_body = MessageRequest,
    responses((status = 201, description = "The message", body = Message))
)]
pub(crate) async fn add_message(
    State(app): State<App>,
    ChatRef(id): ChatRef,
    Body(request): Body<MessageRequest>,
) -> Result<(StatusCode, Json<Message>), Problem> {
    let role = request.role.parse().map_err(|error: String| Problem::new(kinds::INVALID_BODY, error))?;
    let message =
        NewMessage { below: request.parent_id.into(), role, content: MessageRequest::parts(request.content) };
    let message = app.engine.add_message(id, message).await?;
    Ok((StatusCode::CREATED, Json(message.into())))
}

/// Go to another message; the workspace goes with it.
#[utoipa::path(
    post, path = "/chats/{chat_id}/active-leaf", operation_id = "set_active_leaf", tag = "chats",
    params(("chat_id" = String, Path, description = "Id, or `default`")),
    request_body = LeafRequest,
    responses((status = 200, description = "The chat", body = Chat))
)]
pub(crate) async fn set_active_leaf(
    State(app): State<App>,
    ChatRef(id): ChatRef,
    Body(request): Body<LeafRequest>,
) -> Result<Json<Chat>, Problem> {
    Ok(Json(app.engine.set_active_leaf(id, request.message_id).await?.into()))
}
