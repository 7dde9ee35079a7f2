//! Replies of models: begun, gone on with, followed, stopped.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::HeaderName;
use axum::response::sse::{Event as SseEvent, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::{Stream, StreamExt, stream};
use pegboard_engine::{Below, LiveReply, NewReply, Sent};
use pegboard_model::ids::{ChatId, MessageId};

use crate::http::auth::Principal;
use crate::http::body::LargeBody;
use crate::http::chat_ref::ChatRef;
use crate::http::limits::STREAM_BODY_MIB;
use crate::http::params::InQuery;
use crate::http::problem::{Problem, kinds};
use crate::http::state::App;
use crate::http::wire::ui_request::{StreamQuery, StreamRequest, Trigger, UiMessage};
use crate::http::wire::ui_stream::{Chunk, Encoder, Version};

/// How often a comment is sent when nothing happens. An event of its own would end the stream at the client.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// What clients look for to know the stream.
const HEADERS: [(&str, &str); 3] =
    [("x-vercel-ai-ui-message-stream", "v1"), ("x-accel-buffering", "no"), ("cache-control", "no-cache")];

/// Have a model reply, and stream what it writes as a UI message stream of the AI SDK. It is written whether somebody reads or
/// not; `GET` joins again.
#[utoipa::path(
    post, path = "/chats/{chat_id}/stream", operation_id = "stream", tag = "chats",
    params(("chat_id" = String, Path, description = "Id, or `default`"), StreamQuery),
    request_body = StreamRequest,
    responses((status = 200, description = "The stream, ended by `[DONE]`", content_type = "text/event-stream"))
)]
pub(crate) async fn stream_reply(
    State(app): State<App>,
    Extension(principal): Extension<Principal>,
    ChatRef(chat): ChatRef,
    InQuery(query): InQuery<StreamQuery>,
    body: LargeBody<STREAM_BODY_MIB, StreamRequest>,
) -> Result<Response, Problem> {
    let LargeBody { value: request, room } = body;
    let live = begin(&app, chat, &principal, request).await?;
    // What it brought is stored, or was not taken.
    drop(room);
    Ok(answer(&live, query.v, Since::Here))
}

/// Follow the reply that is being written, from its beginning.
#[utoipa::path(
    get, path = "/chats/{chat_id}/stream", operation_id = "resume_stream", tag = "chats",
    params(("chat_id" = String, Path, description = "Id, or `default`"), StreamQuery),
    responses(
        (status = 200, description = "The stream, ended by `[DONE]`", content_type = "text/event-stream"),
        (status = 204, description = "No reply is being written"),
    )
)]
pub(crate) async fn resume(
    State(app): State<App>,
    ChatRef(chat): ChatRef,
    InQuery(query): InQuery<StreamQuery>,
) -> Response {
    match app.engine.live_reply(chat) {
        Some(live) => answer(&live, query.v, Since::Beginning),
        None => StatusCode::NO_CONTENT.into_response(),
    }
}

/// Stop the reply that is being written, and the call that it makes. What was written stays.
#[utoipa::path(
    post, path = "/chats/{chat_id}/stop", operation_id = "stop_reply", tag = "chats",
    params(("chat_id" = String, Path, description = "Id, or `default`")),
    responses((status = 204, description = "It stops, or there was none"))
)]
pub(crate) async fn stop(State(app): State<App>, ChatRef(chat): ChatRef) -> StatusCode {
    app.engine.stop_reply(chat);
    StatusCode::NO_CONTENT
}

async fn begin(
    app: &App,
    chat: ChatId,
    principal: &Principal,
    request: StreamRequest,
) -> Result<Arc<LiveReply>, Problem> {
    let last = request.message.as_ref().or(request.messages.last());
    let said = match (request.trigger, last) {
        (Trigger::GoOn, _) => return Ok(app.engine.go_on(chat, Vec::new()).await?),
        (Trigger::SubmitMessage, Some(last)) if last.role == "assistant" => {
            return decide(app, chat, principal, last).await;
        }
        (Trigger::SubmitMessage, Some(last)) => Some(sent(last)?),
        (Trigger::SubmitMessage, None) => {
            return Err(Problem::new(kinds::INVALID_BODY, "there is no message in it"));
        }
        (Trigger::RegenerateMessage, _) => None,
    };
    let below = match (request.trigger, request.parent_id) {
        (Trigger::RegenerateMessage, _) => above(app, chat, &request).await?.into(),
        (_, Some(Some(parent))) => Below::Message(parent),
        (_, Some(None)) => Below::Nothing,
        (_, None) => before_last(&request).into(),
    };
    let new =
        NewReply { said, below, model: request.model, worker: request.worker, caller: principal.caller() };
    Ok(app.engine.reply(chat, new).await?)
}

async fn decide(
    app: &App,
    chat: ChatId,
    principal: &Principal,
    last: &UiMessage,
) -> Result<Arc<LiveReply>, Problem> {
    let decisions = last.decisions(&principal.name);
    if !decisions.is_empty() {
        principal.may_decide()?;
    }
    Ok(app.engine.go_on(chat, decisions).await?)
}

fn sent(message: &UiMessage) -> Result<Sent, Problem> {
    let files = message.files().map_err(|error| {
        Problem::new(kinds::INVALID_BODY, error.to_string())
            .hint("PUT /chats/{chat_id}/workspace/files/{path} puts a file where the tools find it.")
    })?;
    let text = message.text();
    if text.trim().is_empty() && files.is_empty() {
        return Err(Problem::new(kinds::INVALID_BODY, "the message is empty"));
    }
    Ok(Sent { text, files })
}

/// The message before the last one, as far as the client has it from the server.
fn before_last(request: &StreamRequest) -> Option<MessageId> {
    let before = request.messages.len().checked_sub(2)?;
    request.messages.get(before)?.known_id()
}

/// The message that a reply is to be written to anew: the one above that which is named, else the last one of a person.
async fn above(app: &App, chat: ChatId, request: &StreamRequest) -> Result<Option<MessageId>, Problem> {
    let detail = app.engine.chat(chat).await?;
    // A client makes ids of its own for what a person says; those mean the end of the conversation that it sees.
    let named = request.message_id.as_deref().and_then(|id| id.parse::<MessageId>().ok());
    let at = named.or(detail.chat.active_leaf);
    let message = detail.messages.iter().find(|message| Some(message.id) == at);
    if let (Some(named), None) = (named, message) {
        return Err(Problem::new(kinds::NOT_FOUND, format!("there is no message {named} in this chat"))
            .hint("GET /chats/{chat_id} lists the chat's messages."));
    }
    Ok(message.and_then(|message| match message.role {
        pegboard_engine::record::Role::Assistant => message.parent,
        _ => Some(message.id),
    }))
}

/// What of a reply a stream tells.
#[derive(Debug, Clone, Copy)]
enum Since {
    /// All of it.
    Beginning,
    /// What comes from now on: its reader has the rest.
    Here,
}

fn answer(live: &Arc<LiveReply>, version: Version, since: Since) -> Response {
    let mut response = Sse::new(events(live, version, since))
        .keep_alive(KeepAlive::new().interval(HEARTBEAT))
        .into_response();
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(HeaderName::from_static(name), axum::http::HeaderValue::from_static(value));
    }
    response
}

fn events(
    live: &Arc<LiveReply>,
    version: Version,
    since: Since,
) -> impl Stream<Item = Result<SseEvent, Infallible>> + use<> {
    let mut encoder = Encoder::new(version, live.message());
    let mut before = vec![encoder.start()];
    if matches!(since, Since::Beginning) {
        before.extend(live.earlier().iter().flat_map(|event| encoder.told(event)));
    }
    let told = live.follow().into_stream().flat_map(move |event| stream::iter(encoder.told(&event)));
    let lines = stream::iter(before).chain(told).map(|chunk| line(&chunk));
    lines.chain(stream::iter([SseEvent::default().data("[DONE]")])).map(Ok)
}

fn line(chunk: &Chunk) -> SseEvent {
    match serde_json::to_string(chunk) {
        Ok(text) => SseEvent::default().data(text),
        Err(error) => {
            tracing::error!(%error, "a part of a stream could not be written");
            SseEvent::default().comment("a part could not be written")
        }
    }
}
