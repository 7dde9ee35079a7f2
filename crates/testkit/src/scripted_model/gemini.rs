//! `streamGenerateContent`, as Gemini streams it.

use serde_json::{Value, json};

use super::frame::{Frame, Refusal};
use super::turn::{End, Failure, ScriptedCall, Step};

/// What signs the first call of an answer.
const SIGNATURE: &str = "CpcCAdHtim9kmtbUbK1dtHmQpHW3mzk2bRCPV0j5hGZsYyW1";
/// Tokens that every answer takes, as far as it says.
const USAGE: (u32, u32) = (27, 13);

/// The stream's bytes. Calls come whole, and one whose arguments are no JSON not at all.
pub(super) fn frames(steps: &[Step], end: End) -> Vec<Frame> {
    let mut frames = Vec::new();
    let mut calls = 0;
    for step in steps {
        match step {
            Step::Text(text) => frames.push(piece(&json!({"text": text}))),
            Step::Reasoning(text) => frames.push(piece(&json!({"text": text, "thought": true}))),
            Step::Call(call) => {
                let Some(mut part) = function_call(call) else {
                    frames.push(last("MALFORMED_FUNCTION_CALL"));
                    return frames;
                };
                if calls == 0 {
                    part["thoughtSignature"] = json!(SIGNATURE);
                }
                calls += 1;
                frames.push(piece(&part));
            }
            Step::Wait(gate) => frames.push(Frame::Wait(gate.clone())),
            Step::Cut => {
                frames.push(Frame::Cut);
                return frames;
            }
            Step::Failed(failure) => {
                frames.push(Frame::Bytes(format!("data: {}\r\n\r\n", refusal(failure, None).body)));
                return frames;
            }
        }
    }
    match end {
        End::Done => frames.push(last("STOP")),
        End::Length => frames.push(last("MAX_TOKENS")),
        End::Filtered => frames.push(last("SAFETY")),
        End::Unsaid => {}
    }
    frames
}

/// A prompt that is not answered at all.
pub(super) fn blocked() -> Vec<Frame> {
    vec![data(&json!({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}))]
}

fn function_call(call: &ScriptedCall) -> Option<Value> {
    let text = call.fragments.concat();
    let args: Value = if text.is_empty() { json!({}) } else { serde_json::from_str(&text).ok()? };
    Some(json!({"functionCall": {"name": call.name, "args": args}}))
}

fn piece(part: &Value) -> Frame {
    data(&json!({"candidates": [{"content": {"parts": [part], "role": "model"}, "index": 0}]}))
}

fn last(reason: &str) -> Frame {
    let content = json!({"parts": [{"text": ""}], "role": "model"});
    data(&json!({"candidates": [{"content": content, "finishReason": reason, "index": 0}]}))
}

/// A frame of its stream. Each says what was used so far.
fn data(value: &Value) -> Frame {
    let (read, written) = USAGE;
    let mut value = value.clone();
    value["usageMetadata"] = json!({
        "promptTokenCount": read, "candidatesTokenCount": written, "totalTokenCount": read + written,
    });
    value["responseId"] = json!("b2ZpaLqYEvW1vdIPkrSQmQ4");
    Frame::Bytes(format!("data: {value}\r\n\r\n"))
}

/// Its words for a failure. When to come back stands in the body.
pub(super) fn refusal(failure: &Failure, retry_after: Option<&str>) -> Refusal {
    let (status, kind, message) = match failure {
        Failure::Key => (400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."),
        Failure::Busy => (429, "RESOURCE_EXHAUSTED", "You exceeded your current quota."),
        Failure::Overloaded => (503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
        Failure::TooLong => (
            400,
            "INVALID_ARGUMENT",
            "The input token count (9031) exceeds the maximum number of tokens allowed (8192).",
        ),
        Failure::NoModel => (404, "NOT_FOUND", "models/model-max is not found for API version v1beta"),
        Failure::Broken => (500, "INTERNAL", "An internal error has occurred."),
        Failure::Other { status, body } => return Refusal { status: *status, body: body.clone() },
    };
    let mut error = json!({"code": status, "message": message, "status": kind});
    let detail = |name: &str| format!("type.googleapis.com/google.rpc.{name}");
    if let Failure::Key = failure {
        let info =
            json!({"@type": detail("ErrorInfo"), "reason": "API_KEY_INVALID", "domain": "googleapis.com"});
        error["details"] = json!([info]);
    }
    if let Some(seconds) = retry_after {
        error["details"] = json!([{"@type": detail("RetryInfo"), "retryDelay": format!("{seconds}s")}]);
    }
    Refusal { status, body: json!({"error": error}).to_string() }
}
