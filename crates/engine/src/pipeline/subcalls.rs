//! Calls that a running tool makes: they go the whole way, with the running one as their parent.

use std::sync::Arc;

use async_trait::async_trait;
use pegboard_model::call::{
    Answered, ApprovalMode, Call, CallStatus, Caller, CallerLine, Enquiry, LineError, News, Question,
    Subcall, Telemetry, ToolFailure,
};
use pegboard_model::ids::{CallId, ChatId, MessageId, ToolName};
use pegboard_model::inference::{Ended, Pieces, Said};
use pegboard_model::provider::Told;
use pegboard_model::worker::WorkerLimits;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::clock;
use crate::pipeline::error::CallError;
use crate::record::CallRecord;

/// What stands above a call, for what stands in the middle of one.
#[async_trait]
pub(crate) trait Way: Send + Sync {
    /// Judges a call; runs it or stores it as pending.
    async fn call(&self, call: Call, chat: ChatId) -> Result<CallRecord, CallError>;

    /// Waits until a call has ended that a person must see first.
    async fn ended(&self, call: CallId) -> Result<CallRecord, CallError>;

    /// Asks a worker's model.
    async fn ask(
        &self,
        worker: &ToolName,
        chat: ChatId,
        said: &[Said],
        pieces: &mut dyn Pieces,
    ) -> Result<Ended, ToolFailure>;

    /// What a worker's model is told of a call that has ended. `name` is the one that it called.
    async fn told(&self, name: &str, call: &CallRecord) -> Told;
}

/// Where a running worker's calls go.
pub(super) struct Subcalls {
    pub(super) way: Arc<dyn Way>,
    /// The running call.
    pub(super) parent: CallId,
    pub(super) chat: ChatId,
    /// What the running call hangs on. Its own calls hang there as well: a reply stays the chat's leaf.
    pub(super) message: MessageId,
    /// The worker that runs.
    pub(super) worker: ToolName,
    pub(super) limits: WorkerLimits,
    /// Ends what it does, with the running call.
    pub(super) cancel: CancellationToken,
    pub(super) caller: String,
    pub(super) mode: ApprovalMode,
    /// The way back to whoever called.
    pub(super) line: Option<Arc<dyn CallerLine>>,
}

impl Subcalls {
    /// Makes a call as the worker that runs. It is cancelled with the running one, and when nobody waits for it any more.
    pub(super) async fn call(&self, subcall: Subcall) -> Answered {
        match self.make(clock::fresh(), subcall).await {
            Ok(record) => answered(record),
            Err(error) => Answered::Refused { reason: refused(&error) },
        }
    }

    pub(super) async fn make(&self, id: CallId, subcall: Subcall) -> Result<CallRecord, CallError> {
        let hung_up = self.cancel.child_token();
        let _nobody_waits = hung_up.clone().drop_guard();
        let call = Call {
            tool: subcall.tool,
            args: subcall.args,
            chat: Some(self.chat),
            message: Some(self.message),
            worker: Some(self.worker.clone()),
            parent: Some(self.parent),
            triggered: None,
            id: Some(id),
            telemetry: Telemetry::default(),
            caller: Caller { name: self.caller.clone(), mode: self.mode },
            line: Some(Arc::new(ChildLine { above: self.line.clone(), hung_up })),
        };
        self.way.call(call, self.chat).await
    }
}

fn answered(record: CallRecord) -> Answered {
    match (record.status, record.error) {
        (CallStatus::Pending, _) => Answered::Waits { call: record.id, rule: record.rule },
        (_, Some(failure)) => Answered::Ended { call: record.id, result: Err(failure) },
        (_, None) => Answered::Ended { call: record.id, result: Ok(record.result.unwrap_or_default()) },
    }
}

/// Why a call was not made, for a model.
pub(super) fn refused(error: &CallError) -> String {
    if matches!(error, CallError::Store(_) | CallError::Cut(_)) {
        tracing::error!(?error, "a call that a running tool made failed");
        return "Pegboard could not do this; its log has the detail".to_owned();
    }
    let near = match error {
        CallError::UnknownTool { near, .. } if !near.is_empty() => format!("; near: {}", near.join(", ")),
        _ => String::new(),
    };
    format!("{error}{near}")
}

/// The way back from a call that a running tool made: that of the running one, and the end of both.
#[derive(Debug)]
struct ChildLine {
    above: Option<Arc<dyn CallerLine>>,
    hung_up: CancellationToken,
}

#[async_trait]
impl CallerLine for ChildLine {
    fn answers(&self, question: Question) -> bool {
        self.above.as_ref().is_some_and(|line| line.answers(question))
    }

    async fn ask(&self, question: Question, params: Value) -> Result<Value, LineError> {
        match &self.above {
            Some(line) => line.ask(question, params).await,
            None => Err(LineError::NotOffered),
        }
    }

    async fn ask_all(&self, enquiries: Vec<Enquiry>) -> Vec<Result<Value, LineError>> {
        match &self.above {
            Some(line) => line.ask_all(enquiries).await,
            None => enquiries.iter().map(|_| Err(LineError::NotOffered)).collect(),
        }
    }

    fn tell(&self, news: News) {
        if let Some(line) = &self.above {
            line.tell(news);
        }
    }

    fn hung_up(&self) -> CancellationToken {
        self.hung_up.clone()
    }
}
