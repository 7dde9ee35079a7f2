//! What happens, while it happens.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{Event as SseEvent, KeepAlive, Sse};
use futures::{Stream, StreamExt, stream};
use pegboard_model::ids::ChatId;
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::wrappers::errors::BroadcastStreamRecvError;

use crate::http::params::InQuery;
use crate::http::state::App;
use crate::http::wire::event::{Event, EventQuery, Happening};

/// How often a comment is sent when nothing happens, so that proxies keep the connection.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The header in which a client that comes back names the event it saw last.
const LAST_EVENT_ID: &str = "last-event-id";

/// Follow what happens. With `Last-Event-ID`, what was missed comes first; `lagged` says that events are lost.
#[utoipa::path(
    get, path = "/events", operation_id = "events", tag = "events",
    params(EventQuery, ("Last-Event-ID" = Option<u64>, Header, description = "The event seen last")),
    responses((status = 200, description = "Server-sent events", body = Event, content_type = "text/event-stream"))
)]
pub(crate) async fn follow(
    State(app): State<App>,
    InQuery(query): InQuery<EventQuery>,
    headers: HeaderMap,
) -> Sse<impl Stream<Item = Result<SseEvent, Infallible>>> {
    let last_seen = headers.get(LAST_EVENT_ID).and_then(|value| value.to_str().ok()?.parse().ok());
    let joined = app.events.join(last_seen);
    let gap = joined.gap.then(lagged);
    let missed = stream::iter(joined.missed);
    let chat = query.chat_id;
    let live = stream::iter(joined.live).flat_map(BroadcastStream::new);
    let events = missed.map(Ok).chain(live).filter_map(move |event| std::future::ready(told(event, chat)));
    // An empty comment at once, so that the client sees that it is connected.
    let hello = SseEvent::default().comment("connected");
    let stream = stream::iter(std::iter::once(hello).chain(gap)).chain(events).map(Ok);
    Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT))
}

fn told(event: Result<Event, BroadcastStreamRecvError>, chat: Option<ChatId>) -> Option<SseEvent> {
    let event = match event {
        Ok(event) => event,
        Err(BroadcastStreamRecvError::Lagged(_)) => return Some(lagged()),
    };
    let wanted = chat.is_none() || event.what.chat().is_none_or(|of| Some(of) == chat);
    if !wanted {
        return None;
    }
    let told = SseEvent::default().id(event.id.to_string()).event(event.what.name());
    told.json_data(&event).inspect_err(|error| tracing::error!(%error, "an event could not be written")).ok()
}

fn lagged() -> SseEvent {
    SseEvent::default().event(Happening::Lagged.name()).data(r#"{"type":"lagged"}"#)
}
