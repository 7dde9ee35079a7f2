#![allow(clippy::unwrap_used)]
use serde_json::{Value, json};

use super::CompletionRequest;

fn read(body: Value) -> CompletionRequest {
    serde_json::from_value(body).unwrap()
}

#[test]
fn a_conversation_is_read_as_it_is_kept_here() {
    let request = read(json!({"model": "default", "temperature": 0.2, "messages": [
        {"role": "system", "content": "Be short."},
        {"role": "user", "content": [{"type": "text", "text": "Hello"}, {"type": "text", "text": "there"}]},
        {"role": "assistant", "content": "Hi."},
        {"role": "assistant", "content": null, "tool_calls": []},
        {"role": "user", "content": "Bye."},
    ]}));
    request.check().unwrap();
    let conversation = request.conversation().unwrap();
    let before = [(true, "Be short.\n\nHello\n\nthere".to_owned()), (false, "Hi.".to_owned())];
    assert_eq!((conversation.before.as_slice(), conversation.last.as_str()), (before.as_slice(), "Bye."));
    let alone = read(
        json!({"model": "m", "messages": [{"role": "developer", "content": "D"}, {"role": "user", "content": "U"}]}),
    );
    assert_eq!(alone.conversation().unwrap().last, "D\n\nU");
}

#[test]
fn what_is_not_done_here_is_refused() {
    let asked = [
        json!({"tools": [{"type": "function"}]}),
        json!({"n": 2}),
        json!({"response_format": {"type": "json_object"}}),
        json!({"stop": ["\n"]}),
        json!({"logprobs": true}),
        json!({"modalities": ["text", "audio"]}),
    ];
    let refusals = asked.map(|mut body| {
        body["model"] = json!("default");
        body["messages"] = json!([]);
        read(body).check().unwrap_err()
    });
    let said = [
        json!([]),
        json!([{"role": "assistant", "content": "x"}]),
        json!([{"role": "tool", "content": "x"}]),
        json!([{"role": "user", "content": " "}]),
        json!([{"role": "user", "content": [{"type": "image_url", "image_url": {}}]}]),
        json!([{"role": "user", "content": 7}]),
    ];
    let unread =
        said.map(|messages| read(json!({"model": "m", "messages": messages})).conversation().unwrap_err());
    insta::assert_snapshot!(refusals.iter().chain(&unread).cloned().collect::<Vec<_>>().join("\n"));
    let passed =
        json!({"model": "m", "messages": [], "tools": [], "stop": [], "n": 1, "logprobs": false, "seed": 7});
    read(passed).check().unwrap();
}
