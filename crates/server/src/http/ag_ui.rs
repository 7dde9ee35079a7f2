//! Replies for clients of AG-UI.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::{Stream, StreamExt, stream};
use pegboard_engine::{Below, LiveReply, NewReply, Sent};
use pegboard_model::ids::ChatId;
use serde_json::Value;

use crate::http::auth::Principal;
use crate::http::body::Body;
use crate::http::chat_ref::ChatRef;
use crate::http::problem::{Problem, kinds};
use crate::http::state::App;
use crate::http::wire::ag_ui::{AgUiEncoder, AgUiEvent, RunAgentInput};

/// How often a comment is sent when nothing happens.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Have a model reply, and stream what it writes as the events of AG-UI. It is written whether somebody reads or not.
#[utoipa::path(
    post, path = "/chats/{chat_id}/ag-ui", operation_id = "run_ag_ui", tag = "chats",
    params(("chat_id" = String, Path, description = "Id, or `default`")),
    request_body = RunAgentInput,
    responses((status = 200, description = "The events", content_type = "text/event-stream"))
)]
pub(crate) async fn run(
    State(app): State<App>,
    Extension(principal): Extension<Principal>,
    ChatRef(chat): ChatRef,
    Body(input): Body<RunAgentInput>,
) -> Result<Response, Problem> {
    input.check().map_err(|why| Problem::new(kinds::INVALID_BODY, why))?;
    let live = begin(&app, chat, &principal, &input).await?;
    let encoder = AgUiEncoder::new(input.thread_id, input.run_id);
    let mut response =
        Sse::new(events(&live, encoder)).keep_alive(KeepAlive::new().interval(HEARTBEAT)).into_response();
    response.headers_mut().insert("x-accel-buffering", axum::http::HeaderValue::from_static("no"));
    Ok(response)
}

async fn begin(
    app: &App,
    chat: ChatId,
    principal: &Principal,
    input: &RunAgentInput,
) -> Result<Arc<LiveReply>, Problem> {
    let decisions = input.decisions(&principal.name);
    if !decisions.is_empty() {
        principal.may_decide()?;
        return Ok(app.engine.go_on(chat, decisions).await?);
    }
    let text = input.said().map_err(|why| Problem::new(kinds::INVALID_BODY, why))?;
    let props = input.forwarded_props.clone().unwrap_or_default();
    let new = NewReply {
        said: Some(Sent::text(text)),
        below: Below::ActiveLeaf,
        model: props.model,
        worker: props.worker,
        caller: principal.caller(),
    };
    Ok(app.engine.reply(chat, new).await?)
}

fn events(
    live: &Arc<LiveReply>,
    mut encoder: AgUiEncoder,
) -> impl Stream<Item = Result<Event, Infallible>> + use<> {
    let value = serde_json::json!({"chatId": live.chat(), "messageId": live.message()});
    let before = [encoder.start(), AgUiEvent::Custom { name: "reply", value }];
    let told = live.follow().into_stream().flat_map(move |event| stream::iter(encoder.told(&event)));
    stream::iter(before).chain(told).map(|event| Ok(line(&event)))
}

fn line(event: &AgUiEvent) -> Event {
    Event::default().data(serde_json::to_value(event).unwrap_or(Value::Null).to_string())
}
