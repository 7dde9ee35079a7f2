//! Workers that reply, and that hand work to each other.

use pegboard_testkit::{House, McpSession, ScriptedModel, Turn, call, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

use crate::speak::set_up;

use super::{part, says, shown, stream};

const LEAD: &str =
    "---\nname: lead\ntoolsets: {filesystem: {}, worker: {workers: [writer]}}\n---\nYou lead.\n";
const WRITER: &str = "---\nname: writer\ntoolsets:\n  app-builder: {tools: {write_file: preApproved, run_command: ask, \
                      read_file: blocked}}\nlimits: {steps: 4}\n---\nYou write.\n";

async fn put(house: &House, name: &str, text: &str) {
    house.request(Method::PUT, &format!("/workers/{name}"), Some(json!({"text": text}))).await.ok();
}

fn to_writer(id: &str) -> Turn {
    Turn::calls([call(id, "writer", json!({"input": "Write it down."}))])
}

fn as_lead(text: &str) -> Value {
    let mut body = says(text);
    body["worker"] = json!("lead");
    body
}

/// The calls of a chat, oldest first: who made it, what, how it ended and below which one it stands.
async fn audit(house: &House, chat: &str) -> String {
    let calls = house.get(&format!("/calls?chat_id={chat}")).await.ok();
    let mut calls = calls["items"].as_array().unwrap().clone();
    calls.reverse();
    let place = |id: &Value| calls.iter().position(|call| call["id"] == *id);
    let line = |call: &Value| {
        let (worker, tool, status) = (&call["worker"], &call["tool_id"], &call["status"]);
        format!("{worker} {tool} {status} [{}] below {:?}", call["rule"], place(&call["parent_id"]))
    };
    calls.iter().map(line).collect::<Vec<_>>().join("\n")
}

on_each_database!(
    async fn a_worker_hands_work_to_another_under_the_rules_of_both(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        put(&house, "writer", WRITER).await;
        put(&house, "lead", LEAD).await;
        let write = call("w1", "app-builder__write_file", json!({"path": "note.txt", "content": "rain"}));
        let turns = vec![
            to_writer("c1"),
            Turn::text("I write.").then_calls([
                write,
                call("w2", "app-builder__read_file", json!({"path": "note.txt"})),
                call("w3", "read_file", json!({"path": "note.txt"})),
            ]),
            Turn::text("Written."),
            Turn::text("The writer has written it."),
        ];
        let model = ScriptedModel::start(turns).await;
        set_up(&house, &model).await;
        let chat = house.chat("handed").await;
        let told = stream(&house, &chat, as_lead("See to it.")).await;
        let audited = audit(&house, &chat).await;
        insta::with_settings!({filters => vec![(r"[0-9a-f-]{36}", "[id]")]}, {
            insta::assert_snapshot!("handed", shown(&told));
            insta::assert_json_snapshot!("turn", told.iter().rfind(|part| part["type"] == "data-worker-turn"));
            insta::assert_snapshot!("audit", audited);
        });
        assert_eq!(house.file(&chat, "note.txt").await, b"rain");
        let leaf = house.get(&format!("/chats/{chat}")).await.ok()["active_leaf_message_id"].clone();
        assert_eq!(leaf, told[0]["messageId"], "the chat stands on the reply, whatever its worker called");
        let requests = model.requests();
        let system = |at: usize| requests[at]["messages"][0]["content"].as_str().unwrap().to_owned();
        assert!(system(0).starts_with("You lead."), "{}", system(0));
        assert!(system(1).starts_with("You write."), "{}", system(1));
        let names = |at: usize| {
            let tools = requests[at]["tools"].as_array().unwrap().iter();
            tools.map(|tool| tool["function"]["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert!(names(0).contains(&"writer".to_owned()), "{:?}", names(0));
        assert!(!names(0).contains(&"lead".to_owned()), "{:?}", names(0));
        assert!(names(1).iter().all(|name| name.starts_with("app-builder__")), "{:?}", names(1));
    }
);

on_each_database!(
    async fn a_worker_waits_for_whoever_must_see_its_call(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        put(&house, "writer", WRITER).await;
        let run = call("w1", "app-builder__run_command", json!({"command": "echo hi > out.txt"}));
        let turns = vec![to_writer("c1"), Turn::calls([run]), Turn::text("It ran."), Turn::text("Done.")];
        let model = ScriptedModel::start(turns).await;
        set_up(&house, &model).await;
        let chat = house.chat("waits").await;
        let path = format!("/chats/{chat}/stream");
        let mut answer = house.raw(Method::POST, &path).json(&says("See to it.")).send().await.unwrap();
        let mut seen = String::new();
        while !seen.contains("\"waiting\"") {
            let more = answer.chunk().await.unwrap().expect("it waits before it ends");
            seen.push_str(&String::from_utf8_lossy(&more));
        }
        let pending = house.get("/calls?status=pending").await.ok()["items"][0].clone();
        assert_eq!(pending["worker"], "writer");
        let call = pending["id"].as_str().unwrap();
        house.post(&format!("/calls/{call}/approve"), json!({})).await.ok();
        seen.push_str(&answer.text().await.unwrap());
        assert_eq!(part(&super::chunks(&seen), "finish")["finishReason"], "stop", "{seen}");
        assert_eq!(house.file(&chat, "out.txt").await, b"hi\n");
    }
);

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_does_not_go_on_without_end() {
    let house = House::start().with_toolset("app-builder").await;
    put(&house, "writer", WRITER).await;
    let again = || Turn::calls([call("w1", "app-builder__list_files", json!({}))]);
    let mut turns = vec![to_writer("c1")];
    turns.extend((0..4).map(|_| again()));
    turns.push(Turn::text("It did not come to an end."));
    let model = ScriptedModel::start(turns).await;
    set_up(&house, &model).await;
    let chat = house.chat("endless").await;
    let told = stream(&house, &chat, says("See to it.")).await;
    let why = &part(&told, "tool-output-error")["errorText"];
    assert_eq!(why, "the worker was not done after 4 steps");
    assert_eq!(model.left(), 0);

    // As the one who replies, it is held to the same.
    for _ in 0..4 {
        model.add(again());
    }
    let mut body = says("Go.");
    body["worker"] = json!("writer");
    let told = stream(&house, &chat, body).await;
    assert_eq!(told.last().unwrap()["errorText"], "it took 4 steps; have it go on if it should");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_worker_found_first_is_cut_when_it_finds_too_much() {
    let house = House::start().with_toolset("app-builder").await;
    put(&house, "writer", &WRITER.replace("read_file: blocked", "read_file: preApproved")).await;
    let chat = house.chat("long").await;
    let long = json!({"path": "long.txt", "content": format!("{}end", "word ".repeat(2_500))});
    house.succeed(&chat, "app-builder:write_file", long).await;
    let read = |id: &str| Turn::calls([call(id, "app-builder__read_file", json!({"path": "long.txt"}))]);
    let turns = vec![
        to_writer("c1"),
        read("w1"),
        read("w2"),
        Turn::text("Many words."),
        Turn::text("The writer has read it."),
    ];
    let model = ScriptedModel::start(turns).await;
    let profile =
        json!({"protocol": "openai", "base_url": model.url(), "model": "m", "context_window": 8_000});
    house.request(Method::PUT, "/models/scripted", Some(profile)).await.ok();
    let told = stream(&house, &chat, says("See to it.")).await;
    assert_eq!(part(&told, "tool-output-available")["output"], "Many words.", "{told:#?}");
    let results = |at: usize| {
        let messages = model.requests()[at]["messages"].as_array().unwrap().clone();
        let results = messages.iter().filter(|one| one["role"] == "tool");
        results.map(|one| one["content"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (first, both) = (results(2), results(3));
    assert!(first[0].contains("word end"), "it is read once");
    assert!(both[0].ends_with("[the rest of this older result is left out]"), "{}", both[0]);
    assert_eq!((both[0].len() < 300, &both[1]), (true, &first[0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_over_mcp_hands_work_to_a_worker_that_is_exposed() {
    let house = House::start().with_arguments(&["--whole-list", "0"]).with_toolset("app-builder").await;
    put(&house, "lead", LEAD).await;
    let session = McpSession::begin(&house, "/mcp", house.token(), json!({})).await;
    assert!(!session.tools().await.contains(&"ask_worker".to_owned()), "there is nobody to ask");

    put(
        &house,
        "writer",
        &WRITER.replace("name: writer", "name: writer\nexposed: true\ndescription: Writes."),
    )
    .await;
    let listed = session.ask("tools/list", json!({})).await["tools"].clone();
    insta::assert_json_snapshot!(
        "ask_worker",
        listed.as_array().unwrap().iter().find(|one| one["name"] == "ask_worker")
    );
    let write = call("w1", "app-builder__write_file", json!({"path": "note.txt", "content": "rain"}));
    let model = ScriptedModel::start(vec![Turn::calls([write]), Turn::text("Written.")]).await;
    set_up(&house, &model).await;
    let done = session.call("ask_worker", json!({"worker": "writer", "task": "Write it down."})).await;
    assert_eq!(
        (&done["isError"], &done["content"][0]["text"]),
        (&json!(false), &json!("Written.")),
        "{done}"
    );
    let calls = house.get("/calls").await.ok()["items"].clone();
    let calls: Vec<_> = calls.as_array().unwrap().iter().rev().map(|call| &call["tool_id"]).collect();
    assert_eq!(calls, ["writer", "app-builder:write_file"]);

    let refused = session.call("ask_worker", json!({"worker": "lead", "task": "See to it."})).await;
    assert_eq!(refused["isError"], true);
    assert_eq!(refused["content"][0]["text"], "there is no such worker to ask; there are `writer`");
}
