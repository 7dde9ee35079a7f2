//! Hears of changes from a server of 2026-07-28, which tells of them only to those who listen.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::{Map, Value, json};
use tokio::time::{Instant, sleep};

use super::caretaker::Changes;
use super::fault::RequestError;
use super::limits::{RESUME_TIME, RESUMES_MAX, STABLE_TIME};
use super::peer::{Ask, Peer};
use crate::rpc::method;

/// What can be listened for: the name of the wish, and of the capability that has it.
const WISHES: [(&str, &str); 3] =
    [("toolsListChanged", "tools"), ("promptsListChanged", "prompts"), ("resourcesListChanged", "resources")];

/// Listens for as long as the connection lasts. What happened while nobody listened is made up for by listing anew.
pub(super) async fn listen(peer: Arc<Peer>, capabilities: Map<String, Value>, changes: Arc<Changes>) {
    let can = |capability: &str| capabilities.get(capability).and_then(|it| it.get("listChanged"));
    let wished = WISHES.iter().filter(|(_, capability)| can(capability) == Some(&Value::Bool(true)));
    let wished: Map<String, Value> = wished.map(|(wish, _)| ((*wish).to_owned(), json!(true))).collect();
    if wished.is_empty() {
        return;
    }
    let params = json!({"notifications": wished});
    let closed = peer.exchange.closed().clone();
    tokio::select! {
        () = closed.cancelled() => {}
        () = listen_again(&peer, &params, &changes) => {}
    }
}

async fn listen_again(peer: &Peer, params: &Value, changes: &Changes) {
    let mut failures = 0;
    while failures < RESUMES_MAX {
        let began = Instant::now();
        let ask = Ask::new(method::SUBSCRIPTIONS_LISTEN, params.clone());
        let ended = match peer.begin(ask).await {
            Ok(mut in_flight) => in_flight.answer().await,
            Err(error) => Err(error),
        };
        if matches!(ended, Err(RequestError::Refused(_))) {
            return;
        }
        failures = if began.elapsed() >= STABLE_TIME { 0 } else { failures + 1 };
        sleep(RESUME_TIME).await;
        changes.stale.store(true, Ordering::Release);
        changes.told.notify_one();
    }
}
