//! Replies of models: streamed, waited for, killed half-way, branched. The model says what a test wrote down; all else is real.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod at_hand;
mod attachments;
mod crash;
mod pictures;
mod summary;
mod together;
mod workers;

use std::fs;
use std::time::Duration;

use pegboard_testkit::{House, ScriptedCall, ScriptedModel, Turn, call, call_written, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

use crate::speak::set_up;

/// Has a reply written, and reads its stream to the end.
async fn stream(house: &House, chat: &str, body: Value) -> Vec<Value> {
    let request = house.raw(Method::POST, &format!("/chats/{chat}/stream")).json(&body);
    let answer = request.send().await.unwrap();
    assert_eq!(answer.headers()["x-vercel-ai-ui-message-stream"], "v1");
    chunks(&answer.text().await.unwrap())
}

fn chunks(text: &str) -> Vec<Value> {
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
    assert_eq!(lines.last(), Some(&"[DONE]"), "{text}");
    lines[..lines.len() - 1].iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What a person says.
fn says(text: &str) -> Value {
    json!({"messages": [{"id": "c-1", "role": "user", "parts": [{"type": "text", "text": text}]}]})
}

/// Each part by its type, with what is short of it.
fn shown(chunks: &[Value]) -> String {
    let line = |chunk: &Value| {
        let kind = chunk["type"].as_str().unwrap();
        let said = ["delta", "inputTextDelta", "toolName", "finishReason", "errorText", "reason"];
        let said = said.iter().filter_map(|key| chunk[key].as_str()).collect::<Vec<_>>().join(" ");
        format!("{kind} {said}").trim().to_owned()
    };
    chunks.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The part of a type that comes first.
fn part<'c>(chunks: &'c [Value], kind: &str) -> &'c Value {
    chunks.iter().find(|chunk| chunk["type"] == kind).unwrap_or_else(|| panic!("no {kind} in {chunks:#?}"))
}

fn write(id: &str, path: &str, content: &str) -> ScriptedCall {
    call(id, "app-builder__write_file", json!({"path": path, "content": content}))
}

on_each_database!(
    async fn a_model_calls_a_tool_and_says_what_it_did(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let turns = vec![
            Turn::pieces(["I will ", "write it."]).then_calls([write("c1", "note.txt", "rain")]),
            Turn::text("It is written."),
        ];
        let model = ScriptedModel::start(turns).await;
        set_up(&house, &model).await;
        let chat = house.chat("weather").await;
        let told = stream(&house, &chat, says("Write down that it rains.")).await;
        insta::with_settings!({filters => vec![(r"[0-9a-f-]{36}", "[id]")]}, {
            insta::assert_snapshot!(shown(&told));
        });
        assert_eq!(house.file(&chat, "note.txt").await, b"rain");
        let metadata = &part(&told, "tool-input-available")["toolMetadata"];
        assert_eq!(
            (&metadata["source"], &metadata["toolset"], &metadata["renderer"]),
            (&json!("python"), &json!("app-builder"), &json!("code"))
        );
        assert_eq!(part(&told, "data-workspace-change")["data"]["added"], json!(["note.txt"]));

        // The call is one like any other, on the reply's own message.
        let id = part(&told, "tool-output-available")["toolCallId"].as_str().unwrap();
        let made = house.get(&format!("/calls/{id}")).await.ok();
        assert_eq!((&made["status"], &made["message_id"]), (&json!("success"), &told[0]["messageId"]));
        let detail = house.get(&format!("/chats/{chat}")).await.ok();
        let roles: Vec<_> = detail["messages"].as_array().unwrap().iter().map(|one| &one["role"]).collect();
        assert_eq!(roles, ["user", "assistant"]);
        assert_eq!(detail["active_leaf_message_id"], told[0]["messageId"]);
        assert_eq!(detail["messages"][1]["manifest_id"], made["post_manifest_id"]);

        // What the model was told: the tools of the chest, and then what came of its call.
        let requests = model.requests();
        assert_eq!(requests.len(), 2);
        let names: Vec<_> = requests[0]["tools"].as_array().unwrap().iter().collect();
        assert!(names.iter().any(|tool| tool["function"]["name"] == "app-builder__write_file"), "{names:#?}");
        let last = requests[1]["messages"].as_array().unwrap().last().unwrap();
        assert_eq!((&last["role"], &last["tool_call_id"]), (&json!("tool"), &json!("c1")));
        assert!(last["content"].as_str().unwrap().contains("note.txt"), "{last:#}");
        house
            .raw(Method::GET, &format!("/chats/{chat}/stream"))
            .send()
            .await
            .map(|answer| assert_eq!(answer.status(), 204))
            .unwrap();
    }
);

on_each_database!(
    async fn a_call_that_asks_ends_the_turn_and_goes_on_after_a_restart(house: HouseBuilder) {
        let mut house = house.with_toolset("app-builder").await;
        let run = |id| call(id, "app-builder__run_command", json!({"command": "echo hi > out.txt"}));
        let turns = vec![
            Turn::calls([run("c1")]),
            Turn::text("It ran."),
            Turn::calls([run("c1")]),
            Turn::text("Then not."),
            Turn::calls([run("c1")]),
            Turn::text("Approved elsewhere."),
        ];
        let model = ScriptedModel::start(turns).await;
        set_up(&house, &model).await;
        let chat = house.chat("commands").await;
        let told = stream(&house, &chat, says("Run it.")).await;
        assert_eq!(told.last().unwrap()["finishReason"], "tool-calls", "{}", shown(&told));
        let approval = part(&told, "tool-approval-request")["approvalId"].clone();
        let message = told[0]["messageId"].clone();
        house.restart();

        let decided = |approved: bool, approval: &Value, message: &Value| {
            json!({"messages": [{"id": message, "role": "assistant", "parts": [{
                "type": "dynamic-tool", "toolName": "app-builder__run_command", "state": "approval-responded",
                "input": {"command": "rm -rf /"}, "approval": {"id": approval, "approved": approved, "reason": "because"},
            }]}]})
        };
        let told = stream(&house, &chat, decided(true, &approval, &message)).await;
        assert_eq!(told[0]["messageId"], message, "the same message goes on");
        insta::assert_snapshot!("approved", shown(&told));
        // What the client claims to have been asked about is not what runs.
        assert_eq!(house.file(&chat, "out.txt").await, b"hi\n");
        let again = house.post(&format!("/chats/{chat}/stream"), decided(true, &approval, &message)).await;
        assert_eq!(again.status, 409, "{:#}", again.body);

        let told = stream(&house, &chat, says("Again.")).await;
        let approval = part(&told, "tool-approval-request")["approvalId"].clone();
        let told = stream(&house, &chat, decided(false, &approval, &told[0]["messageId"])).await;
        insta::assert_snapshot!("denied", shown(&told));
        let last = model.requests().pop().unwrap();
        let last = last["messages"].as_array().unwrap().last().unwrap().clone();
        assert!(last["content"].as_str().unwrap().contains("denied this call: because"), "{last:#}");

        // A yes from elsewhere has the reply go on by itself.
        let told = stream(&house, &chat, says("Once more.")).await;
        let call = part(&told, "tool-approval-request")["approvalId"].as_str().unwrap();
        house.post(&format!("/calls/{call}/approve"), json!({})).await.ok();
        let text = until_said(&house, &chat).await;
        assert_eq!(text, "Approved elsewhere.");
    }
);

/// Waits until the active leaf of a chat is a reply that ends with a text; gives it back.
async fn until_said(house: &House, chat: &str) -> String {
    for _ in 0..400 {
        let detail = house.get(&format!("/chats/{chat}")).await.ok();
        let leaf = &detail["active_leaf_message_id"];
        let messages = detail["messages"].as_array().unwrap();
        let message = messages.iter().find(|message| message["id"] == *leaf).unwrap();
        let last = message["content"].as_array().unwrap().last().cloned().unwrap_or_default();
        if message["role"] == "assistant" && last["type"] == "text" {
            return last["text"].as_str().unwrap().to_owned();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("nothing was said");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_model_gets_wrong_is_told_to_it() {
    let house = House::start().with_toolset("app-builder").await;
    let turns = vec![
        Turn::calls([
            call("c1", "no_such__tool", json!({})),
            call_written("c2", "app-builder__write_file", "{\"path\": \"a"),
            call("c3", "app-builder__write_file", json!({"path": 7})),
        ]),
        Turn::text("I give up."),
    ];
    let model = ScriptedModel::start(turns).await;
    set_up(&house, &model).await;
    let chat = house.chat("faults").await;
    let told = stream(&house, &chat, says("Do something.")).await;
    insta::assert_snapshot!(shown(&told));
    let answers: Vec<String> = model.requests()[1]["messages"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|message| message["role"] == "tool")
        .map(|message| message["content"].as_str().unwrap().to_owned())
        .collect();
    insta::assert_snapshot!(answers.join("\n"));
    assert_eq!(house.get(&format!("/calls?chat_id={chat}")).await.ok()["items"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_behind_the_other_protocol_works_the_same() {
    let house = House::start().with_toolset("app-builder").await;
    let turns = vec![
        Turn::reasoning("Rain, then.")
            .then_text("I will.")
            .then_calls([write("c1", "a.txt", "one"), write("c2", "b.txt", "two")]),
        Turn::busy(Some("0")),
        Turn::text("Both are written."),
    ];
    let model = ScriptedModel::start(turns).await;
    let profile = json!({"protocol": "anthropic", "base_url": model.url(), "model": "m", "api_key": "sk-1"});
    house.request(Method::PUT, "/models/other", Some(profile)).await.ok();
    let chat = house.chat("other").await;
    let told = stream(&house, &chat, says("Write two files.")).await;
    insta::assert_snapshot!(shown(&told));
    assert_eq!(house.file(&chat, "a.txt").await, b"one");
    assert_eq!(house.file(&chat, "b.txt").await, b"two");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chat_without_a_model_says_what_to_do() {
    let house = House::start().await;
    let chat = house.chat("empty").await;
    let refused = house.post(&format!("/chats/{chat}/stream"), says("Hello?")).await.with_status(409);
    insta::assert_snapshot!(format!("{}\n{}", refused["detail"], refused["hint"]));
    assert_eq!(
        house.get(&format!("/chats/{chat}")).await.ok()["messages"],
        json!([]),
        "nothing is left of it"
    );
}

on_each_database!(
    async fn each_branch_has_its_own_files(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let turn = |content: &str| Turn::calls([write("c1", "a.bin", content)]);
        let turns =
            ["one\u{0}", "two\r\n", "three"].into_iter().flat_map(|text| [turn(text), Turn::text(text)]);
        let model = ScriptedModel::start(turns.collect()).await;
        set_up(&house, &model).await;
        let chat = house.chat("branches").await;
        let first = stream(&house, &chat, says("Write.")).await;
        // Written anew beside the first, and then sent again with other words.
        let second = stream(
            &house,
            &chat,
            json!({"trigger": "regenerate-message", "messageId": first[0]["messageId"]}),
        )
        .await;
        assert_ne!(first[0]["messageId"], second[0]["messageId"]);
        let mut anew = says("Write something else.");
        let root = house.get(&format!("/chats/{chat}")).await.ok()["messages"][0]["id"].clone();
        anew["parentId"] = root;
        let third = stream(&house, &chat, anew).await;
        let detail = house.get(&format!("/chats/{chat}")).await.ok();
        assert_eq!(detail["leaves"].as_array().unwrap().len(), 3, "{detail:#}");
        for (reply, bytes) in
            [(&first, "one\u{0}"), (&third, "three"), (&second, "two\r\n"), (&first, "one\u{0}")]
        {
            let leaf = json!({"message_id": reply[0]["messageId"]});
            house.post(&format!("/chats/{chat}/active-leaf"), leaf).await.ok();
            assert_eq!(fs::read(house.workspace(&chat).join("a.bin")).unwrap(), bytes.as_bytes());
        }
    }
);

on_each_database!(
    async fn a_first_message_said_otherwise_begins_with_what_was_there_before_the_first(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let turns = vec![
            Turn::calls([write("c1", "a.txt", "one")]),
            Turn::text("Written."),
            Turn::text("Nothing is there."),
        ];
        let model = ScriptedModel::start(turns).await;
        set_up(&house, &model).await;
        let chat = house.chat("first").await;
        let given = house.raw(Method::PUT, &format!("/chats/{chat}/workspace/files/given.txt")).body("given");
        assert!(given.send().await.unwrap().status().is_success());
        stream(&house, &chat, says("Write.")).await;
        let mut otherwise = says("What is there?");
        otherwise["parentId"] = Value::Null;
        stream(&house, &chat, otherwise).await;
        let detail = house.get(&format!("/chats/{chat}")).await.ok();
        let messages = detail["messages"].as_array().unwrap();
        let roots = messages.iter().filter(|message| message["parent_id"].is_null()).count();
        assert_eq!((roots, messages.len()), (2, 4), "{detail:#}");
        assert!(!house.workspace(&chat).join("a.txt").exists());
        assert_eq!(house.file(&chat, "given.txt").await, b"given");
        assert_eq!(
            model.requests()[2]["messages"].as_array().unwrap().len(),
            2,
            "no word of the other branch"
        );
    }
);

#[tokio::test(flavor = "multi_thread")]
async fn what_a_schedule_found_starts_a_reply_by_itself() {
    let house = House::start().await;
    let model = ScriptedModel::start(vec![Turn::text("It will rain; take a coat.")]).await;
    set_up(&house, &model).await;
    let args = json!({"path": "note.txt", "content": "rain"});
    let schedule = json!({"schedule": "@daily", "prompt": "What should I wear?", "args": args});
    house.request(Method::PUT, "/schedules/write_file", Some(schedule)).await.ok();
    let call = house.post("/schedules/write_file/run", json!({})).await.ok();
    let chat = call["chat_id"].as_str().unwrap();
    assert_eq!(until_said(&house, chat).await, "It will rain; take a coat.");
    let asked = model.requests()[0]["messages"].as_array().unwrap().last().unwrap().clone();
    assert!(asked["content"].as_str().unwrap().starts_with("What should I wear?"), "{asked:#}");
    let waiting = house.get("/prompts?status=done").await.ok();
    assert_eq!(waiting["items"].as_array().unwrap().len(), 1, "{waiting:#}");
}
