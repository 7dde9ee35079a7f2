//! What models are to be asked.

use pegboard_engine::record::PromptRecord;
use pegboard_model::ids::{CallId, ChatId, PromptId};
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// What a model is to be asked, because a tool that nobody called has answered.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Prompt {
    #[schema(value_type = String, format = Uuid)]
    pub(crate) id: PromptId,
    pub(crate) tool_id: String,
    /// The call whose result it is about.
    #[schema(value_type = String, format = Uuid)]
    pub(crate) call_id: CallId,
    #[schema(value_type = String, format = Uuid)]
    pub(crate) chat_id: ChatId,
    /// The trigger's prompt with the result's text behind it.
    pub(crate) text: String,
    /// `cron` or `webhook`
    pub(crate) source: String,
    /// `waiting`, `taken` or `done`
    pub(crate) status: String,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) created_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) taken_at: Option<Timestamp>,
    /// Until when it is nobody else's.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) taken_until: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) done_at: Option<Timestamp>,
}

impl From<PromptRecord> for Prompt {
    fn from(record: PromptRecord) -> Self {
        let status = record.status(present());
        Self {
            id: record.id,
            tool_id: record.tool.to_string(),
            call_id: record.call,
            chat_id: record.chat,
            text: record.text,
            source: record.source.to_string(),
            status: status.to_string(),
            created_at: record.created_at,
            taken_at: record.taken_at,
            taken_until: record.taken_until,
            done_at: record.done_at,
        }
    }
}

fn present() -> Timestamp {
    jiff::Timestamp::now().into()
}

/// Which prompts are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PromptQuery {
    /// `waiting`, `taken` or `done`; all when left out.
    pub(crate) status: Option<String>,
    /// Rows wanted, 1 to 500; 50 when left out.
    #[param(minimum = 1, maximum = 500)]
    pub(crate) limit: Option<u64>,
    /// `next_cursor` of the page before.
    pub(crate) cursor: Option<String>,
}

/// For how long a prompt is wanted.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TakePrompt {
    /// Seconds, 1 to 86400; after that it waits again.
    #[serde(default = "a_while")]
    pub(crate) for_seconds: u32,
}

impl Default for TakePrompt {
    fn default() -> Self {
        Self { for_seconds: a_while() }
    }
}

fn a_while() -> u32 {
    300
}
