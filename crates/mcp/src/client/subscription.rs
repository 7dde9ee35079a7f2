//! Hears of changes from a server of 2026-07-28, which tells of them only to those who listen.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value, json};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

use super::caretaker::Changes;
use super::fault::RequestError;
use super::limits::{RESUME_TIME, RESUMES_MAX, STABLE_TIME, WATCHED_MAX};
use super::peer::{Ask, Peer};
use crate::rpc::method;

/// What can be listened for: the name of the wish, and of the capability that has it.
const WISHES: [(&str, &str); 3] =
    [("toolsListChanged", "tools"), ("promptsListChanged", "prompts"), ("resourcesListChanged", "resources")];

/// The resources that somebody watches. A server knows them from the one stream that we listen on.
#[derive(Debug, Default)]
pub(super) struct Watched {
    uris: Mutex<BTreeSet<String>>,
    changed: Notify,
}

impl Watched {
    /// Watches a resource from now on; whether there was room.
    pub(super) fn add(&self, uri: &str) -> bool {
        let mut uris = self.uris();
        if uris.len() >= WATCHED_MAX && !uris.contains(uri) {
            return false;
        }
        if uris.insert(uri.to_owned()) {
            self.changed.notify_one();
        }
        true
    }

    /// Does not watch it any more.
    pub(super) fn remove(&self, uri: &str) {
        if self.uris().remove(uri) {
            self.changed.notify_one();
        }
    }

    fn uris(&self) -> MutexGuard<'_, BTreeSet<String>> {
        // Nothing panics while it is held, and each change is whole in itself.
        self.uris.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Listens for as long as the connection lasts. What happened while nobody listened is made up for by listing anew.
pub(super) async fn listen(
    peer: Arc<Peer>,
    capabilities: Map<String, Value>,
    changes: Arc<Changes>,
    watched: Arc<Watched>,
) {
    let can = |capability: &str| capabilities.get(capability).and_then(|it| it.get("listChanged"));
    let wished = WISHES.iter().filter(|(_, capability)| can(capability) == Some(&Value::Bool(true)));
    let wished: Map<String, Value> = wished.map(|(wish, _)| ((*wish).to_owned(), json!(true))).collect();
    let closed = peer.exchange.closed().clone();
    tokio::select! {
        () = closed.cancelled() => {}
        () = listen_again(&peer, &wished, &changes, &watched) => {}
    }
}

async fn listen_again(peer: &Peer, wished: &Map<String, Value>, changes: &Changes, watched: &Watched) {
    let mut failures = 0;
    while failures < RESUMES_MAX {
        let mut filter = wished.clone();
        let uris: Vec<String> = watched.uris().iter().cloned().collect();
        if !uris.is_empty() {
            filter.insert("resourceSubscriptions".to_owned(), json!(uris));
        }
        if filter.is_empty() {
            watched.changed.notified().await;
            continue;
        }
        let began = Instant::now();
        let ask = Ask::new(method::SUBSCRIPTIONS_LISTEN, json!({"notifications": filter}));
        let ended = match peer.begin(ask).await {
            Ok(mut in_flight) => {
                let ended = tokio::select! {
                    ended = in_flight.answer() => Some(ended),
                    () = watched.changed.notified() => None,
                };
                let Some(ended) = ended else {
                    // A stream says at its beginning what it is for, so other wishes are another stream.
                    peer.cancel(&in_flight, "other resources are watched now").await;
                    continue;
                };
                ended
            }
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
