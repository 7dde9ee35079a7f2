//! The way back to a client, while its request is worked on.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use pegboard_model::call::{CallerLine, Enquiry, LineError, News, Question};
use serde_json::{Map, Value};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use crate::endpoint::client::Client;
use crate::endpoint::level::Level;
use crate::endpoint::limits::{ANSWER_TIME, QUESTION_TIME};
use crate::endpoint::questions::fits;
use crate::rpc::{Notification, method};

/// Notifications of one request that wait to be sent; more are dropped.
const WAITING: usize = 256;
/// The name of a question whose tool gave it none.
const UNNAMED: &str = "input";

/// What a request has for its client before its result.
#[derive(Debug)]
pub(super) enum Outgoing {
    Tell(Notification),
    Ask(Asking),
}

/// Questions that wait for their answers.
#[derive(Debug)]
pub(super) struct Asking {
    pub(super) enquiries: Vec<Enquiry>,
    /// How long the answers may take.
    pub(super) patience: Duration,
    /// Takes the answers in the order of the questions.
    pub(super) answers: oneshot::Sender<Answers>,
}

pub(super) type Answers = Vec<Result<Value, LineError>>;

/// Whether the client can be told anything before the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// It takes a stream.
    Streaming,
    /// It takes one answer, but that may be a question.
    Answering,
    /// It takes nothing but the result.
    ResultOnly,
}

/// What a client wants to hear of a request.
#[derive(Debug, Default)]
pub(super) struct Wishes {
    /// The token of progress notifications.
    pub(super) progress: Option<Value>,
    /// Log messages from this level on; `None` is none.
    pub(super) log_from: Option<Level>,
    /// Answers that came with the request.
    pub(super) given: HashMap<String, Value>,
}

/// The way back to a client.
#[derive(Debug)]
pub(super) struct Line {
    out: mpsc::Sender<Outgoing>,
    client: Arc<Client>,
    reach: Reach,
    progress: Option<Value>,
    log_from: Option<Level>,
    given: Mutex<HashMap<String, Value>>,
    /// Whether a question of the tool was left without an answer.
    unanswered: AtomicBool,
    hung_up: CancellationToken,
}

impl Line {
    pub(super) fn new(
        client: Arc<Client>,
        reach: Reach,
        wishes: Wishes,
        hung_up: CancellationToken,
    ) -> (Self, mpsc::Receiver<Outgoing>) {
        let (out, outgoing) = mpsc::channel(WAITING);
        let Wishes { progress, log_from, given } = wishes;
        (
            Self {
                out,
                client,
                reach,
                progress,
                log_from,
                given: Mutex::new(given),
                unanswered: AtomicBool::new(false),
                hung_up,
            },
            outgoing,
        )
    }

    /// Whether a person can be shown a form.
    pub(super) fn shows_forms(&self) -> bool {
        self.reach != Reach::ResultOnly && self.client.shows_forms()
    }

    /// Asks, and takes no answer that came before the question.
    pub(super) async fn ask_now(&self, enquiry: Enquiry) -> Result<Value, LineError> {
        let mut answers = self.send(vec![enquiry], ANSWER_TIME).await;
        answers.pop().unwrap_or(Err(LineError::NoAnswer))
    }

    /// Whether a question of the tool was left without an answer.
    pub(super) fn left_unanswered(&self) -> bool {
        self.unanswered.load(Ordering::Relaxed)
    }

    async fn send(&self, enquiries: Vec<Enquiry>, patience: Duration) -> Answers {
        let count = enquiries.len();
        let nobody = || (0..count).map(|_| Err(LineError::NoAnswer)).collect();
        let (answers, answered) = oneshot::channel();
        if self.out.send(Outgoing::Ask(Asking { enquiries, patience, answers })).await.is_err() {
            return nobody();
        }
        tokio::select! {
            answers = answered => answers.unwrap_or_else(|_| nobody()),
            () = self.hung_up.cancelled() => nobody(),
        }
    }

    /// The answer to this question that came with the request.
    fn take_given(&self, enquiry: &Enquiry) -> Option<Value> {
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner).remove(&enquiry.key);
        given.filter(|answer| fits(enquiry.question, answer))
    }
}

#[async_trait]
impl CallerLine for Line {
    fn answers(&self, question: Question) -> bool {
        self.reach != Reach::ResultOnly && self.client.answers(question)
    }

    async fn ask(&self, question: Question, params: Value) -> Result<Value, LineError> {
        let enquiry = Enquiry { key: UNNAMED.to_owned(), question, params };
        self.ask_all(vec![enquiry]).await.pop().unwrap_or(Err(LineError::NoAnswer))
    }

    async fn ask_all(&self, enquiries: Vec<Enquiry>) -> Vec<Result<Value, LineError>> {
        let mut answers: Vec<Option<Result<Value, LineError>>> = Vec::with_capacity(enquiries.len());
        let mut open = Vec::new();
        for enquiry in enquiries {
            answers.push(match self.take_given(&enquiry) {
                Some(given) => Some(Ok(given)),
                None if !self.answers(enquiry.question) => Some(Err(LineError::NotOffered)),
                None => {
                    open.push(enquiry);
                    None
                }
            });
        }
        let asked = if open.is_empty() { Vec::new() } else { self.send(open, QUESTION_TIME).await };
        if asked.iter().any(|answer| matches!(answer, Err(LineError::NoAnswer))) {
            self.unanswered.store(true, Ordering::Relaxed);
        }
        let mut asked = asked.into_iter();
        let fill = |answer: Option<_>| answer.or_else(|| asked.next()).unwrap_or(Err(LineError::NoAnswer));
        answers.into_iter().map(fill).collect()
    }

    fn tell(&self, news: News) {
        if self.reach != Reach::Streaming {
            return;
        }
        if let Some(notification) = self.notification(news) {
            // A client that reads too slowly misses some; its result it gets in any case.
            let _ = self.out.try_send(Outgoing::Tell(notification));
        }
    }

    fn hung_up(&self) -> CancellationToken {
        self.hung_up.clone()
    }
}

impl Line {
    fn notification(&self, news: News) -> Option<Notification> {
        match news {
            News::Progress(params) => {
                let token = self.progress.clone()?;
                let mut params = object(params)?;
                params.insert("progressToken".to_owned(), token);
                Some(Notification::new(method::PROGRESS, Value::Object(params)))
            }
            News::Message(params) => {
                let level: Level = params.get("level")?.as_str()?.parse().ok()?;
                (level >= self.log_from?).then(|| Notification::new(method::MESSAGE, params))
            }
            News::Worker(_) => None,
        }
    }
}

fn object(value: Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(object) => Some(object),
        _ => None,
    }
}
