//! From what a child answered to what the caller is told.

use pegboard_model::call::ToolFailure;
use serde_json::Value;

use crate::fault::{ErrorKind, failure};
use crate::parse::parse;
use crate::python::protocol::{Answer, AnswerSort};

/// Reads a child's frame.
pub(super) async fn understand(frame: Vec<u8>) -> Result<Value, ToolFailure> {
    let answer: Answer = parse(frame).await?;
    match answer.sort {
        AnswerSort::Result => Ok(answer.value),
        AnswerSort::Error => {
            Err(failure(answer.kind.unwrap_or(ErrorKind::Raised), answer.message, answer.traceback))
        }
    }
}
