//! Clients up to 2025-11-25: a handshake, a session, and streams that can be resumed.

use std::collections::HashMap;
use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response as HttpResponse};
use serde_json::{Map, Value, json};

use crate::endpoint::answer;
use crate::endpoint::capabilities;
use crate::endpoint::changes::{self, Ear, Lists};
use crate::endpoint::chat_choice::ChatChoice;
use crate::endpoint::client::Client;
use crate::endpoint::dispatch;
use crate::endpoint::event_stream::{self, EventStream, Resumption};
use crate::endpoint::exchange::{Exchange, Step};
use crate::endpoint::failure;
use crate::endpoint::guest::Guest;
use crate::endpoint::incoming::Incoming;
use crate::endpoint::line::{Line, Outgoing, Reach, Wishes};
use crate::endpoint::service::{Endpoint, unguessable};
use crate::endpoint::session::{Running, STANDALONE, Session};
use crate::rpc::{
    Era, Id, Message, Notification, ProtocolVersion, Request, Response, RpcError, code, header, meta, method,
};

/// A message of such a client.
pub(super) async fn post(endpoint: &Endpoint, incoming: Incoming, message: Message) -> HttpResponse {
    if let Message::Request(request) = &message
        && request.method == method::INITIALIZE
    {
        return initialize(endpoint, incoming, request).await;
    }
    let session = match find(endpoint, &incoming) {
        Ok(session) => session,
        Err((status, error)) => return answer::refused(status, id_of(&message), error),
    };
    match message {
        Message::Request(asked) => request(endpoint, incoming, session, asked).await,
        Message::Notification(told) => {
            notified(&session, &told);
            StatusCode::ACCEPTED.into_response()
        }
        Message::Response(Response { id, outcome }) => {
            if let Some(id) = id {
                session.answered(&id, outcome);
            }
            StatusCode::ACCEPTED.into_response()
        }
    }
}

fn id_of(message: &Message) -> Option<Id> {
    match message {
        Message::Request(request) => Some(request.id.clone()),
        Message::Notification(_) | Message::Response(_) => None,
    }
}

fn find(endpoint: &Endpoint, incoming: &Incoming) -> Result<Arc<Session>, (StatusCode, RpcError)> {
    let refused = |status, message: &str| (status, RpcError::new(code::INVALID_REQUEST, message));
    if let Some(version) = incoming.header(header::PROTOCOL_VERSION)
        && !version.parse::<ProtocolVersion>().is_ok_and(|version| version.era() == Era::Handshake)
    {
        let error = refused(StatusCode::BAD_REQUEST, "the protocol version in the header is not spoken here");
        let data = json!({"supported": capabilities::spoken(), "requested": version});
        return Err((error.0, error.1.with_data(data)));
    }
    let Some(id) = incoming.header(header::SESSION_ID) else {
        let what = "the request names no session: begin with `initialize` and send its Mcp-Session-Id";
        return Err(refused(StatusCode::BAD_REQUEST, what));
    };
    let found = endpoint.sessions.find(id, &incoming.by, &incoming.view);
    found.ok_or_else(|| refused(StatusCode::NOT_FOUND, "the session is over: begin with `initialize` again"))
}

async fn initialize(endpoint: &Endpoint, incoming: Incoming, request: &Request) -> HttpResponse {
    let id = Some(request.id.clone());
    let asked = request.params.get("protocolVersion").and_then(Value::as_str);
    let Some(asked) = asked else {
        let error = failure::invalid("`protocolVersion` must be a text");
        return answer::refused(StatusCode::BAD_REQUEST, id, error);
    };
    // A version that is not spoken here is answered with one that is; the client decides.
    let spoken = asked.parse().ok().filter(|version: &ProtocolVersion| version.era() == Era::Handshake);
    let version = spoken.unwrap_or(ProtocolVersion::LATEST_HANDSHAKE);
    let introduction = match endpoint.house.introduce(&incoming.view).await {
        Ok(introduction) => introduction,
        Err(refusal) => {
            return answer::refused(StatusCode::NOT_FOUND, id, failure::error(refusal, Era::Handshake));
        }
    };
    let client = Client::new(request.params.get("clientInfo"), request.params.get("capabilities"));
    let session = match begin(endpoint, &incoming, version, client).await {
        Ok(session) => session,
        Err((status, error)) => return answer::refused(status, id, error),
    };
    let result = capabilities::initialized(&introduction, version);
    let mut response = answer::json(StatusCode::OK, &Response::new(request.id.clone(), Ok(result)));
    if let Ok(value) = HeaderValue::from_str(&session.id) {
        response.headers_mut().insert(header::SESSION_ID, value);
    }
    response
}

async fn begin(
    endpoint: &Endpoint,
    incoming: &Incoming,
    version: ProtocolVersion,
    client: Client,
) -> Result<Arc<Session>, (StatusCode, RpcError)> {
    let unavailable = |error: &dyn std::error::Error| {
        (StatusCode::SERVICE_UNAVAILABLE, RpcError::new(code::INTERNAL_ERROR, error.to_string()))
    };
    let chat = match &incoming.chat {
        ChatChoice::Named(named) => Some(
            endpoint
                .house
                .chat(named)
                .await
                .map_err(|refusal| (StatusCode::BAD_REQUEST, failure::error(refusal, Era::Handshake)))?,
        ),
        ChatChoice::Own | ChatChoice::Argument => None,
    };
    let id = unguessable().map_err(|error| unavailable(&error))?;
    let view = incoming.view.clone();
    let session = endpoint
        .sessions
        .begin(id, &incoming.by, view, version, client)
        .map_err(|error| unavailable(&error))?;
    if let Some(chat) = chat {
        // It is new: nobody else has set it.
        let _ = session.chat.set(chat);
    }
    Ok(session)
}

fn notified(session: &Session, notification: &Notification) {
    if notification.method == method::CANCELLED {
        let id = notification.params.get("requestId").cloned();
        if let Some(id) = id.and_then(|id| serde_json::from_value(id).ok()) {
            session.cancel(&id);
        }
    }
}

async fn request(
    endpoint: &Endpoint,
    incoming: Incoming,
    session: Arc<Session>,
    request: Request,
) -> HttpResponse {
    let Request { id, method, params } = request;
    let mut params = match params {
        Value::Object(params) => params,
        _ => Map::new(),
    };
    if let Some(outcome) = at_once(endpoint, &session, &method, &params).await {
        return answer::json(StatusCode::OK, &Response::new(id, outcome));
    }
    let hung_up = session.ended.child_token();
    let Some(running) = session.run(&id, &hung_up) else {
        let what = "a request with this id still runs, or too many do";
        let error = RpcError::new(code::INVALID_REQUEST, what);
        return answer::refused(StatusCode::OK, Some(id), error);
    };
    let meta = params.remove(meta::META);
    let progress = meta.as_ref().and_then(|meta| meta.get(meta::PROGRESS_TOKEN)).cloned();
    let wishes = Wishes { progress, log_from: Some(session.log_from()), given: HashMap::new() };
    let reach = if incoming.takes_streams() { Reach::Streaming } else { Reach::ResultOnly };
    let (line, outgoing) = Line::new(Arc::clone(&session.client), reach, wishes, hung_up.clone());
    let guest = Guest {
        by: incoming.by,
        view: incoming.view,
        version: session.version,
        chat: incoming.chat,
        session: Some(Arc::clone(&session)),
    };
    let house = Arc::clone(&endpoint.house);
    let work = Box::pin(dispatch::work(house, guest, method, params, Arc::new(line)));
    let mut exchange = Exchange::new(work, outgoing, hung_up);
    match exchange.next().await {
        Step::Done(outcome) => answer::json(StatusCode::OK, &Response::new(id, outcome)),
        Step::Out(first) => {
            let stream = session.open_stream();
            let body = answer::stream(Arc::clone(&stream).read(0, endpoint.closing.clone()));
            tokio::spawn(drive(exchange, first, stream, id, running));
            body
        }
    }
}

/// What needs neither time nor a stream.
async fn at_once(
    endpoint: &Endpoint,
    session: &Session,
    method: &str,
    params: &Map<String, Value>,
) -> Option<Result<Value, RpcError>> {
    let done = || Value::Object(Map::new());
    Some(match method {
        method::PING => Ok(done()),
        method::LOGGING_SET_LEVEL => match params.get("level").and_then(Value::as_str).map(str::parse) {
            Some(Ok(level)) => {
                session.set_log_from(level);
                Ok(done())
            }
            _ => Err(failure::invalid(
                "`level` must be one of debug, info, notice, warning, error, critical, alert, emergency",
            )),
        },
        method::RESOURCES_SUBSCRIBE => match dispatch::text(params, "uri") {
            Ok(uri) => {
                let stamp = endpoint.house.stamp(&uri).await;
                if session.watch(uri.clone(), stamp) {
                    // Only now: its server may tell of a change at once.
                    session.hold(&uri, endpoint.house.watch(&session.view, &uri).await);
                    Ok(done())
                } else {
                    Err(failure::invalid("too many resources are watched"))
                }
            }
            Err(error) => Err(error),
        },
        method::RESOURCES_UNSUBSCRIBE => dispatch::text(params, "uri").map(|uri| {
            session.unwatch(&uri);
            done()
        }),
        _ => return None,
    })
}

/// Sends what comes of a request to its stream, to the end. It goes on when the connection breaks: the client may
/// come back.
async fn drive(mut exchange: Exchange, first: Outgoing, stream: Arc<EventStream>, id: Id, running: Running) {
    let mut out = first;
    loop {
        match out {
            Outgoing::Tell(notification) => stream.push(&notification),
            Outgoing::Ask(asking) => running.session().ask(&stream, asking, exchange.hung_up().clone()),
        }
        match exchange.next().await {
            Step::Out(next) => out = next,
            Step::Done(outcome) => {
                stream.push(&Response::new(id, outcome));
                stream.end();
                return;
            }
        }
    }
}

/// A client opens the stream that no request asked for, or comes back to one that broke.
pub(super) fn get(endpoint: &Endpoint, incoming: &Incoming) -> HttpResponse {
    let session = match find(endpoint, incoming) {
        Ok(session) => session,
        Err((status, error)) => return answer::refused(status, None, error),
    };
    if !incoming.takes_streams() {
        let error = RpcError::new(code::INVALID_REQUEST, "send `Accept: text/event-stream`");
        return answer::refused(StatusCode::NOT_ACCEPTABLE, None, error);
    }
    let last = incoming.header(header::LAST_EVENT_ID).and_then(event_stream::after);
    match last {
        Some((number, from)) if number != STANDALONE => match session.stream(number) {
            Some(stream) => answer::stream(stream.read(from, endpoint.closing.clone())),
            None => {
                let error = RpcError::new(code::INVALID_REQUEST, "this stream is not kept any more");
                answer::refused(StatusCode::NOT_FOUND, None, error)
            }
        },
        missed => listen(endpoint, session, missed.is_some()),
    }
}

fn listen(endpoint: &Endpoint, session: Arc<Session>, missed: bool) -> HttpResponse {
    let ended = session.standalone();
    let stream = EventStream::new(STANDALONE, Resumption::Possible);
    let read = Arc::clone(&stream).read(0, endpoint.closing.clone());
    let body = answer::guarded(read, ended.clone().drop_guard());
    let changes = endpoint.house.changes();
    let endpoint = endpoint.clone();
    tokio::spawn(async move {
        let listening = session.listen();
        let follow = follow(&endpoint, &session, &stream, changes, missed);
        tokio::select! {
            () = follow => {}
            () = ended.cancelled() => {}
            () = endpoint.closing.cancelled() => {}
        }
        stream.end();
        drop(listening);
    });
    body
}

async fn follow(
    endpoint: &Endpoint,
    session: &Session,
    stream: &EventStream,
    mut changes: tokio::sync::broadcast::Receiver<crate::endpoint::house::Change>,
    missed: bool,
) {
    let mut change = if missed { Some(None) } else { changes::next(&mut changes).await };
    while let Some(what) = change {
        // What is watched, and in which state, the session knows.
        let mut ear = Ear {
            view: session.view.clone(),
            lists: Lists::ALL,
            chat: session.chat.get().copied(),
            watched: session.watched(),
        };
        for notification in ear.hear(&*endpoint.house, what.as_ref()).await {
            stream.push(&notification);
        }
        session.now_known(ear.watched);
        change = changes::next(&mut changes).await;
    }
}

/// A client ends its session.
pub(super) fn delete(endpoint: &Endpoint, incoming: &Incoming) -> HttpResponse {
    match find(endpoint, incoming) {
        Ok(session) => {
            endpoint.sessions.end(&session);
            StatusCode::NO_CONTENT.into_response()
        }
        Err((status, error)) => answer::refused(status, None, error),
    }
}
