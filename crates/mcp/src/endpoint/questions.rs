//! The questions that a tool may ask, on the wire.

use pegboard_model::call::Question;
use serde_json::Value;

use crate::rpc::method;

/// The request that asks such a question.
pub(super) fn method_of(question: Question) -> &'static str {
    match question {
        Question::Elicit => method::ELICITATION_CREATE,
        Question::Sample => method::SAMPLING_CREATE_MESSAGE,
        Question::Roots => method::ROOTS_LIST,
    }
}

/// Whether an answer has the form that the question wants.
pub(super) fn fits(question: Question, answer: &Value) -> bool {
    match question {
        Question::Elicit => {
            matches!(answer.get("action").and_then(Value::as_str), Some("accept" | "decline" | "cancel"))
        }
        Question::Sample => answer.get("role").is_some() && answer.get("content").is_some(),
        Question::Roots => answer.get("roots").is_some_and(Value::is_array),
    }
}
