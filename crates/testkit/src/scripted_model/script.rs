//! What is left to say, and what was asked.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::sync::watch;

use super::turn::Turn;

/// What is left to say, and what was asked.
pub(super) struct Script {
    turns: Mutex<Vec<Turn>>,
    requests: Mutex<Vec<Request>>,
    asked: watch::Sender<usize>,
    hung_up: watch::Sender<usize>,
}

/// A request as it came.
#[derive(Clone)]
pub(super) struct Request {
    pub(super) path: String,
    pub(super) body: Value,
    pub(super) key: Option<String>,
}

impl Script {
    pub(super) fn new(turns: Vec<Turn>) -> Self {
        Self {
            turns: Mutex::new(turns),
            requests: Mutex::new(Vec::new()),
            asked: watch::Sender::new(0),
            hung_up: watch::Sender::new(0),
        }
    }

    pub(super) fn add(&self, turn: Turn) {
        held(&self.turns).push(turn);
    }

    pub(super) fn left(&self) -> usize {
        held(&self.turns).len()
    }

    pub(super) fn requests(&self) -> Vec<Request> {
        held(&self.requests).clone()
    }

    /// The turn for a request, which is over with that.
    pub(super) fn next(&self, request: Request) -> Option<Turn> {
        let words = last_words(&request.body);
        held(&self.requests).push(request);
        self.asked.send_modify(|count| *count += 1);
        let mut turns = held(&self.turns);
        let fits = |turn: &Turn| turn.when.as_ref().is_none_or(|wanted| words.contains(wanted));
        let place = turns.iter().position(fits)?;
        Some(turns.remove(place))
    }

    pub(super) fn count_hang_up(&self) {
        self.hung_up.send_modify(|count| *count += 1);
    }

    pub(super) async fn hung_up(&self, times: usize) {
        let _ = self.hung_up.subscribe().wait_for(|count| *count >= times).await;
    }

    pub(super) async fn asked(&self, times: usize) {
        let _ = self.asked.subscribe().wait_for(|count| *count >= times).await;
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the person said last, in any protocol. What tools answered is no word of theirs.
fn last_words(body: &Value) -> String {
    let messages = body["messages"].as_array().or(body["contents"].as_array());
    let messages = messages.map(Vec::as_slice).unwrap_or_default();
    let by_person = messages.iter().rev().filter(|message| message["role"] == "user");
    let content = |message: &'_ Value| words(message.get("content").unwrap_or(&message["parts"]));
    by_person.map(content).find(|words| !words.is_empty()).unwrap_or_default()
}

fn words(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    }
}
