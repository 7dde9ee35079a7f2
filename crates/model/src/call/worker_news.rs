//! What a running worker tells whoever handed it work.

use serde_json::Value;

use super::outcome::CallStatus;
use crate::ids::{CallId, ToolName};

/// Something that a worker did.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkerNews {
    /// The call that handed it the work.
    pub by: CallId,
    /// Which worker.
    pub worker: ToolName,
    /// What it did.
    pub act: WorkerAct,
}

/// What a worker did. Its calls go by the ids that they have in the record.
#[derive(Debug, Clone, PartialEq)]
pub enum WorkerAct {
    /// It said so much more.
    Said(String),
    /// It made a call.
    Asked {
        /// The call.
        call: CallId,
        /// The tool, as its model wrote it.
        tool: String,
        /// The arguments.
        args: Value,
    },
    /// A person must see the call first; the worker waits for them.
    Waits {
        /// The call.
        call: CallId,
        /// Why.
        rule: String,
    },
    /// The call is over.
    Ended {
        /// The call.
        call: CallId,
        /// How.
        status: CallStatus,
    },
    /// The call was not made.
    Refused {
        /// The call, of which there is no record.
        call: CallId,
        /// Why, in words for a model.
        reason: String,
    },
}
