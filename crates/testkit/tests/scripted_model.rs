//! The scripted model speaks as the servers do that it stands in for.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use pegboard_testkit::{Gate, ScriptedModel, Turn, call};
use reqwest::Client;
use serde_json::{Value, json};

/// The data of all events, in order.
fn events(text: &str) -> Vec<Value> {
    let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
    data.filter(|data| *data != "[DONE]").map(|data| serde_json::from_str(data).expect("JSON")).collect()
}

fn client() -> Client {
    Client::builder().no_proxy().build().expect("a client")
}

/// Chat completions come as chunks: text, a call in fragments, a reason, what it took, the end.
#[tokio::test]
async fn chat_completions() {
    let model = ScriptedModel::start(vec![Turn::text("Let me see.").then_calls([call(
        "c1",
        "bash",
        json!({"command": "ls"}),
    )])])
    .await;
    let ask = json!({
        "model": "m", "stream": true, "stream_options": {"include_usage": true},
        "messages": [{"role": "user", "content": "What is here?"}],
    });
    let url = format!("{}/chat/completions", model.url());
    let answer = client().post(url).bearer_auth("sk-1").json(&ask).send().await.expect("an answer");
    let text = answer.text().await.expect("a whole answer");
    let events = events(&text);
    assert!(text.ends_with("data: [DONE]\n\n"), "{text}");
    assert_eq!(events[1]["choices"][0]["delta"]["content"], "Let me see.");
    let input: String = events
        .iter()
        .filter_map(|event| event["choices"][0]["delta"]["tool_calls"][0]["function"]["arguments"].as_str())
        .collect();
    assert_eq!(input, r#"{"command":"ls"}"#);
    assert_eq!(events[events.len() - 2]["choices"][0]["finish_reason"], "tool_calls");
    assert_eq!(events[events.len() - 1]["usage"]["total_tokens"], 40);
    assert_eq!((model.requests(), model.keys()), (vec![ask], vec![Some("sk-1".to_owned())]));
}

/// Messages come as named events, a block for each thing said.
#[tokio::test]
async fn messages() {
    let model = ScriptedModel::start(vec![Turn::reasoning("Hm.").then_text("Hello").then_calls([call(
        "c1",
        "bash",
        json!({}),
    )])])
    .await;
    let url = format!("{}/messages", model.url());
    let ask = json!({"model": "m", "stream": true, "messages": []});
    let answer = client().post(url).json(&ask).send().await.expect("an answer");
    let events = events(&answer.text().await.expect("a whole answer"));
    let kinds: Vec<&str> = events
        .iter()
        .map(|event| event["content_block"]["type"].as_str().or(event["type"].as_str()).unwrap_or_default())
        .collect();
    let expected = "message_start ping thinking content_block_delta content_block_delta content_block_stop \
                    text content_block_delta content_block_stop \
                    tool_use content_block_delta content_block_delta content_block_stop message_delta message_stop";
    assert_eq!(kinds.join(" "), expected);
    assert_eq!(events[events.len() - 2]["delta"]["stop_reason"], "tool_use");
}

/// Turns are used in order, but for those that wait for certain words; then there is nothing more.
#[tokio::test]
async fn the_turn_for_a_request() {
    let model = ScriptedModel::start(vec![
        Turn::text("about cats").when("cat"),
        Turn::busy(Some("3")),
        Turn::text("second"),
    ])
    .await;
    let say = async |words: &str| {
        let ask = json!({"model": "m", "messages": [{"role": "user", "content": words}]});
        let url = format!("{}/chat/completions", model.url());
        let answer = client().post(url).json(&ask).send().await.expect("an answer");
        let retry = answer.headers().get("retry-after").map(|value| value.to_str().expect("text").to_owned());
        (answer.status().as_u16(), retry, answer.text().await.expect("a text"))
    };
    let (status, retry, _) = say("dogs").await;
    assert_eq!((status, retry.as_deref()), (429, Some("3")));
    assert!(say("a cat, please").await.2.contains("about cats"));
    assert!(say("dogs").await.2.contains("second"));
    assert_eq!(say("dogs").await.0, 500);
    assert_eq!(model.left(), 0);
}

/// An answer waits at a gate, can be cut off, and knows when nobody listens any more.
#[tokio::test]
async fn gates_cuts_and_hang_ups() {
    let gate = Gate::closed();
    let model = ScriptedModel::start(vec![
        Turn::text("before").then_wait(&gate).then_text("after"),
        Turn::text("half").then_cut(),
        Turn::text("before").then_wait(&Gate::closed()),
    ])
    .await;
    let url = format!("{}/chat/completions", model.url());
    let ask = || client().post(&url).json(&json!({"messages": []})).send();
    let answer = ask().await.expect("an answer");
    gate.reached().await;
    gate.open();
    assert!(answer.text().await.expect("a whole answer").contains("after"));
    let mut half = ask().await.expect("an answer");
    let mut read = Vec::new();
    while let Ok(Some(piece)) = half.chunk().await {
        read.extend_from_slice(&piece);
    }
    assert!(String::from_utf8_lossy(&read).contains("half"));
    assert!(half.chunk().await.is_ok_and(|piece| piece.is_none()) || !read.ends_with(b"[DONE]\n\n"));
    drop(ask().await.expect("an answer"));
    model.hung_up(1).await;
}
