//! What a server says and the library does not tell: it is read from the frames themselves.

use std::sync::{Mutex, PoisonError};

use genai::chat::{ChatFrameSink, FrameCtx, RawFrameRef, StopReason};
use pegboard_model::inference::ModelProtocol;
use serde_json::Value;

/// What was said beside the answer.
pub(crate) enum Aside {
    /// Why the answer ended, of chat completions. Some servers leave out the `[DONE]` that the library waits for.
    Ended(StopReason),
    /// Gemini answers this prompt not at all.
    Blocked,
    /// Ollama failed in the middle, and says why.
    Failed(Value),
}

/// Reads along.
pub(crate) struct Overheard {
    protocol: ModelProtocol,
    last: Mutex<Option<Aside>>,
}

impl Overheard {
    pub(crate) fn new(protocol: ModelProtocol) -> Self {
        Self { protocol, last: Mutex::default() }
    }

    /// What was said last; nothing while an answer goes on.
    pub(crate) fn take(&self) -> Option<Aside> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl ChatFrameSink for Overheard {
    fn on_frame(&self, _: &FrameCtx, frame: RawFrameRef<'_>) {
        // Looked for before it is read: nearly every frame says nothing of the kind.
        let has = |words: &str| frame.data.contains(words);
        let aside = match self.protocol {
            ModelProtocol::Openai if has("\"finish_reason\"") && !has("\"finish_reason\":null") => {
                frame.json().and_then(|event| ended(&event))
            }
            ModelProtocol::Gemini if has("\"blockReason\"") => frame.json().and_then(|event| blocked(&event)),
            ModelProtocol::Ollama if has("\"error\"") => frame.json().and_then(failed),
            _ => None,
        };
        if aside.is_some() {
            *self.last.lock().unwrap_or_else(PoisonError::into_inner) = aside;
        }
    }
}

fn ended(event: &Value) -> Option<Aside> {
    let reason = event["choices"][0]["finish_reason"].as_str()?;
    Some(Aside::Ended(StopReason::from(reason.to_owned())))
}

fn blocked(event: &Value) -> Option<Aside> {
    event["promptFeedback"]["blockReason"].is_string().then_some(Aside::Blocked)
}

fn failed(event: Value) -> Option<Aside> {
    event.get("error").is_some().then_some(Aside::Failed(event))
}
