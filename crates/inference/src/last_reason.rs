//! Why a stream of chat completions ended, for servers that leave out the `[DONE]` which the library waits for.

use std::sync::{Mutex, PoisonError};

use genai::chat::{ChatFrameSink, FrameCtx, RawFrameRef, StopReason};

/// Reads along, and keeps why the answer ended.
#[derive(Default)]
pub(crate) struct LastReason(Mutex<Option<String>>);

impl LastReason {
    /// What was said last; nothing while the answer goes on.
    pub(crate) fn take(&self) -> Option<StopReason> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().map(StopReason::from)
    }
}

impl ChatFrameSink for LastReason {
    fn on_frame(&self, _: &FrameCtx, frame: RawFrameRef<'_>) {
        // Looked for before it is read: nearly every frame says that there is none yet.
        if !frame.data.contains("\"finish_reason\"") || frame.data.contains("\"finish_reason\":null") {
            return;
        }
        let Some(event) = frame.json() else { return };
        if let Some(reason) = event["choices"][0]["finish_reason"].as_str() {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(reason.to_owned());
        }
    }
}
