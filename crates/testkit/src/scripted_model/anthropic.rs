//! Messages, as Anthropic streams them.

use serde_json::{Value, json};

use super::frame::{Frame, Refusal};
use super::turn::{End, Failure, ScriptedCall, Step};

/// What signs a thought.
const SIGNATURE: &str = "EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pk";
/// Tokens that every answer takes, as far as it says.
const USAGE: (u32, u32) = (25, 15);

/// The stream's bytes.
pub(super) fn frames(request: &Value, steps: &[Step], end: End) -> Vec<Frame> {
    let mut blocks =
        Blocks { frames: vec![start(request), event(&json!({"type": "ping"}))], index: 0, open: None };
    let mut called = false;
    for step in steps {
        match step {
            Step::Text(text) => {
                blocks.enter(Kind::Text, &json!({"type": "text", "text": ""}));
                blocks.delta(&json!({"type": "text_delta", "text": text}));
            }
            Step::Reasoning(text) => {
                blocks.enter(Kind::Thinking, &json!({"type": "thinking", "thinking": "", "signature": ""}));
                blocks.delta(&json!({"type": "thinking_delta", "thinking": text}));
            }
            Step::Call(call) => {
                called = true;
                blocks.call(call);
            }
            Step::Wait(gate) => blocks.frames.push(Frame::Wait(gate.clone())),
            Step::Cut => {
                blocks.frames.push(Frame::Cut);
                return blocks.frames;
            }
            Step::Failed(failure) => {
                let body = refusal(request, failure).body;
                blocks.frames.push(Frame::Bytes(format!("event: error\ndata: {body}\n\n")));
                return blocks.frames;
            }
        }
    }
    blocks.leave();
    let reason = match end {
        End::Done | End::Unsaid if called => "tool_use",
        End::Done | End::Unsaid => "end_turn",
        End::Length => "max_tokens",
        End::Filtered => "refusal",
    };
    let delta = json!({"stop_reason": reason, "stop_sequence": null});
    let usage = json!({"output_tokens": USAGE.1});
    blocks.frames.push(event(&json!({"type": "message_delta", "delta": delta, "usage": usage})));
    if !matches!(end, End::Unsaid) {
        blocks.frames.push(event(&json!({"type": "message_stop"})));
    }
    blocks.frames
}

/// What a block holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Thinking,
    Call,
}

/// The blocks of a message, one after another.
struct Blocks {
    frames: Vec<Frame>,
    index: u32,
    open: Option<Kind>,
}

impl Blocks {
    /// Begins a block, unless one of that kind goes on. Each call has its own.
    fn enter(&mut self, kind: Kind, block: &Value) {
        if self.open == Some(kind) && kind != Kind::Call {
            return;
        }
        self.leave();
        self.frames.push(event(
            &json!({"type": "content_block_start", "index": self.index, "content_block": block}),
        ));
        self.open = Some(kind);
    }

    fn call(&mut self, call: &ScriptedCall) {
        self.enter(Kind::Call, &json!({"type": "tool_use", "id": call.id, "name": call.name, "input": {}}));
        self.delta(&json!({"type": "input_json_delta", "partial_json": ""}));
        for fragment in &call.fragments {
            self.delta(&json!({"type": "input_json_delta", "partial_json": fragment}));
        }
    }

    fn delta(&mut self, delta: &Value) {
        self.frames.push(event(&json!({"type": "content_block_delta", "index": self.index, "delta": delta})));
    }

    fn leave(&mut self) {
        if self.open == Some(Kind::Thinking) {
            self.delta(&json!({"type": "signature_delta", "signature": SIGNATURE}));
        }
        if self.open.take().is_some() {
            self.frames.push(event(&json!({"type": "content_block_stop", "index": self.index})));
            self.index += 1;
        }
    }
}

fn start(request: &Value) -> Frame {
    let usage = json!({"input_tokens": USAGE.0, "output_tokens": 1});
    let message = json!({
        "id": "msg_01XFDUDYJgAACzvnptvVoYEL", "type": "message", "role": "assistant", "model": request["model"],
        "content": [], "stop_reason": null, "stop_sequence": null, "usage": usage,
    });
    event(&json!({"type": "message_start", "message": message}))
}

fn event(data: &Value) -> Frame {
    let name = data["type"].as_str().unwrap_or_default();
    Frame::Bytes(format!("event: {name}\ndata: {data}\n\n"))
}

/// Its words for a failure.
pub(super) fn refusal(request: &Value, failure: &Failure) -> Refusal {
    let (status, kind, message) = match failure {
        Failure::Key => (401, "authentication_error", "invalid x-api-key".to_owned()),
        Failure::Busy => (
            429,
            "rate_limit_error",
            "This request would exceed your organization's rate limit of 50 requests per minute.".to_owned(),
        ),
        Failure::Overloaded => (529, "overloaded_error", "Overloaded".to_owned()),
        Failure::TooLong => {
            (400, "invalid_request_error", "prompt is too long: 213462 tokens > 200000 maximum".to_owned())
        }
        Failure::NoModel => {
            (404, "not_found_error", format!("model: {}", request["model"].as_str().unwrap_or_default()))
        }
        Failure::Broken => (500, "api_error", "Internal server error".to_owned()),
        Failure::Other { status, body } => return Refusal { status: *status, body: body.clone() },
    };
    let error = json!({"type": kind, "message": message});
    Refusal { status, body: json!({"type": "error", "error": error}).to_string() }
}
