//! Ties answers to questions, news to calls, and hands up what a server says of its own accord.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pegboard_model::call::News;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use super::ask::Asker;
use super::fault::RequestError;
use super::limits::PENDING_MAX;
use super::log::ServerLog;
use crate::rpc::{Id, InvalidMessage, Message, Notification, Request, Response, meta, method};

/// What a server says of its own accord.
#[derive(Debug)]
pub(super) enum Incoming {
    /// It asks.
    Question {
        request: Request,
        /// Whose call it asks for, where that is known.
        asker: Option<Asker>,
        /// Fires when that call is over, or the connection.
        over: CancellationToken,
    },
    /// It tells.
    Notification(Notification),
}

/// The messages of one connection, both ways. Shared by whoever reads from the server and whoever asks it.
#[derive(Debug)]
pub(super) struct Exchange {
    state: Mutex<State>,
    incoming: mpsc::Sender<Incoming>,
    log: Arc<ServerLog>,
    /// Fires when no more messages come.
    closed: CancellationToken,
}

#[derive(Debug, Default)]
struct State {
    waiting: HashMap<i64, Waiting>,
    last: i64,
    /// How the connection ended.
    end: Option<RequestError>,
}

#[derive(Debug)]
struct Waiting {
    answer: oneshot::Sender<Result<Value, RequestError>>,
    asker: Option<Asker>,
    over: CancellationToken,
}

/// A request that waits for its answer. When it is dropped, nobody waits any more.
#[derive(Debug)]
pub(super) struct Ticket {
    pub(super) id: i64,
    answer: oneshot::Receiver<Result<Value, RequestError>>,
    exchange: Arc<Exchange>,
    over: CancellationToken,
}

impl Exchange {
    /// The messages of a new connection, and where what the server says of its own accord comes out.
    pub(super) fn new(incoming: mpsc::Sender<Incoming>, log: Arc<ServerLog>) -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), incoming, log, closed: CancellationToken::new() })
    }

    /// Fires when no more messages come.
    pub(super) fn closed(&self) -> &CancellationToken {
        &self.closed
    }

    /// The connection's log.
    pub(super) fn log(&self) -> &ServerLog {
        &self.log
    }

    /// Announces a request; its id is its progress token as well.
    ///
    /// # Errors
    /// When the connection has ended, or owes too many answers.
    pub(super) fn begin(self: &Arc<Self>, asker: Option<Asker>) -> Result<Ticket, RequestError> {
        let mut state = self.state();
        if let Some(end) = &state.end {
            return Err(end.clone());
        }
        if state.waiting.len() >= PENDING_MAX {
            return Err(RequestError::Busy);
        }
        state.last += 1;
        let id = state.last;
        let (sender, answer) = oneshot::channel();
        let over = self.closed.child_token();
        state.waiting.insert(id, Waiting { answer: sender, asker, over: over.clone() });
        Ok(Ticket { id, answer, exchange: Arc::clone(self), over })
    }

    /// Takes JSON that came from the server; `origin` is the request that it came in answer to, where the transport
    /// tells.
    pub(super) fn take_json(&self, json: &[u8], origin: Option<i64>) -> Taken {
        match serde_json::from_slice(json) {
            // Batches are of 2025-03-26 alone, and cost nothing to read.
            Ok(Value::Array(batch)) => {
                let mut taken = Taken::Other;
                for one in batch {
                    taken = taken.or(self.take(one, origin));
                }
                taken
            }
            Ok(value) => self.take(value, origin),
            Err(error) => {
                self.log.note(&format!("it sent something that is no JSON: {error}"));
                Taken::Broken
            }
        }
    }

    fn take(&self, value: Value, origin: Option<i64>) -> Taken {
        match Message::from_value(value) {
            Ok(Message::Response(response)) => self.answered(response, origin),
            Ok(Message::Notification(notification)) => {
                self.told(notification, origin);
                Taken::Other
            }
            Ok(Message::Request(request)) => {
                self.asked(request, origin);
                Taken::Other
            }
            Err(InvalidMessage { id, why }) => {
                self.log.note(&format!("it sent something that is no message: {why}"));
                match id {
                    // Without this, whoever waits for the answer would wait in vain.
                    Some(Id::Number(id)) if self.fail(id, RequestError::Malformed(why.to_owned())) => {
                        Taken::Answer
                    }
                    _ => Taken::Broken,
                }
            }
        }
    }

    fn answered(&self, response: Response, origin: Option<i64>) -> Taken {
        let id = match response.id {
            Some(Id::Number(id)) => Some(id),
            // An error whose request could not be read: over HTTP it is clear which that was.
            None => origin.filter(|_| response.outcome.is_err()),
            Some(Id::Text(_)) => None,
        };
        let waiting = id.and_then(|id| self.state().waiting.remove(&id));
        let Some(waiting) = waiting else {
            self.log.note("it answered something that nobody waits for");
            return Taken::Other;
        };
        let _nobody = waiting.answer.send(response.outcome.map_err(RequestError::Refused));
        if id == origin || origin.is_none() { Taken::Answer } else { Taken::Other }
    }

    fn told(&self, notification: Notification, origin: Option<i64>) {
        match notification.method.as_str() {
            method::PROGRESS => {
                let token = notification.params.get(meta::PROGRESS_TOKEN).and_then(Value::as_i64);
                let state = self.state();
                let waiting = token.and_then(|token| state.waiting.get(&token));
                if let Some(asker) = waiting.and_then(|waiting| waiting.asker.as_ref()) {
                    asker.tell(News::Progress(without_token(notification.params)));
                }
            }
            method::MESSAGE => {
                self.log.wrote(log_line(&notification.params).as_bytes());
                if let Some((asker, _)) = self.whose(origin) {
                    asker.tell(News::Message(notification.params));
                }
            }
            _ => self.hand_up(Incoming::Notification(notification)),
        }
    }

    fn asked(&self, request: Request, origin: Option<i64>) {
        let (asker, over) = self
            .whose(origin)
            .map_or_else(|| (None, self.closed.child_token()), |(asker, over)| (Some(asker), over));
        self.hand_up(Incoming::Question { request, asker, over });
    }

    fn hand_up(&self, incoming: Incoming) {
        if self.incoming.try_send(incoming).is_err() {
            self.log.note("it says more than can be looked at; something of it was dropped");
        }
    }

    /// Whose call a message belongs to: that of the request it came in answer to; where the transport does not tell,
    /// the only one that runs. With several it is nobody's: a question must not reach the wrong person.
    fn whose(&self, origin: Option<i64>) -> Option<(Asker, CancellationToken)> {
        let state = self.state();
        let of = |waiting: &Waiting| waiting.asker.clone().map(|asker| (asker, waiting.over.clone()));
        if let Some(origin) = origin {
            return state.waiting.get(&origin).and_then(of);
        }
        let mut calls = state.waiting.values().filter_map(of);
        let first = calls.next()?;
        calls.all(|(other, _)| other.is_same_caller(&first.0)).then_some(first)
    }

    /// Ends one request without an answer. Gives whether anybody waited.
    pub(super) fn fail(&self, id: i64, error: RequestError) -> bool {
        let waiting = self.state().waiting.remove(&id);
        waiting.is_some_and(|waiting| waiting.answer.send(Err(error)).is_ok())
    }

    /// A message was larger than is taken. Whose answer it was cannot be known, unless only one is owed.
    pub(super) fn too_large(&self) {
        self.log.note("it sent a message that is larger than is taken; the message was dropped");
        let only = {
            let state = self.state();
            let mut waiting = state.waiting.keys();
            waiting.next().copied().filter(|_| waiting.next().is_none())
        };
        if let Some(id) = only {
            self.fail(id, RequestError::TooLarge);
        }
    }

    /// Ends every request, and refuses new ones. What was told first stays.
    pub(super) fn close(&self, end: RequestError) {
        let mut state = self.state();
        let end = state.end.get_or_insert(end).clone();
        for (_, waiting) in state.waiting.drain() {
            let _nobody = waiting.answer.send(Err(end.clone()));
        }
        drop(state);
        self.closed.cancel();
    }

    /// How it ended, once it has.
    pub(super) fn end(&self) -> Option<RequestError> {
        self.state().end.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What came of a piece of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// The answer to the request it came in answer to.
    Answer,
    /// Something else.
    Other,
    /// Nothing that can be used.
    Broken,
}

impl Taken {
    fn or(self, other: Self) -> Self {
        if self == Self::Answer { self } else { other }
    }
}

impl Ticket {
    /// Waits for the answer.
    pub(super) async fn answer(&mut self) -> Result<Value, RequestError> {
        match (&mut self.answer).await {
            Ok(answer) => answer,
            Err(_) => Err(self.exchange.end().unwrap_or_else(|| RequestError::Gone("went away".to_owned()))),
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.exchange.state().waiting.remove(&self.id);
        self.over.cancel();
    }
}

fn without_token(mut params: Value) -> Value {
    if let Some(params) = params.as_object_mut() {
        params.remove(meta::PROGRESS_TOKEN);
    }
    params
}

/// A log message as a line for people.
fn log_line(params: &Value) -> String {
    let level = params.get("level").and_then(Value::as_str).unwrap_or("log");
    match params.get("data") {
        Some(Value::String(text)) => format!("[{level}] {text}\n"),
        Some(other) => format!("[{level}] {other}\n"),
        None => format!("[{level}]\n"),
    }
}
