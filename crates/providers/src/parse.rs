//! What a tool's process said, as JSON.

use pegboard_model::call::{FailureKind, ToolFailure};
use serde::de::DeserializeOwned;

/// Messages longer than this are parsed off the threads that serve everybody.
const IN_PLACE: usize = 1 << 20;

/// Parses one frame.
pub(crate) async fn parse<T: DeserializeOwned + Send + 'static>(frame: Vec<u8>) -> Result<T, ToolFailure> {
    let parsed = if frame.len() <= IN_PLACE {
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
            "What the tool's process answered is not JSON that can be read (nested too deeply, or broken).",
        )
        .with_detail(cause.to_string())
    })
}
