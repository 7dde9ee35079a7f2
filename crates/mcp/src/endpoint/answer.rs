//! Messages as HTTP answers.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response as HttpResponse};
use futures::{Stream, StreamExt};

use crate::rpc::{Id, Response, RpcError};

/// The media type of streams.
pub(super) const EVENT_STREAM: &str = "text/event-stream";
/// The media type of messages.
pub(super) const JSON: &str = "application/json";

/// One response as the whole answer.
pub(super) fn json(status: StatusCode, response: &Response) -> HttpResponse {
    match serde_json::to_vec(response) {
        Ok(bytes) => (status, [(CONTENT_TYPE, JSON)], bytes).into_response(),
        Err(error) => {
            tracing::error!(%error, "a response could not be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// An error as the whole answer.
pub(super) fn refused(status: StatusCode, id: Option<Id>, error: RpcError) -> HttpResponse {
    json(status, &Response { id, outcome: Err(error) })
}

/// A stream of events as the answer.
pub(super) fn stream(events: impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static) -> HttpResponse {
    let mut response = Body::from_stream(events).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(EVENT_STREAM));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Proxies that collect answers would keep the events back.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

/// The same; the guard is dropped when the stream is over or the client goes away.
pub(super) fn guarded(
    events: impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static,
    guard: impl Send + 'static,
) -> HttpResponse {
    stream(events.map(move |event| {
        let _held = &guard;
        event
    }))
}
