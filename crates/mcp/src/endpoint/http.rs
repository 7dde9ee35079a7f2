//! The addresses: `/mcp`, `/mcp/{toolset}` for one toolset, `/mcp/workers/{worker}` for one worker.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response as HttpResponse;
use axum::routing::any;
use axum::{Extension, Router};
use serde::Deserialize;
use serde_json::Value;

use crate::endpoint::answer;
use crate::endpoint::chat_choice::ChatChoice;
use crate::endpoint::house::{Principal, View};
use crate::endpoint::incoming::Incoming;
use crate::endpoint::service::Endpoint;
use crate::endpoint::{handshake, stateless};
use crate::rpc::{Era, Message, ProtocolVersion, RpcError, code, header, limits, meta, method};

/// The header that names the chat whose workspace a request works on, or says `argument`: each call names it.
pub const CHAT_HEADER: &str = "mcp-pegboard-chat";

/// What the addresses of workers begin with.
const WORKERS: &str = "/mcp/workers/";

/// The routes. Whoever mounts them authenticates, and puts a [`Principal`] into each request's extensions.
pub fn router<S: Clone + Send + Sync + 'static>(endpoint: Endpoint) -> Router<S> {
    Router::new()
        .route("/mcp", any(serve))
        .route("/mcp/{toolset}", any(serve))
        .route("/mcp/workers/{worker}", any(serve))
        .layer(DefaultBodyLimit::max(limits::MESSAGE_MAX))
        .with_state(endpoint)
}

/// The toolset or the worker of the address.
struct Place(View);

impl<S: Send + Sync> FromRequestParts<S> for Place {
    type Rejection = HttpResponse;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpResponse> {
        let of_worker = parts.uri.path().starts_with(WORKERS);
        let name = Option::<Path<String>>::from_request_parts(parts, state).await;
        let view = match name {
            Ok(None) => Some(View::All),
            Ok(Some(Path(worker))) if of_worker => worker.parse().ok().map(View::Worker),
            Ok(Some(Path(toolset))) => toolset.parse().ok().map(View::Toolset),
            Err(_) => None,
        };
        view.map(Self).ok_or_else(|| no_such_place(of_worker))
    }
}

fn no_such_place(of_worker: bool) -> HttpResponse {
    let what = if of_worker { "worker" } else { "toolset" };
    let error = RpcError::new(code::INVALID_REQUEST, format!("there is no {what} of this name"));
    answer::refused(StatusCode::NOT_FOUND, None, error)
}

/// What the query may say.
#[derive(Debug, Deserialize)]
struct ChatQuery {
    chat: Option<String>,
}

async fn serve(
    State(endpoint): State<Endpoint>,
    Extension(by): Extension<Principal>,
    Place(view): Place,
    Query(query): Query<ChatQuery>,
    method: Method,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> HttpResponse {
    let incoming = Incoming { by, view, chat: ChatChoice::Own, headers };
    let said = incoming.header(CHAT_HEADER).or(query.chat.as_deref());
    let chat = said.map(ChatChoice::said).unwrap_or_default();
    let incoming = Incoming { chat, ..incoming };
    match method {
        Method::POST => match body {
            Ok(body) => post(&endpoint, incoming, &body).await,
            Err(rejection) => {
                let error = RpcError::new(code::INVALID_REQUEST, rejection.body_text());
                answer::refused(rejection.status(), None, error)
            }
        },
        Method::GET => handshake::get(&endpoint, &incoming),
        Method::DELETE => handshake::delete(&endpoint, &incoming),
        _ => {
            let error = RpcError::new(code::INVALID_REQUEST, "use POST, GET or DELETE");
            answer::refused(StatusCode::METHOD_NOT_ALLOWED, None, error)
        }
    }
}

async fn post(endpoint: &Endpoint, incoming: Incoming, body: &[u8]) -> HttpResponse {
    let refused = |status, code, message: &str| answer::refused(status, None, RpcError::new(code, message));
    let json = incoming.header(CONTENT_TYPE.as_str()).is_some_and(|value| {
        let media = value.split(';').next().unwrap_or_default().trim();
        media.eq_ignore_ascii_case(answer::JSON)
    });
    if !json {
        let what = "send `Content-Type: application/json`";
        return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, code::INVALID_REQUEST, what);
    }
    if !incoming.takes_messages() && !incoming.takes_streams() {
        let what = "send `Accept: application/json, text/event-stream`";
        return refused(StatusCode::NOT_ACCEPTABLE, code::INVALID_REQUEST, what);
    }
    let Ok(value) = serde_json::from_slice::<Value>(body) else {
        return refused(StatusCode::BAD_REQUEST, code::PARSE_ERROR, "the body is no JSON");
    };
    let message = match Message::from_value(value) {
        Ok(message) => message,
        Err(invalid) => {
            let error = RpcError::new(code::INVALID_REQUEST, invalid.to_string());
            return answer::refused(StatusCode::BAD_REQUEST, invalid.id, error);
        }
    };
    match era(&incoming, &message) {
        Era::Handshake => handshake::post(endpoint, incoming, message).await,
        Era::Stateless => stateless::post(endpoint, incoming, message).await,
    }
}

/// Which generation a message is of: since 2026-07-28 each request says so itself, and each message in its header.
fn era(incoming: &Incoming, message: &Message) -> Era {
    let said = match message {
        Message::Request(request) => {
            let meta = request.params.get(meta::META);
            let says = meta.is_some_and(|meta| meta.get(meta::PROTOCOL_VERSION).is_some());
            says || request.method == method::DISCOVER
        }
        Message::Notification(_) | Message::Response(_) => false,
    };
    let version = incoming.header(header::PROTOCOL_VERSION).and_then(|text| text.parse().ok());
    match version.map(ProtocolVersion::era) {
        Some(Era::Stateless) => Era::Stateless,
        _ if said => Era::Stateless,
        _ => Era::Handshake,
    }
}
