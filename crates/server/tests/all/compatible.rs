//! OpenAI's chat completions, spoken as its clients speak them. The model says what a test wrote down; all else is real.
//!
//! The published clients in Python and JavaScript were tried by hand; here it is HTTP as they send it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use pegboard_testkit::{Gate, House, ScriptedCall, ScriptedModel, Turn, call};
use reqwest::Method;
use serde_json::{Value, json};

const WORKER: &str = "---\nname: scribe\ntoolsets: {app-builder: {}}\n---\nYou write things down.\n";

async fn house_with(turns: Vec<Turn>) -> (House, ScriptedModel) {
    let house = House::start().with_toolset("app-builder").await;
    house.request(Method::PUT, "/workers/scribe", Some(json!({"text": WORKER}))).await.ok();
    let model = ScriptedModel::start(turns).await;
    let profile = json!({"protocol": "openai", "base_url": model.url(), "model": "scripted", "api_key": "sk-scripted-1"});
    house.request(Method::PUT, "/models/scripted", Some(profile)).await.ok();
    (house, model)
}

fn asks(text: &str) -> Value {
    json!({"model": "scribe", "messages": [{"role": "user", "content": text}]})
}

fn write(id: &str) -> ScriptedCall {
    call(id, "app-builder__write_file", json!({"path": "note.txt", "content": "rain"}))
}

async fn complete(house: &House, body: &Value, chat: Option<&str>) -> reqwest::Response {
    let request = house.raw(Method::POST, "/v1/chat/completions").json(body);
    let request = chat.iter().fold(request, |request, chat| request.header("x-pegboard-chat", *chat));
    request.send().await.unwrap()
}

fn chat_of(answer: &reqwest::Response) -> String {
    answer.headers()["x-pegboard-chat"].to_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_answers_with_its_tools_and_a_chat_is_continued() {
    let turns = vec![
        Turn::text("I will write it.").then_calls([write("c1")]),
        Turn::text("It is written."),
        Turn::text("Yes."),
    ];
    let (house, model) = house_with(turns).await;
    let mut body = asks("Does it rain?");
    body["messages"] = json!([
        {"role": "system", "content": "Be short."},
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Hi."},
        {"role": "user", "content": "Write down that it rains."},
    ]);
    let answer = complete(&house, &body, None).await;
    let chat = chat_of(&answer);
    let said: Value = answer.json().await.unwrap();
    assert_eq!(said["choices"][0]["message"]["content"], "I will write it.\n\nIt is written.", "{said:#}");
    assert_eq!((&said["object"], &said["model"]), (&json!("chat.completion"), &json!("scribe")));
    assert_eq!(said["choices"][0]["finish_reason"], "stop");
    let (usage, pegboard) = (&said["usage"], &said["pegboard"]);
    let sum = usage["prompt_tokens"].as_u64().unwrap() + usage["completion_tokens"].as_u64().unwrap();
    assert!(sum > 0 && usage["total_tokens"] == sum, "{usage}");
    assert_eq!((&pegboard["status"], &pegboard["chat_id"]), (&json!("done"), &json!(chat)));
    assert_eq!(house.file(&chat, "note.txt").await, b"rain");
    let asked = model.requests()[0]["messages"].as_array().unwrap().clone();
    let told: Vec<_> = asked.iter().map(|one| one["content"].as_str().unwrap().trim()).collect();
    assert_eq!(told, ["You write things down.", "Be short.\n\nHello", "Hi.", "Write down that it rains."]);

    let answer = complete(&house, &asks("Really?"), Some(&chat)).await;
    assert_eq!(chat_of(&answer), chat);
    assert_eq!(answer.json::<Value>().await.unwrap()["choices"][0]["message"]["content"], "Yes.");
    assert_eq!(house.get("/chats").await.ok()["items"].as_array().unwrap().len(), 1);

    let models = house.get("/v1/models").await.ok();
    let ids: Vec<_> = models["data"].as_array().unwrap().iter().map(|model| model["id"].clone()).collect();
    assert_eq!(ids, ["default", "scribe"]);
    assert_eq!(house.get("/v1/models/scribe").await.ok()["object"], "model");
}

fn chunks(text: &str) -> Vec<Value> {
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
    assert_eq!(lines.last(), Some(&"[DONE]"), "{text}");
    lines[..lines.len() - 1].iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_says_what_waits_and_how_a_reply_failed() {
    let run = call("c1", "app-builder__run_command", json!({"command": "echo hi"}));
    let turns = vec![Turn::pieces(["I ", "run it."]).then_calls([run]), Turn::text("Half").filtered()];
    let (house, _model) = house_with(turns).await;
    let mut body = asks("Run it.");
    body["stream"] = json!(true);
    body["stream_options"] = json!({"include_usage": true});
    let told = chunks(&complete(&house, &body, None).await.text().await.unwrap());
    assert_eq!(told[0]["choices"][0]["delta"], json!({"role": "assistant", "content": ""}));
    let text: String =
        told.iter().filter_map(|chunk| chunk["choices"][0]["delta"]["content"].as_str()).collect();
    let filters = [(r"[0-9a-f-]{36}", "[id]"), (r"127\.0\.0\.1:\d+", "[address]")];
    insta::with_settings!({filters => filters.to_vec()}, {
        insta::assert_snapshot!("waits", text);
    });
    let last = &told[told.len() - 2];
    assert_eq!(last["choices"][0]["finish_reason"], "stop");
    let call = last["pegboard"]["waiting"][0].as_str().unwrap();
    assert_eq!(house.get(&format!("/calls/{call}")).await.ok()["status"], "pending");
    let usage = told.last().unwrap();
    assert!(usage["choices"] == json!([]) && usage["usage"]["total_tokens"].is_u64(), "{usage:#}");

    let told = chunks(&complete(&house, &body, None).await.text().await.unwrap());
    let error = &told.last().unwrap()["error"];
    assert_eq!((&error["type"], &error["code"]), (&json!("server_error"), &json!("reply_failed")));
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_are_openais_and_what_failed_is_not_tried_again() {
    let (house, _model) = house_with(vec![Turn::text("Half").filtered()]).await;
    let mut seen = String::new();
    let mut with_tools = asks("x");
    with_tools["tools"] = json!([{"type": "function", "function": {"name": "f"}}]);
    let mut nobody = asks("x");
    nobody["model"] = json!("nobody");
    for body in [with_tools, nobody, json!({"model": "default"}), asks("fails")] {
        let answer = complete(&house, &body, None).await;
        let retry = answer.headers().get("x-should-retry").map(|retry| retry.to_str().unwrap().to_owned());
        let (status, error) = (answer.status(), answer.json::<Value>().await.unwrap());
        seen += &format!("{status} {retry:?} {error}\n");
    }
    for (method, path) in [(Method::GET, "/v1/models/nobody"), (Method::POST, "/v1/embeddings")] {
        let answer = house.raw(method, path).send().await.unwrap();
        seen += &format!("{} {}\n", answer.status(), answer.text().await.unwrap());
    }
    let unknown = reqwest::Client::new().get(format!("{}/v1/models", house.url())).bearer_auth("pgb_x");
    let answer = unknown.send().await.unwrap();
    seen += &format!("{} {}\n", answer.status(), answer.text().await.unwrap());
    let answer = complete(&house, &asks("x"), Some("nonsense")).await;
    seen += &format!("{} {}\n", answer.status(), answer.text().await.unwrap());
    insta::assert_snapshot!(seen);
    // Elsewhere a refusal is what it was.
    let elsewhere = house.raw(Method::GET, "/workers/nobody").send().await.unwrap();
    assert_eq!(elsewhere.headers()["content-type"], "application/problem+json");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_hangs_up_stops_the_reply() {
    let gate = Gate::closed();
    let wait = || Turn::text("So far.").then_wait(&gate);
    let (house, model) = house_with(vec![wait(), wait()]).await;
    for (stream, hung_up) in [(true, 1), (false, 2)] {
        let mut body = asks("Tell me all.");
        body["stream"] = json!(stream);
        let request = house.raw(Method::POST, "/v1/chat/completions").json(&body);
        let asking = tokio::spawn(async move { request.send().await.unwrap().text().await });
        model.asked(hung_up).await;
        gate.reached().await;
        asking.abort();
        model.hung_up(hung_up).await;
    }
}
