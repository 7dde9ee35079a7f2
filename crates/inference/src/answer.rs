//! An answer, event by event.

use genai::chat::{ChatStreamEvent, StopReason, StreamEnd};
use pegboard_model::inference::{EndReason, Ended, ModelFailure, ModelProtocol, Piece, Pieces, Usage};

use crate::calls::{Calls, Thought, garbled};
use crate::limits::TEXT_MAX;

/// How Gemini ends an answer whose call it could not make out. What there is of it was never sent.
const UNREADABLE: [&str; 2] = ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"];

/// What came of an answer so far.
pub(crate) struct Answer {
    protocol: ModelProtocol,
    /// Bytes of what it said and thought.
    said: usize,
    calls: Calls,
}

impl Answer {
    pub(crate) fn new(protocol: ModelProtocol) -> Self {
        Self { protocol, said: 0, calls: Calls::new(protocol) }
    }

    /// Hands an event on; something once it was the last one.
    pub(crate) fn take(
        &mut self,
        event: ChatStreamEvent,
        pieces: &mut dyn Pieces,
    ) -> Result<Option<Ended>, ModelFailure> {
        match event {
            ChatStreamEvent::Chunk(chunk) => {
                self.count(&chunk.content)?;
                if !chunk.content.is_empty() {
                    pieces.take(Piece::Text(chunk.content));
                }
            }
            ChatStreamEvent::ReasoningChunk(chunk) => {
                self.count(&chunk.content)?;
                if !chunk.content.is_empty() {
                    pieces.take(Piece::Reasoning(chunk.content));
                }
            }
            ChatStreamEvent::ThoughtSignatureChunk(chunk) => self.count(&chunk.content)?,
            ChatStreamEvent::ToolCallChunk(chunk) => self.calls.take(chunk.tool_call, pieces)?,
            ChatStreamEvent::End(end) => return self.end(end, pieces).map(Some),
            ChatStreamEvent::Start | ChatStreamEvent::Heartbeat => {}
        }
        Ok(None)
    }

    fn count(&mut self, text: &str) -> Result<(), ModelFailure> {
        self.said += text.len();
        if self.said > TEXT_MAX {
            return Err(garbled(format!("an answer of more than {TEXT_MAX} bytes")));
        }
        Ok(())
    }

    /// Its server said why it ended, and then nothing more.
    pub(crate) fn end_without_end(&mut self, reason: &StopReason, pieces: &mut dyn Pieces) -> Ended {
        self.hand_out(Vec::new(), pieces);
        Ended { reason: reason_of(Some(reason)), usage: Usage::default() }
    }

    fn hand_out(&mut self, thoughts: Vec<Thought>, pieces: &mut dyn Pieces) {
        let calls = std::mem::replace(&mut self.calls, Calls::new(self.protocol));
        for asked in calls.into_asked(thoughts) {
            pieces.take(Piece::Asked(asked));
        }
    }

    fn end(&mut self, end: StreamEnd, pieces: &mut dyn Pieces) -> Result<Ended, ModelFailure> {
        let stopped = end.captured_stop_reason;
        // The library ends these two also where their server hung up.
        let is_cut = match self.protocol {
            ModelProtocol::Openai | ModelProtocol::Anthropic => false,
            ModelProtocol::Gemini => stopped.is_none(),
            // Older ones do not say why an answer ended, only what it took.
            ModelProtocol::Ollama => stopped.is_none() && end.captured_usage.is_none(),
        };
        if is_cut {
            return Err(garbled("an answer without an end".to_owned()));
        }
        if let Some(StopReason::Other(reason)) = &stopped
            && UNREADABLE.contains(&reason.as_str())
        {
            return Err(garbled(format!("a call that its own server cannot read ({reason})")));
        }
        let thoughts =
            end.captured_content.map(|content| Thought::all(content.into_parts())).unwrap_or_default();
        self.hand_out(thoughts, pieces);
        let reason = reason_of(stopped.as_ref());
        let tokens = |count: Option<i32>| count.and_then(|count| u64::try_from(count).ok());
        let usage = end.captured_usage.map_or_else(Usage::default, |usage| Usage {
            input: tokens(usage.prompt_tokens),
            output: tokens(usage.completion_tokens),
        });
        Ok(Ended { reason, usage })
    }
}

fn reason_of(stopped: Option<&StopReason>) -> EndReason {
    match stopped {
        Some(StopReason::MaxTokens(_)) => EndReason::Length,
        Some(StopReason::ContentFilter(_)) => EndReason::Filtered,
        _ => EndReason::Done,
    }
}
