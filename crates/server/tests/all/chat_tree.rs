//! What can be done with the tree of a chat.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::path::Path;

use pegboard_testkit::{House, ScriptedCall, ScriptedModel, Turn, call, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

/// Every file of a folder with its bytes.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder_now) = open.pop() {
        for entry in std::fs::read_dir(folder_now).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                open.push(entry.path());
            } else {
                let name = entry.path().strip_prefix(folder).unwrap().to_string_lossy().into_owned();
                files.insert(name, std::fs::read(entry.path()).unwrap());
            }
        }
    }
    files
}

async fn write(house: &House, chat: &str, path: &str, content: &str) -> Value {
    house.succeed(chat, "app-builder:write_file", json!({"path": path, "content": content})).await
}

async fn go_to(house: &House, chat: &str, message: &Value) {
    house.post(&format!("/chats/{chat}/active-leaf"), json!({"message_id": message})).await.ok();
}

async fn fork(house: &House, chat: &str, request: Value) -> Value {
    house.post(&format!("/chats/{chat}/fork"), request).await.ok()
}

async fn detail(house: &House, chat: &str) -> Value {
    house.get(&format!("/chats/{chat}")).await.ok()
}

fn id(chat: &Value) -> &str {
    chat["id"].as_str().unwrap()
}

/// Sets the scripted model up as the house's own.
async fn set_up(house: &House, model: &ScriptedModel) {
    let profile = json!({"protocol": "openai", "base_url": model.url(), "model": "scripted", "api_key": "sk-scripted-1"});
    let set = house.request(Method::PUT, "/models/scripted", Some(profile)).await;
    assert!(set.status < 300, "{:#}", set.body);
}

/// Has a reply written to what a person says, and reads its stream to the end.
async fn say(house: &House, chat: &str, text: &str) -> String {
    let message = json!({"id": "c-1", "role": "user", "parts": [{"type": "text", "text": text}]});
    let request = house.raw(Method::POST, &format!("/chats/{chat}/stream"));
    request.json(&json!({"messages": [message]})).send().await.unwrap().text().await.unwrap()
}

fn command(id: &str) -> ScriptedCall {
    call(id, "app-builder__run_command", json!({"command": "echo hi > out.txt"}))
}

on_each_database!(
    async fn a_fork_has_each_state_and_neither_chat_affects_the_other(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("plan").await;
        let first = write(&house, &chat, "a.txt", "1").await;
        write(&house, &chat, "dir/b.txt", "2").await;
        std::fs::write(house.workspace(&chat).join("mine.txt"), "by hand").unwrap();
        let whole = tree(&house.workspace(&chat));

        let forked = fork(&house, &chat, json!({})).await;
        assert_eq!(forked["title"], "plan (fork)");
        let other = id(&forked);
        assert_eq!(tree(&house.workspace(other)), whole, "work by hand is part of the leaf");
        let messages = detail(&house, other).await["messages"].clone();
        assert_eq!(messages.as_array().unwrap().len(), 2);
        assert_eq!(messages[1]["parent_id"], messages[0]["id"]);
        assert_eq!(messages[1]["manifest_id"], forked["active_manifest_id"]);
        // The call stays where it was made, and the fork's message names it.
        let named = messages[0]["content"][0]["call_id"].as_str().unwrap();
        assert_eq!(house.get(&format!("/calls/{named}")).await.ok()["chat_id"], json!(chat));

        write(&house, other, "a.txt", "changed in the fork").await;
        assert_eq!(tree(&house.workspace(&chat)), whole);
        write(&house, &chat, "a.txt", "changed in the first").await;
        assert_eq!(house.file(other, "a.txt").await, b"changed in the fork");
        go_to(&house, other, &messages[0]["id"]).await;
        assert_eq!(tree(&house.workspace(other)), BTreeMap::from([("a.txt".to_owned(), b"1".to_vec())]));
        go_to(&house, other, &messages[1]["id"]).await;
        assert_eq!(tree(&house.workspace(other)), whole);

        let short = fork(&house, &chat, json!({"message_id": first["message_id"], "title": "short"})).await;
        assert_eq!((&short["title"], tree(&house.workspace(id(&short))).len()), (&json!("short"), 1));
        let verified = house.post("/workspaces/verify", json!({})).await.ok();
        assert_eq!(verified["problems"], json!([]), "{verified:#}");
    }
);

on_each_database!(
    async fn an_empty_chat_and_a_strange_message_are_no_trouble_for_a_fork(house: HouseBuilder) {
        let house = house.await;
        let chat = house.chat("empty").await;
        let other = house.chat("other").await;
        let url = format!("/chats/{other}/messages");
        let strange = house.post(&url, json!({"content": "hello"})).await.ok();
        let forked = fork(&house, &chat, json!({})).await;
        assert_eq!(forked["active_leaf_message_id"], Value::Null);
        for message in [strange["id"].clone(), json!("01900000-0000-7000-8000-000000000000")] {
            let refused = house.post(&format!("/chats/{chat}/fork"), json!({"message_id": message})).await;
            assert_eq!(
                (refused.status, &refused.body["kind"]),
                (404, &json!("not-found")),
                "{:#}",
                refused.body
            );
        }
    }
);

on_each_database!(
    async fn a_reply_that_waits_does_so_in_its_own_chat_alone(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let turns = vec![Turn::calls([command("c1")]), Turn::text("Not here, then.")];
        let model = ScriptedModel::start(turns).await;
        set_up(&house, &model).await;
        let chat = house.chat("waits").await;
        say(&house, &chat, "Run it.").await;
        let forked = fork(&house, &chat, json!({})).await;
        let other = id(&forked);
        let go_on = house.raw(Method::POST, &format!("/chats/{other}/stream"));
        let told = go_on.json(&json!({"trigger": "go-on"})).send().await.unwrap().text().await.unwrap();
        assert!(told.contains("Not here, then."), "{told}");
        let last = model.requests().pop().unwrap()["messages"].as_array().unwrap().last().unwrap().clone();
        assert!(last["content"].as_str().unwrap().contains("was not made"), "{last:#}");
        let waits = house.get(&format!("/calls?chat_id={chat}")).await.ok();
        assert_eq!(waits["items"][0]["status"], "pending");
        assert_eq!(house.get(&format!("/calls?chat_id={other}")).await.ok()["items"], json!([]));
    }
);
