//! `POST /api/chat`, as Ollama streams it: a line of JSON each.

use serde_json::{Value, json};

use super::frame::{Frame, Refusal};
use super::turn::{End, Failure, ScriptedCall, Step};

/// Tokens that every answer takes, as far as it says.
const USAGE: (u32, u32) = (26, 12);

/// The stream's bytes. Calls come whole; one whose arguments are no JSON comes as the text that the model wrote.
pub(super) fn frames(request: &Value, steps: &[Step], end: End) -> Vec<Frame> {
    let mut frames = Vec::new();
    for step in steps {
        match step {
            Step::Text(text) => frames.push(piece(request, &json!({"content": text}))),
            Step::Reasoning(text) => frames.push(piece(request, &json!({"content": "", "thinking": text}))),
            Step::Call(call) => frames.push(piece(request, &function_call(call))),
            Step::Wait(gate) => frames.push(Frame::Wait(gate.clone())),
            Step::Cut => {
                frames.push(Frame::Cut);
                return frames;
            }
            Step::Failed(failure) => {
                frames.push(Frame::Bytes(format!("{}\n", refusal(request, failure).body)));
                return frames;
            }
        }
    }
    match end {
        // It holds nothing back.
        End::Done | End::Filtered => frames.push(last(request, "stop")),
        End::Length => frames.push(last(request, "length")),
        End::Unsaid => {}
    }
    frames
}

fn function_call(call: &ScriptedCall) -> Value {
    let text = call.fragments.concat();
    let args = if text.is_empty() { Ok(json!({})) } else { serde_json::from_str::<Value>(&text) };
    match args {
        Ok(args) => {
            json!({"content": "", "tool_calls": [{"function": {"name": call.name, "arguments": args}}]})
        }
        Err(_) => json!({"content": text}),
    }
}

fn piece(request: &Value, message: &Value) -> Frame {
    let mut message = message.clone();
    message["role"] = json!("assistant");
    line(request, &json!({"message": message, "done": false}))
}

fn last(request: &Value, reason: &str) -> Frame {
    let (read, written) = USAGE;
    line(
        request,
        &json!({
            "message": {"role": "assistant", "content": ""}, "done_reason": reason, "done": true,
            "total_duration": 4_883_583_458_u64, "prompt_eval_count": read, "eval_count": written,
        }),
    )
}

fn line(request: &Value, value: &Value) -> Frame {
    let mut value = value.clone();
    value["model"] = request["model"].clone();
    value["created_at"] = json!("2026-11-01T08:52:19.385406455Z");
    Frame::Bytes(format!("{value}\n"))
}

/// Its words for a failure.
pub(super) fn refusal(request: &Value, failure: &Failure) -> Refusal {
    let (status, message) = match failure {
        Failure::Key => (401, "unauthorized".to_owned()),
        Failure::Busy => (429, "too many concurrent requests".to_owned()),
        Failure::Overloaded => {
            (503, "server busy, please try again.  maximum pending requests exceeded".to_owned())
        }
        Failure::TooLong => (400, "the input length exceeds the context length".to_owned()),
        Failure::NoModel => {
            (404, format!("model '{}' not found", request["model"].as_str().unwrap_or_default()))
        }
        Failure::Broken => (500, "llama runner process has terminated: exit status 2".to_owned()),
        Failure::Other { status, body } => return Refusal { status: *status, body: body.clone() },
    };
    Refusal { status, body: json!({"error": message}).to_string() }
}
