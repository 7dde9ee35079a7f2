//! The prompt queue.

use pegboard_model::call::TriggeredBy;
use pegboard_model::ids::{CallId, ChatId, PromptId, ToolId};
use pegboard_model::prompt::PromptStatus;
use pegboard_model::time::Timestamp;

/// What a model is to be asked, because a tool that nobody called has answered.
#[derive(Debug, Clone)]
pub struct PromptRecord {
    pub id: PromptId,
    pub tool: ToolId,
    /// The call whose result it is about.
    pub call: CallId,
    pub chat: ChatId,
    pub text: String,
    pub source: TriggeredBy,
    pub created_at: Timestamp,
    pub taken_at: Option<Timestamp>,
    /// Until when it is nobody else's.
    pub taken_until: Option<Timestamp>,
    pub done_at: Option<Timestamp>,
}

impl PromptRecord {
    /// Where it stands at a moment: what was taken waits again when nobody was done with it in time.
    pub fn status(&self, now: Timestamp) -> PromptStatus {
        match (self.done_at, self.taken_until) {
            (Some(_), _) => PromptStatus::Done,
            (None, Some(until)) if until > now => PromptStatus::Taken,
            (None, _) => PromptStatus::Waiting,
        }
    }
}
