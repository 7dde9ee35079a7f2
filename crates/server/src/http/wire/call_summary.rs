//! Calls as lists show them.

use pegboard_engine::record::{self, CallSummary as Record};
use pegboard_model::call::{CallStatus, FailureKind as Kind};
use pegboard_model::ids::{CallId, ChatId, MessageId};
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::wire::call::{FailureKind, Status};

/// What a list shows of a call. `get_call` has all of it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct CallSummary {
    #[schema(value_type = String, format = Uuid)]
    pub(crate) id: CallId,
    /// `pending` waits for approval; `error` ended without a result.
    #[schema(value_type = Status)]
    pub(crate) status: CallStatus,
    /// The real tool, whatever name it was called by.
    pub(crate) tool_id: String,
    #[schema(value_type = String, format = Uuid)]
    pub(crate) chat_id: ChatId,
    #[schema(value_type = String, format = Uuid)]
    pub(crate) message_id: MessageId,
    /// Who asked.
    pub(crate) caller: String,
    /// The worker that called.
    pub(crate) worker: Option<String>,
    /// The call that made this one.
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) parent_id: Option<CallId>,
    /// The rule that allowed it, or that wants a person to see it.
    pub(crate) rule: String,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) created_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) started_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) finished_at: Option<Timestamp>,
    /// From start to finish.
    pub(crate) duration_ms: Option<i64>,
    pub(crate) error: Option<CallErrorSummary>,
    /// The renderer of its render plan; `null` until it is over.
    pub(crate) renderer: Option<String>,
    /// The beginning of the arguments as JSON, at most 200 characters; `…` at the end says that there are more.
    pub(crate) args_preview: String,
    pub(crate) changes: ChangeCounts,
}

/// Why a call has no result, without the detail.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct CallErrorSummary {
    #[schema(value_type = FailureKind)]
    pub(crate) kind: Kind,
    /// What happened, and what to do where that is known.
    pub(crate) message: String,
}

/// How many paths became different.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ChangeCounts {
    pub(crate) added: u64,
    pub(crate) modified: u64,
    pub(crate) removed: u64,
}

impl From<Record> for CallSummary {
    fn from(call: Record) -> Self {
        let record::ChangeCounts { added, modified, removed } = call.changes;
        Self {
            id: call.id,
            status: call.status,
            tool_id: call.tool.to_string(),
            chat_id: call.chat,
            message_id: call.message,
            caller: call.caller,
            worker: call.worker.map(|worker| worker.to_string()),
            parent_id: call.parent,
            rule: call.rule,
            created_at: call.created_at,
            started_at: call.started_at,
            finished_at: call.finished_at,
            duration_ms: call.started_at.zip(call.finished_at).map(|(start, end)| end.millis_since(start)),
            error: call.error.map(|(kind, message)| CallErrorSummary { kind, message }),
            renderer: call.renderer,
            args_preview: call.args_preview,
            changes: ChangeCounts { added, modified, removed },
        }
    }
}
