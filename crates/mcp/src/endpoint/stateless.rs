//! Clients since 2026-07-28: each request says what it speaks, nothing is kept between two of them but what waits for
//! an answer, and a question is a result that is not complete.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response as HttpResponse};
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use crate::endpoint::answer;
use crate::endpoint::capabilities;
use crate::endpoint::chat_choice::ChatChoice;
use crate::endpoint::client::Client;
use crate::endpoint::dispatch;
use crate::endpoint::event_stream::{EventStream, Resumption};
use crate::endpoint::exchange::{Exchange, Outcome, Step};
use crate::endpoint::failure;
use crate::endpoint::guest::Guest;
use crate::endpoint::incoming::Incoming;
use crate::endpoint::limits::QUESTION_TIME;
use crate::endpoint::line::{Asking, Line, Outgoing, Reach, Wishes};
use crate::endpoint::listen;
use crate::endpoint::request_head;
use crate::endpoint::service::{Endpoint, unguessable};
use crate::endpoint::suspended::{Resumed, Subject, Suspended};
use crate::rpc::{Era, Id, Message, ProtocolVersion, Request, Response, RpcError, code, meta, method};

/// In the `_meta` of a request: what the header says as well.
const CHAT_KEY: &str = "pegboard/chat";

/// In the `_meta` of a result that asks: milliseconds within which the answers must come.
const ANSWER_WITHIN_KEY: &str = "pegboard/answer_within_ms";

/// A message of such a client.
pub(super) async fn post(endpoint: &Endpoint, incoming: Incoming, message: Message) -> HttpResponse {
    match message {
        Message::Request(request) => {
            let id = request.id.clone();
            match request_head::check(&incoming, &request) {
                Ok(()) => answered(endpoint, incoming, request).await,
                Err(error) => answer::refused(StatusCode::BAD_REQUEST, Some(id), error),
            }
        }
        // There is nothing to tell: whoever does not want a request any more closes its connection.
        Message::Notification(_) => StatusCode::ACCEPTED.into_response(),
        Message::Response(_) => {
            let error = RpcError::new(code::INVALID_REQUEST, "this server asks by incomplete results only");
            answer::refused(StatusCode::BAD_REQUEST, None, error)
        }
    }
}

async fn answered(endpoint: &Endpoint, incoming: Incoming, request: Request) -> HttpResponse {
    let Request { id, method, params } = request;
    let params = match params {
        Value::Object(params) => params,
        _ => Map::new(),
    };
    match method.as_str() {
        method::DISCOVER => {
            let introduced = endpoint.house.introduce(&incoming.view).await;
            let outcome = introduced.map(|introduction| capabilities::discovered(&introduction));
            whole(id, outcome.map_err(|refusal| failure::error(refusal, Era::Stateless)))
        }
        method::SUBSCRIPTIONS_LISTEN => listen::open(endpoint, incoming, id, &params).await,
        _ => worked(endpoint, incoming, id, method, params).await,
    }
}

/// What a request says to the endpoint rather than to what it names.
struct Aside {
    client: Client,
    wishes: Wishes,
    chat: Option<ChatChoice>,
    state: Option<String>,
    responses: Option<Map<String, Value>>,
}

fn aside(params: &mut Map<String, Value>) -> Result<Aside, RpcError> {
    let meta = params.remove(meta::META).unwrap_or_default();
    let said = |key| meta.get(key);
    let text = |key| said(key).and_then(Value::as_str);
    let state = match params.remove("requestState") {
        None => None,
        Some(Value::String(state)) => Some(state),
        Some(_) => return Err(failure::invalid("`requestState` must be a text")),
    };
    let responses = match params.remove("inputResponses") {
        None => None,
        Some(Value::Object(responses)) => Some(responses),
        Some(_) => return Err(failure::invalid("`inputResponses` must be an object")),
    };
    let wishes = Wishes {
        progress: said(meta::PROGRESS_TOKEN).cloned(),
        log_from: text(meta::LOG_LEVEL).and_then(|level| level.parse().ok()),
        given: HashMap::new(),
    };
    let client = Client::new(said(meta::CLIENT_INFO), said(meta::CLIENT_CAPABILITIES));
    Ok(Aside { client, wishes, chat: text(CHAT_KEY).map(ChatChoice::said), state, responses })
}

async fn worked(
    endpoint: &Endpoint,
    incoming: Incoming,
    id: Id,
    method: String,
    mut params: Map<String, Value>,
) -> HttpResponse {
    let aside = match aside(&mut params) {
        Ok(aside) => aside,
        Err(error) => return whole(id, Err(error)),
    };
    if method == method::TOOLS_CALL
        && let Err(error) = request_head::check_arguments(&*endpoint.house, &incoming, &params).await
    {
        return answer::refused(StatusCode::BAD_REQUEST, Some(id), error);
    }
    let subject = subject(&incoming, &method, &params);
    let takes_streams = incoming.takes_streams();
    let exchange = match (aside.state, subject.clone()) {
        (Some(state), Some(subject)) => {
            match resume(endpoint, &state, &subject, aside.responses.unwrap_or_default()) {
                Ok(Ok(exchange)) => exchange,
                Ok(Err(lacking)) => return suspended(endpoint, id, *lacking),
                Err(error) => return whole(id, Err(error)),
            }
        }
        (Some(_), None) => {
            return whole(id, Err(failure::invalid("this method never asks: no `requestState`")));
        }
        (None, _) => {
            let given = aside.responses.unwrap_or_default().into_iter().collect();
            let wishes = Wishes { given, ..aside.wishes };
            let reach = match (&subject, takes_streams) {
                (_, true) => Reach::Streaming,
                (Some(_), false) => Reach::Answering,
                (None, false) => Reach::ResultOnly,
            };
            let chat = aside.chat.unwrap_or_else(|| incoming.chat.clone());
            let asked = Asked { method, params, client: aside.client, wishes, reach, chat };
            begin(endpoint, incoming, asked)
        }
    };
    run(endpoint, id, exchange, subject, takes_streams).await
}

/// A request, taken apart.
struct Asked {
    method: String,
    params: Map<String, Value>,
    client: Client,
    wishes: Wishes,
    reach: Reach,
    chat: ChatChoice,
}

fn begin(endpoint: &Endpoint, incoming: Incoming, asked: Asked) -> Exchange {
    let Asked { method, params, client, wishes, reach, chat } = asked;
    let hung_up = CancellationToken::new();
    let (line, outgoing) = Line::new(Arc::new(client), reach, wishes, hung_up.clone());
    let guest = Guest {
        by: incoming.by,
        view: incoming.view,
        version: ProtocolVersion::V2026_07_28,
        chat,
        session: None,
    };
    let work = dispatch::work(Arc::clone(&endpoint.house), guest, method, params, Arc::new(line));
    Exchange::new(Box::pin(work), outgoing, hung_up)
}

/// What a retry must be about again; `None` for methods that never ask.
fn subject(incoming: &Incoming, method: &str, params: &Map<String, Value>) -> Option<Subject> {
    let (method, key) = match method {
        method::TOOLS_CALL => (method::TOOLS_CALL, "name"),
        method::PROMPTS_GET => (method::PROMPTS_GET, "name"),
        method::RESOURCES_READ => (method::RESOURCES_READ, "uri"),
        _ => return None,
    };
    let name = params.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    Some(Subject { owner: incoming.by.id.clone(), view: incoming.view.clone(), method, name })
}

fn resume(
    endpoint: &Endpoint,
    state: &str,
    subject: &Subject,
    responses: Map<String, Value>,
) -> Result<Result<Exchange, Box<Suspended>>, RpcError> {
    let Some(suspended) = endpoint.suspended.take(state, subject) else {
        let what = format!(
            "`requestState` is none of ours, is used up, or waited for more than {} s",
            QUESTION_TIME.as_secs()
        );
        return Err(failure::invalid(&what));
    };
    Ok(match suspended.answered(responses) {
        Resumed::Whole(exchange) => Ok(exchange),
        Resumed::Lacking(suspended) => Err(suspended),
    })
}

/// Hangs up when it is dropped before the request came to its end.
struct HangsUp(Option<CancellationToken>);

impl HangsUp {
    fn not_any_more(&mut self) {
        self.0 = None;
    }
}

impl Drop for HangsUp {
    fn drop(&mut self) {
        if let Some(hung_up) = self.0.take() {
            hung_up.cancel();
        }
    }
}

async fn run(
    endpoint: &Endpoint,
    id: Id,
    mut exchange: Exchange,
    subject: Option<Subject>,
    takes_streams: bool,
) -> HttpResponse {
    let mut guard = HangsUp(Some(exchange.hung_up().clone()));
    let first = exchange.next().await;
    match first {
        Step::Done(outcome) => {
            guard.not_any_more();
            whole(id, outcome)
        }
        Step::Out(Outgoing::Ask(asking)) => {
            guard.not_any_more();
            asked(endpoint, id, exchange, subject, asking)
        }
        Step::Out(first @ Outgoing::Tell(_)) if takes_streams => {
            let stream = EventStream::new(0, Resumption::Never);
            let read = Arc::clone(&stream).read(0, endpoint.closing.clone());
            let watch = StreamGuard { stream: Arc::clone(&stream), hung_up: exchange.hung_up().clone() };
            guard.not_any_more();
            tokio::spawn(drive(endpoint.clone(), exchange, first, stream, id, subject));
            answer::guarded(read, watch)
        }
        // Nothing is told to a client that takes no stream.
        Step::Out(Outgoing::Tell(_)) => whole(id, Err(RpcError::new(code::INTERNAL_ERROR, "told too much"))),
    }
}

/// Hangs up when the client goes away before the stream came to its end.
struct StreamGuard {
    stream: Arc<EventStream>,
    hung_up: CancellationToken,
}

impl Drop for StreamGuard {
    fn drop(&mut self) {
        if !self.stream.has_ended() {
            self.hung_up.cancel();
        }
    }
}

/// Sends what comes of a request to its stream, until it has its result or must ask.
async fn drive(
    endpoint: Endpoint,
    mut exchange: Exchange,
    first: Outgoing,
    stream: Arc<EventStream>,
    id: Id,
    subject: Option<Subject>,
) {
    let mut out = first;
    let response = loop {
        match out {
            Outgoing::Tell(notification) => stream.push(&notification),
            Outgoing::Ask(asking) => {
                let outcome = suspend(&endpoint, exchange, subject, asking);
                break Response::new(id, outcome);
            }
        }
        match exchange.next().await {
            Step::Out(next) => out = next,
            Step::Done(outcome) => break Response::new(id, outcome),
        }
    };
    stream.push(&response);
    stream.end();
}

fn asked(
    endpoint: &Endpoint,
    id: Id,
    exchange: Exchange,
    subject: Option<Subject>,
    asking: Asking,
) -> HttpResponse {
    whole(id, suspend(endpoint, exchange, subject, asking))
}

fn suspended(endpoint: &Endpoint, id: Id, suspended: Suspended) -> HttpResponse {
    whole(id, keep(endpoint, suspended))
}

fn suspend(endpoint: &Endpoint, exchange: Exchange, subject: Option<Subject>, asking: Asking) -> Outcome {
    let Some(subject) = subject else {
        return Err(RpcError::new(code::INTERNAL_ERROR, "a request asked that must not ask"));
    };
    keep(endpoint, Suspended::new(subject, exchange, asking))
}

/// Keeps a request that waits, and says what it waits for.
fn keep(endpoint: &Endpoint, suspended: Suspended) -> Outcome {
    let failed = |message: String| RpcError::new(code::INTERNAL_ERROR, message);
    let state = unguessable().map_err(|error| failed(error.to_string()))?;
    let (requests, left) = (suspended.input_requests(), suspended.time_left());
    if endpoint.suspended.keep(state.clone(), suspended).is_err() {
        return Err(failed("too many calls of this token wait for answers".to_owned()));
    }
    let endpoint = endpoint.clone();
    tokio::spawn(async move {
        tokio::select! {
            () = tokio::time::sleep(left + Duration::from_secs(1)) => endpoint.suspended.sweep(),
            () = endpoint.closing.cancelled() => {}
        }
    });
    let left = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
    Ok(json!({
        "resultType": "input_required", "inputRequests": requests, "requestState": state,
        meta::META: {ANSWER_WITHIN_KEY: left},
    }))
}

/// The one response as the whole answer. Errors of the protocol itself are those of HTTP as well.
fn whole(id: Id, outcome: Outcome) -> HttpResponse {
    let status = match &outcome {
        Err(error) => match error.code {
            code::METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
            code::HEADER_MISMATCH | code::MISSING_CLIENT_CAPABILITY | code::UNSUPPORTED_PROTOCOL_VERSION => {
                StatusCode::BAD_REQUEST
            }
            _ => StatusCode::OK,
        },
        Ok(_) => StatusCode::OK,
    };
    answer::json(status, &Response::new(id, outcome))
}
