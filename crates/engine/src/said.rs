//! What a running tool says, without the secrets that it was told.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use pegboard_model::call::{CallerLine, Enquiry, LineError, News, Outcome, Question, ToolFailure};
use pegboard_model::config::{ScrubbedStream, Scrubber};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

/// Takes secrets out of everything that a call says while it runs and when it ends.
pub(crate) struct Said {
    scrubber: Arc<Scrubber>,
    log: Mutex<ScrubbedStream>,
}

impl Said {
    pub(crate) fn new(scrubber: Arc<Scrubber>) -> Self {
        let log = Mutex::new(ScrubbedStream::new(Arc::clone(&scrubber)));
        Self { scrubber, log }
    }

    /// What of the log may be shown once this piece is there. What may be the beginning of a secret is held back.
    pub(crate) fn log(&self, piece: &str) -> String {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).push(piece)
    }

    /// The rest of the log.
    pub(crate) fn rest(&self) -> String {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).finish()
    }

    /// How the call ended.
    pub(crate) fn outcome(&self, outcome: Outcome) -> Outcome {
        if self.scrubber.is_idle() {
            return outcome;
        }
        Outcome {
            result: match outcome.result {
                Ok(value) => Ok(self.scrubber.json(value)),
                Err(failure) => Err(failure_without(&self.scrubber, failure)),
            },
            log: self.scrubber.owned(outcome.log),
        }
    }

    /// The way back to whoever called, over which no secret goes.
    pub(crate) fn line(&self, line: Arc<dyn CallerLine>) -> Arc<dyn CallerLine> {
        if self.scrubber.is_idle() {
            line
        } else {
            Arc::new(Line { line, scrubber: Arc::clone(&self.scrubber) })
        }
    }
}

/// A failure without secrets.
pub(crate) fn failure_without(scrubber: &Scrubber, failure: ToolFailure) -> ToolFailure {
    ToolFailure {
        kind: failure.kind,
        message: scrubber.owned(failure.message),
        detail: failure.detail.map(|detail| scrubber.owned(detail)),
        answer: failure.answer.map(|answer| Box::new(scrubber.json(*answer))),
    }
}

#[derive(Debug)]
struct Line {
    line: Arc<dyn CallerLine>,
    scrubber: Arc<Scrubber>,
}

#[async_trait]
impl CallerLine for Line {
    fn answers(&self, question: Question) -> bool {
        self.line.answers(question)
    }

    async fn ask(&self, question: Question, params: Value) -> Result<Value, LineError> {
        self.line.ask(question, self.scrubber.json(params)).await
    }

    async fn ask_all(&self, enquiries: Vec<Enquiry>) -> Vec<Result<Value, LineError>> {
        let scrubbed = enquiries
            .into_iter()
            .map(|enquiry| Enquiry { params: self.scrubber.json(enquiry.params), ..enquiry });
        self.line.ask_all(scrubbed.collect()).await
    }

    fn tell(&self, news: News) {
        self.line.tell(match news {
            News::Progress(params) => News::Progress(self.scrubber.json(params)),
            News::Message(params) => News::Message(self.scrubber.json(params)),
            // Of calls that say it with their own tools' secrets taken out.
            news @ News::Worker(_) => news,
        });
    }

    fn hung_up(&self) -> CancellationToken {
        self.line.hung_up()
    }
}
