//! What is asked of a reply.

use pegboard_model::call::Caller;
use pegboard_model::ids::{CallId, ToolName};
use pegboard_model::inference::ProfileName;

use crate::chats::{Below, Sent};

/// What a model is to reply to.
#[derive(Debug, Clone)]
pub struct NewReply {
    /// What the person says; `None` replies to the message that is there.
    pub said: Option<Sent>,
    /// Where: below the message before that, or below the one that is replied to.
    pub below: Below,
    /// The model; `None` is the house's default.
    pub model: Option<ProfileName>,
    /// The worker that replies; `None` is a plain chat.
    pub worker: Option<ToolName>,
    /// Who asks; the calls are theirs.
    pub caller: Caller,
}

/// What a person says of a call that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub call: CallId,
    /// Who decides, by the name of their token.
    pub by: String,
    pub verdict: Verdict,
}

/// Yes or no.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Approved,
    Denied { reason: Option<String> },
}
