//! From what a runner said to what the caller is told.

use pegboard_model::call::{FailureKind, ToolFailure};

use crate::fault;
use crate::node::protocol::{Event, Fault};

/// Messages longer than this are parsed off the threads that serve everybody.
const PARSED_IN_PLACE: usize = 1 << 20;

/// Reads one frame.
pub(super) async fn understand(frame: Vec<u8>) -> Result<Event, ToolFailure> {
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
    parsed.map_err(|cause| {
        ToolFailure::new(
            FailureKind::NotJson,
            "What the tool's process answered cannot be read (nested too deeply, or broken).",
        )
        .with_detail(cause.to_string())
    })
}

/// A failure that the runner itself reports.
pub(super) fn failure(fault: Fault) -> ToolFailure {
    fault::failure(fault.kind, fault.message, fault.traceback)
}

/// An event that does not answer what was asked.
pub(super) fn unexpected() -> ToolFailure {
    ToolFailure::new(FailureKind::Crashed, "The tool's process answered something that it was not asked.")
}
