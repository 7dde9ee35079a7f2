//! From what a child answered to what the caller is told.

use pegboard_model::call::{FailureKind, ToolFailure};
use serde_json::Value;

use crate::fault::{ErrorKind, failure};
use crate::python::protocol::{Answer, AnswerSort};

/// Answers longer than this are parsed off the threads that serve everybody.
const PARSED_IN_PLACE: usize = 1 << 20;

/// Reads a child's frame.
pub(super) async fn understand(frame: Vec<u8>) -> Result<Value, ToolFailure> {
    let parsed = if frame.len() <= PARSED_IN_PLACE {
        serde_json::from_slice(&frame)
    } else {
        let parsing = tokio::task::spawn_blocking(move || serde_json::from_slice(&frame));
        match parsing.await {
            Ok(parsed) => parsed,
            Err(cause) => {
                return Err(ToolFailure::new(FailureKind::Interrupted, "The server stopped.")
                    .with_detail(cause.to_string()));
            }
        }
    };
    let answer: Answer = parsed.map_err(|cause| {
        ToolFailure::new(
            FailureKind::NotJson,
            "What the tool's process answered is not JSON that can be read (nested too deeply, or broken).",
        )
        .with_detail(cause.to_string())
    })?;
    match answer.sort {
        AnswerSort::Result => Ok(answer.value),
        AnswerSort::Error => {
            Err(failure(answer.kind.unwrap_or(ErrorKind::Raised), answer.message, answer.traceback))
        }
    }
}
