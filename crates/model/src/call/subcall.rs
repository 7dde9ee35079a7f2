//! Calls that a running tool makes.

use serde_json::{Map, Value};

use super::outcome::ToolFailure;
use crate::ids::CallId;

/// A call that a running tool makes. It is made in the same chat, and judged as any other.
#[derive(Debug, Clone, PartialEq)]
pub struct Subcall {
    /// Id or wire name.
    pub tool: String,
    /// The arguments by name.
    pub args: Map<String, Value>,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Answered {
    /// It is over.
    Ended {
        /// It.
        call: CallId,
        /// Its result, or why it has none.
        result: Result<Value, ToolFailure>,
    },
    /// A person must see it first. It goes on when they have, whether anybody waits or not.
    Waits {
        /// It.
        call: CallId,
        /// Why.
        rule: String,
    },
    /// It was never made.
    Refused {
        /// What is wrong, in words for a model.
        reason: String,
    },
}
