//! What a client gets.

use pegboard_engine::ReplyEnd;
use pegboard_engine::record::WorkerRecord;
use pegboard_model::ids::{CallId, ChatId, MessageId};
use pegboard_model::inference::Usage;
use pegboard_model::time::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::request::DEFAULT_MODEL;
use crate::plain_reply::PlainReply;

/// What every part of an answer begins with.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Head {
    /// `chatcmpl-` and the id of the reply's message.
    id: String,
    /// Seconds since 1970.
    created: i64,
    /// As it was asked for.
    model: String,
}

/// How the reply stands, beside what OpenAI's answers have.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Standing {
    #[schema(value_type = String, format = Uuid)]
    chat_id: ChatId,
    /// `done`, `waiting` or `stopped`.
    status: &'static str,
    /// The calls that wait for a person.
    #[schema(value_type = Vec<String>)]
    waiting: Vec<CallId>,
}

/// A whole reply.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Completion {
    #[serde(flatten)]
    head: Head,
    /// `chat.completion`.
    object: &'static str,
    /// One.
    choices: Vec<Choice>,
    usage: CompletionUsage,
    pegboard: Standing,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Choice {
    index: u64,
    message: Spoken,
    /// `stop`, also where a call waits: the text says so then.
    finish_reason: &'static str,
    logprobs: Option<bool>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Spoken {
    /// `assistant`.
    role: &'static str,
    content: String,
    refusal: Option<String>,
}

/// Tokens, as the model's server counted them; zero where it did not. All steps of the reply together.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct CompletionUsage {
    prompt_tokens: u64,
    completion_tokens: u64,
    total_tokens: u64,
}

/// A piece of a reply.
#[derive(Debug, Serialize)]
pub(crate) struct CompletionChunk {
    #[serde(flatten)]
    head: Head,
    object: &'static str,
    choices: Vec<ChunkChoice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<CompletionUsage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pegboard: Option<Standing>,
}

#[derive(Debug, Serialize)]
struct ChunkChoice {
    index: u64,
    delta: Delta,
    finish_reason: Option<&'static str>,
}

#[derive(Debug, Default, Serialize)]
struct Delta {
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
}

/// What can be asked for as `model`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CompletionModels {
    /// `list`.
    pub(crate) object: &'static str,
    pub(crate) data: Vec<CompletionModel>,
}

/// A worker, as a model.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CompletionModel {
    /// The worker's name, or `default`.
    id: String,
    /// `model`.
    object: &'static str,
    /// Seconds since 1970 when it was first kept.
    created: i64,
    /// `pegboard`.
    owned_by: &'static str,
}

impl Head {
    pub(crate) fn new(message: MessageId, model: String) -> Self {
        Self { id: format!("chatcmpl-{message}"), created: begun(message), model }
    }
}

impl Standing {
    pub(crate) fn of(reply: &PlainReply, end: &ReplyEnd) -> Self {
        Self { chat_id: reply.chat(), status: end.status.as_str(), waiting: reply.waits().to_vec() }
    }
}

impl From<Usage> for CompletionUsage {
    fn from(usage: Usage) -> Self {
        let (prompt, completion) = (usage.input.unwrap_or_default(), usage.output.unwrap_or_default());
        let total_tokens = prompt.saturating_add(completion);
        Self { prompt_tokens: prompt, completion_tokens: completion, total_tokens }
    }
}

impl Completion {
    pub(crate) fn new(head: Head, text: String, usage: Usage, pegboard: Standing) -> Self {
        let message = Spoken { role: "assistant", content: text, refusal: None };
        let choice = Choice { index: 0, message, finish_reason: "stop", logprobs: None };
        Self { head, object: "chat.completion", choices: vec![choice], usage: usage.into(), pegboard }
    }
}

impl CompletionChunk {
    fn of(head: &Head, delta: Delta, finish_reason: Option<&'static str>) -> Self {
        let choices = vec![ChunkChoice { index: 0, delta, finish_reason }];
        Self { head: head.clone(), object: "chat.completion.chunk", choices, usage: None, pegboard: None }
    }

    /// What comes first.
    pub(crate) fn first(head: &Head) -> Self {
        Self::of(head, Delta { role: Some("assistant"), content: Some(String::new()) }, None)
    }

    /// So much more text.
    pub(crate) fn text(head: &Head, delta: String) -> Self {
        Self::of(head, Delta { role: None, content: Some(delta) }, None)
    }

    /// Nothing more is said.
    pub(crate) fn last(head: &Head, standing: Standing) -> Self {
        Self { pegboard: Some(standing), ..Self::of(head, Delta::default(), Some("stop")) }
    }

    /// How many tokens there were, for those who asked.
    pub(crate) fn usage(head: &Head, usage: Usage) -> Self {
        Self { choices: Vec::new(), usage: Some(usage.into()), ..Self::of(head, Delta::default(), None) }
    }
}

impl CompletionModel {
    /// The house without a worker.
    pub(crate) fn default_one() -> Self {
        Self { id: DEFAULT_MODEL.to_owned(), object: "model", created: 0, owned_by: "pegboard" }
    }

    pub(crate) fn of(worker: &WorkerRecord) -> Self {
        let (id, created) = (worker.worker.name.to_string(), seconds(worker.created_at));
        Self { id, object: "model", created, owned_by: "pegboard" }
    }
}

/// When a message was begun: its id says so.
fn begun(message: MessageId) -> i64 {
    let id = message.to_string().parse::<Uuid>().ok();
    let at = id.and_then(|id| id.get_timestamp());
    at.and_then(|at| i64::try_from(at.to_unix().0).ok()).unwrap_or_default()
}

fn seconds(at: Timestamp) -> i64 {
    at.unix_millis().div_euclid(1_000)
}
