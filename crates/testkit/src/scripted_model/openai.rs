//! Chat completions, as OpenAI streams them.

use serde_json::{Value, json};

use super::frame::{Frame, Refusal};
use super::turn::{End, Failure, Step};

const ID: &str = "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT";
/// Tokens that every answer takes, as far as it says.
const USAGE: (u32, u32) = (29, 11);

/// The stream's bytes.
pub(super) fn frames(request: &Value, steps: &[Step], end: End) -> Vec<Frame> {
    let mut frames =
        vec![chunk(request, &json!({"role": "assistant", "content": "", "refusal": null}), None)];
    let mut calls = 0;
    for step in steps {
        match step {
            Step::Text(text) => frames.push(chunk(request, &json!({"content": text}), None)),
            Step::Reasoning(text) => frames.push(chunk(request, &json!({"reasoning_content": text}), None)),
            Step::Call(call) => {
                let function = json!({"name": call.name, "arguments": ""});
                let begun = json!({"index": calls, "id": call.id, "type": "function", "function": function});
                frames.push(chunk(request, &json!({"tool_calls": [begun]}), None));
                for fragment in &call.fragments {
                    let more = json!({"index": calls, "function": {"arguments": fragment}});
                    frames.push(chunk(request, &json!({"tool_calls": [more]}), None));
                }
                calls += 1;
            }
            Step::Wait(gate) => frames.push(Frame::Wait(gate.clone())),
            Step::Cut => {
                frames.push(Frame::Cut);
                return frames;
            }
            Step::Failed(failure) => {
                frames.push(Frame::Bytes(format!("data: {}\n\n", refusal(request, failure).body)));
                return frames;
            }
        }
    }
    let reason = match end {
        End::Done | End::Unsaid if calls > 0 => "tool_calls",
        End::Done | End::Unsaid => "stop",
        End::Length => "length",
        End::Filtered => "content_filter",
    };
    frames.push(chunk(request, &json!({}), Some(reason)));
    if matches!(end, End::Unsaid) {
        return frames;
    }
    if request["stream_options"]["include_usage"] == true {
        frames.push(usage(request));
    }
    frames.push(Frame::Bytes("data: [DONE]\n\n".to_owned()));
    frames
}

fn chunk(request: &Value, delta: &Value, reason: Option<&str>) -> Frame {
    let choice = json!({"index": 0, "delta": delta, "logprobs": null, "finish_reason": reason});
    data(&json!({
        "id": ID, "object": "chat.completion.chunk", "created": 1_741_569_952, "model": request["model"],
        "service_tier": "default", "system_fingerprint": "fp_44709d6fcb", "choices": [choice], "usage": null,
    }))
}

fn usage(request: &Value) -> Frame {
    let (read, written) = USAGE;
    let usage = json!({"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written});
    data(&json!({
        "id": ID, "object": "chat.completion.chunk", "created": 1_741_569_952, "model": request["model"],
        "service_tier": "default", "system_fingerprint": "fp_44709d6fcb", "choices": [], "usage": usage,
    }))
}

fn data(value: &Value) -> Frame {
    Frame::Bytes(format!("data: {value}\n\n"))
}

/// Its words for a failure.
pub(super) fn refusal(request: &Value, failure: &Failure) -> Refusal {
    let model = request["model"].as_str().unwrap_or_default();
    let (status, kind, code, message) = match failure {
        Failure::Key => (
            401,
            "invalid_request_error",
            Some("invalid_api_key"),
            "Incorrect API key provided. You can find your API key in your account's settings.".to_owned(),
        ),
        Failure::Busy => (
            429,
            "requests",
            Some("rate_limit_exceeded"),
            format!("Rate limit reached for {model} on requests per min (RPM): Limit 3, Used 3, Requested 1."),
        ),
        Failure::Overloaded => (503, "server_error", None, "The engine is currently overloaded".to_owned()),
        Failure::TooLong => (
            400,
            "invalid_request_error",
            Some("context_length_exceeded"),
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 9031 tokens."
                .to_owned(),
        ),
        Failure::NoModel => (
            404,
            "invalid_request_error",
            Some("model_not_found"),
            format!("The model `{model}` does not exist or you do not have access to it."),
        ),
        Failure::Broken => {
            (500, "server_error", None, "The server had an error while processing your request.".to_owned())
        }
        Failure::Other { status, body } => return Refusal { status: *status, body: body.clone() },
    };
    let error = json!({"message": message, "type": kind, "param": null, "code": code});
    Refusal { status, body: json!({"error": error}).to_string() }
}
