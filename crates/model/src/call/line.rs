//! The way back to whoever asked, while a call runs.

use std::fmt;

use async_trait::async_trait;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::worker_news::WorkerNews;

/// What a running tool may want from whoever called it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Question {
    /// That a person fills in a form or opens an address.
    Elicit,
    /// That the caller's model writes something.
    Sample,
    /// Which folders the caller works in.
    Roots,
}

/// What a running tool tells whoever called it.
#[derive(Debug, Clone, PartialEq)]
pub enum News {
    /// How far it is, as the parameters of a progress notification without the token.
    Progress(Value),
    /// A log message, as the parameters of a message notification.
    Message(Value),
    /// What a worker does that was handed work.
    Worker(WorkerNews),
}

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The caller does not answer such questions.
    #[error("whoever called this tool cannot be asked that")]
    NotOffered,
    /// The caller went away or did not answer in time.
    #[error("whoever called this tool did not answer")]
    NoAnswer,
    /// The caller answered with an error.
    #[error("whoever called this tool refused to answer: {message}")]
    Refused {
        /// A JSON-RPC error code.
        code: i64,
        /// As the caller said it.
        message: String,
    },
}

/// One of several things that a running tool asks for at once.
#[derive(Debug, Clone, PartialEq)]
pub struct Enquiry {
    /// The name the tool gave it; the answer comes back under the same.
    pub key: String,
    /// What sort of question.
    pub question: Question,
    /// The parameters of the request as the tool wrote them.
    pub params: Value,
}

/// The way back to whoever asked. What goes over it keeps the form the tool gave it.
#[async_trait]
pub trait CallerLine: Send + Sync + fmt::Debug {
    /// Whether the caller answers such questions.
    fn answers(&self, question: Question) -> bool;

    /// Asks, with the parameters of the request as the tool wrote them, and waits for the result.
    ///
    /// # Errors
    /// When there is no answer.
    async fn ask(&self, question: Question, params: Value) -> Result<Value, LineError>;

    /// Asks several things at once and waits for all; the answers come in the same order. A caller that can only be
    /// asked one thing at a time is asked one after the other.
    async fn ask_all(&self, enquiries: Vec<Enquiry>) -> Vec<Result<Value, LineError>> {
        let mut answers = Vec::with_capacity(enquiries.len());
        for enquiry in enquiries {
            answers.push(self.ask(enquiry.question, enquiry.params).await);
        }
        answers
    }

    /// Tells. Never blocks; what cannot be delivered is dropped.
    fn tell(&self, news: News);

    /// Fires when the caller does not want the call any more: it is cancelled then.
    fn hung_up(&self) -> CancellationToken {
        CancellationToken::new()
    }
}
