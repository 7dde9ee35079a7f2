//! Replies.

use pegboard_model::call::Caller;
use pegboard_model::ids::{ChatId, MessageId, ToolName};
use pegboard_model::inference::{ProfileName, Usage};
use pegboard_model::reply::ReplyStatus;
use pegboard_model::time::Timestamp;

/// What is known of a message that a model writes, besides its parts.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplyRecord {
    pub message: MessageId,
    pub chat: ChatId,
    pub status: ReplyStatus,
    /// The model; `None` is the house's default.
    pub model: Option<ProfileName>,
    /// The worker that replies; `None` is a plain chat.
    pub worker: Option<ToolName>,
    /// Who asked; calls are theirs.
    pub caller: Caller,
    /// Why it ended before it was whole.
    pub error: Option<String>,
    /// Of all its steps.
    pub usage: Usage,
    pub started_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}
