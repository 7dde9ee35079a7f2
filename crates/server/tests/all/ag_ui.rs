//! Replies as events of AG-UI. Its published client and its schemas were tried by hand; here it is HTTP as they send it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use pegboard_testkit::{House, ScriptedModel, Turn, call};
use reqwest::Method;
use serde_json::{Value, json};

/// One run: the events by their types, and all of them.
async fn run(house: &House, chat: &str, id: &str, more: Value) -> (String, Vec<Value>) {
    let mut input =
        json!({"threadId": "t-1", "runId": id, "state": {}, "messages": [], "tools": [], "context": []});
    for (key, value) in more.as_object().unwrap() {
        input[key] = value.clone();
    }
    let answer = house.raw(Method::POST, &format!("/chats/{chat}/ag-ui")).json(&input).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let text = answer.text().await.unwrap();
    let events = text.lines().filter_map(|line| line.strip_prefix("data: "));
    let events: Vec<Value> = events.map(|line| serde_json::from_str(line).unwrap()).collect();
    let types = events.iter().map(|event| {
        let more = ["delta", "stepName", "name", "content"].into_iter().find_map(|key| event[key].as_str());
        format!("{} {}", event["type"].as_str().unwrap(), more.unwrap_or_default()).trim().to_owned()
    });
    (types.collect::<Vec<_>>().join("\n"), events)
}

/// The id of the first text.
fn message_of(events: &[Value]) -> Value {
    events.iter().find(|event| event["type"] == "TEXT_MESSAGE_START").unwrap()["messageId"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_interrupted_by_a_call_and_resumed_with_a_decision() {
    let house = House::start().with_toolset("app-builder").await;
    let run_command = call("c1", "app-builder__run_command", json!({"command": "echo hi > out.txt"}));
    let turns = vec![Turn::pieces(["I ", "run it."]).then_calls([run_command]), Turn::text("It ran.")];
    let model = ScriptedModel::start(turns).await;
    let profile = json!({"protocol": "openai", "base_url": model.url(), "model": "scripted", "api_key": "sk-scripted-1"});
    house.request(Method::PUT, "/models/scripted", Some(profile)).await.ok();
    let chat = house.chat("runs").await;
    let said = json!({"messages": [{"id": "m-1", "role": "user", "content": "Run it."}]});
    let (types, events) = run(&house, &chat, "r-1", said).await;
    insta::assert_snapshot!("interrupted", types);
    let outcome = &events.last().unwrap()["outcome"];
    assert_eq!(outcome["type"], "interrupt", "{outcome:#}");
    let interrupt = &outcome["interrupts"][0];
    let resume = json!({"resume": [{"interruptId": interrupt["id"], "status": "resolved", "payload": {"approved": true}}]});
    let said_before = message_of(&events);
    let (types, events) = run(&house, &chat, "r-2", resume).await;
    assert_ne!(message_of(&events), said_before, "a client would append to the message of the run before");
    insta::assert_snapshot!("resumed", types);
    assert_eq!(events.last().unwrap()["outcome"], json!({"type": "success"}));
    assert_eq!(house.file(&chat, "out.txt").await, b"hi\n");
    let nothing = json!({"threadId": "t", "runId": "r", "messages": [], "tools": [], "context": []});
    house.post(&format!("/chats/{chat}/ag-ui"), nothing).await.with_status(422);
}
