//! `subscriptions/listen`: a stream of those notifications that a client since 2026-07-28 asks for.

use std::collections::HashMap;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response as HttpResponse;
use serde_json::{Map, Value, json};
use tokio::sync::broadcast::Receiver;
use tokio_util::sync::CancellationToken;

use crate::endpoint::answer;
use crate::endpoint::changes::{self, Ear, Lists, Told};
use crate::endpoint::event_stream::{EventStream, Resumption};
use crate::endpoint::failure;
use crate::endpoint::guest::Guest;
use crate::endpoint::house::Change;
use crate::endpoint::incoming::Incoming;
use crate::endpoint::limits::WATCHED_MAX;
use crate::endpoint::service::Endpoint;
use crate::rpc::{Id, Notification, ProtocolVersion, Response, RpcError, code, meta, method};

/// Opens the stream.
pub(super) async fn open(
    endpoint: &Endpoint,
    incoming: Incoming,
    id: Id,
    params: &Map<String, Value>,
) -> HttpResponse {
    if !incoming.takes_streams() {
        let error = RpcError::new(code::INVALID_REQUEST, "send `Accept: text/event-stream`");
        return answer::refused(StatusCode::NOT_ACCEPTABLE, Some(id), error);
    }
    let wish = match wish(params) {
        Ok(wish) => wish,
        Err(error) => return answer::refused(StatusCode::OK, Some(id), error),
    };
    let Ok(room) = Arc::clone(&endpoint.listeners).try_acquire_owned() else {
        let error = RpcError::new(code::INTERNAL_ERROR, "too many clients listen; try again later");
        return answer::refused(StatusCode::SERVICE_UNAVAILABLE, Some(id), error);
    };
    // Before anything is acknowledged: what changes from then on is told.
    let changes = endpoint.house.changes();
    let mut holds = Vec::new();
    for uri in &wish.uris {
        holds.push(endpoint.house.watch(&incoming.view, uri).await);
    }
    let ear = ear(endpoint, incoming, wish.lists, wish.uris).await;
    let stream = EventStream::new(0, Resumption::Never);
    let acknowledged = json!({"notifications": wish.accepted});
    stream.push(&tagged(Notification::new(method::SUBSCRIPTIONS_ACKNOWLEDGED, acknowledged), &id));
    let gone = CancellationToken::new();
    // Not ended by the server's stop: the stream still tells its end.
    let read = Arc::clone(&stream).read(0, CancellationToken::new());
    let body = answer::guarded(read, gone.clone().drop_guard());
    let endpoint = endpoint.clone();
    tokio::spawn(async move {
        tokio::select! {
            () = follow(&endpoint, &stream, &id, ear, changes) => {}
            () = gone.cancelled() => {}
            () = endpoint.closing.cancelled() => {}
        }
        let end = json!({"resultType": "complete", meta::META: {meta::SUBSCRIPTION_ID: &id}});
        stream.push(&Response::new(id, Ok(end)));
        stream.end();
        drop((room, holds));
    });
    body
}

/// What a client wants to hear of.
struct Wish {
    lists: Lists,
    uris: Vec<String>,
    /// What of it is granted, as it is acknowledged.
    accepted: Value,
}

fn wish(params: &Map<String, Value>) -> Result<Wish, RpcError> {
    let Some(filter) = params.get("notifications").and_then(Value::as_object) else {
        return Err(failure::invalid("`notifications` must be an object that says what is wanted"));
    };
    let mut accepted = Map::new();
    let mut list = |key: &str| {
        let wanted = filter.get(key) == Some(&Value::Bool(true));
        wanted.then(|| {
            accepted.insert(key.to_owned(), true.into());
            Told
        })
    };
    let lists = Lists {
        tools: list("toolsListChanged"),
        prompts: list("promptsListChanged"),
        resources: list("resourcesListChanged"),
    };
    let uris = match filter.get("resourceSubscriptions") {
        None => Vec::new(),
        Some(uris) => serde_json::from_value::<Vec<String>>(uris.clone())
            .map_err(|_| failure::invalid("`resourceSubscriptions` must be a list of texts"))?,
    };
    if uris.len() > WATCHED_MAX {
        return Err(failure::invalid("too many resources are watched"));
    }
    if !uris.is_empty() {
        accepted.insert("resourceSubscriptions".to_owned(), json!(uris));
    }
    Ok(Wish { lists, uris, accepted: Value::Object(accepted) })
}

async fn ear(endpoint: &Endpoint, incoming: Incoming, lists: Lists, uris: Vec<String>) -> Ear {
    let mut watched = HashMap::new();
    for uri in uris {
        let stamp = endpoint.house.stamp(&uri).await;
        watched.insert(uri, stamp);
    }
    let guest = Guest {
        by: incoming.by,
        view: incoming.view,
        version: ProtocolVersion::V2026_07_28,
        chat: incoming.chat,
        session: None,
    };
    let chat = match lists.resources {
        // Who cannot be told of a chat's files is told of all else.
        Some(Told) => guest.chat(&*endpoint.house).await.ok(),
        None => None,
    };
    Ear { view: guest.view, lists, chat, watched }
}

async fn follow(
    endpoint: &Endpoint,
    stream: &EventStream,
    id: &Id,
    mut ear: Ear,
    mut changes: Receiver<Change>,
) {
    while let Some(change) = changes::next(&mut changes).await {
        for notification in ear.hear(&*endpoint.house, change.as_ref()).await {
            stream.push(&tagged(notification, id));
        }
    }
}

/// The notification with the stream that it belongs to.
fn tagged(mut notification: Notification, id: &Id) -> Notification {
    let mut params = match notification.params.take() {
        Value::Object(params) => params,
        _ => Map::new(),
    };
    params.insert(meta::META.to_owned(), json!({meta::SUBSCRIPTION_ID: id}));
    notification.params = Value::Object(params);
    notification
}
