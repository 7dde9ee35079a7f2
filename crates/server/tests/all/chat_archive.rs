//! A chat goes into a ZIP, and comes out of it in another house.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::path::Path;

use pegboard_testkit::{House, ScriptedModel, Turn, call, on_each_database};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::place::{go_to, tree, write};
use crate::speak::{say, set_up};

async fn exported(house: &House, chat: &str) -> Vec<u8> {
    let answer = house.raw(Method::GET, &format!("/chats/{chat}/export")).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-type"], "application/zip");
    answer.bytes().await.unwrap().to_vec()
}

async fn imported(house: &House, zip: Vec<u8>) -> Value {
    let request = house.raw(Method::POST, "/chats/import").header("content-type", "application/zip");
    let answer = request.body(zip).send().await.unwrap();
    let status = answer.status();
    let chat: Value = answer.json().await.unwrap();
    assert_eq!(status, StatusCode::CREATED, "{chat:#}");
    chat
}

/// The files of each branch, by what is said at its end.
async fn branches(house: &House, chat: &str) -> BTreeMap<String, BTreeMap<String, Vec<u8>>> {
    let detail = house.get(&format!("/chats/{chat}")).await.ok();
    let mut found = BTreeMap::new();
    for leaf in detail["leaves"].as_array().unwrap() {
        let message = detail["messages"].as_array().unwrap().iter().find(|one| one["id"] == *leaf).unwrap();
        go_to(house, chat, leaf).await;
        found.insert(
            format!("{} {}", message["role"], message["created_at"]),
            tree(Path::new(&house.workspace(chat))),
        );
    }
    go_to(house, chat, &detail["active_leaf_message_id"]).await;
    found
}

/// Messages and calls without what is a house's own.
async fn record(house: &House, chat: &str) -> (Vec<Value>, Vec<Value>) {
    let detail = house.get(&format!("/chats/{chat}")).await.ok();
    let messages = detail["messages"].as_array().unwrap();
    let ids: Vec<&Value> = messages.iter().map(|message| &message["id"]).collect();
    let told = |message: &Value| {
        let mut content = message["content"].clone();
        for part in content.as_array_mut().unwrap() {
            part.as_object_mut().unwrap().remove("call_id");
        }
        json!([message["role"], content, message["created_at"], message["reply"]["status"]])
    };
    let messages = messages.iter().map(told).collect();
    let mut calls = Vec::new();
    for summary in
        house.get(&format!("/calls?chat_id={chat}&limit=100")).await.ok()["items"].as_array().unwrap()
    {
        // Calls of what was deleted stay in the record, and do not go along.
        if !ids.contains(&&summary["message_id"]) {
            continue;
        }
        let call = house.get(&format!("/calls/{}", summary["id"].as_str().unwrap())).await.ok();
        let kept = [
            "tool_id",
            "args",
            "status",
            "result",
            "error",
            "log",
            "rule",
            "changes",
            "created_at",
            "render_plan",
            "caller",
        ];
        calls.push(kept.iter().map(|key| call[*key].clone()).collect());
    }
    (messages, calls)
}

/// A chat with two branches, one of them made by hand as well, and one that was deleted.
async fn with_branches(house: &House) -> String {
    let chat = house.chat("Plan the trip").await;
    let first = write(house, &chat, "a.txt", "one").await;
    std::fs::write(house.workspace(&chat).join("photo.bin"), [0_u8, 159, 146, 150]).unwrap();
    std::fs::create_dir(house.workspace(&chat).join("empty")).unwrap();
    let deleted = write(house, &chat, "secret.txt", "never").await;
    house
        .request(
            Method::DELETE,
            &format!("/chats/{chat}/messages/{}", deleted["message_id"].as_str().unwrap()),
            None,
        )
        .await
        .ok();
    write(house, &chat, "b.txt", "left").await;
    house.call(&chat, "rough-edges:raise_error", json!({})).await;
    go_to(house, &chat, &first["message_id"]).await;
    write(house, &chat, "b.txt", &"right\n".repeat(100_000)).await;
    chat
}

on_each_database!(
    async fn a_chat_with_branches_and_calls_comes_out_as_it_went_in(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").with_toolset("rough-edges").await;
        let chat = with_branches(&house).await;
        let turns = vec![
            Turn::text("I write.").then_calls([call(
                "c1",
                "app-builder__write_file",
                json!({"path": "c.txt", "content": "model"}),
            )]),
            Turn::text("Written."),
        ];
        let model = ScriptedModel::start(turns).await;
        set_up(&house, &model).await;
        say(&house, &chat, "Write to Rome.").await;

        let zip = exported(&house, &chat).await;
        assert!(!zip.windows(10).any(|bytes| bytes == b"secret.txt"), "what was deleted is not in it");
        let other = House::start().with_toolset("app-builder").await;
        let new = imported(&other, zip.clone()).await;
        let id = new["id"].as_str().unwrap();
        assert_ne!(id, chat);
        assert_eq!(new["title"], "Plan the trip");
        assert_eq!(other.file(id, "c.txt").await, b"model");
        assert_eq!(record(&other, id).await, record(&house, &chat).await);
        assert_eq!(branches(&other, id).await, branches(&house, &chat).await);

        // A call is shown below its message, with the files as they were before and after.
        let calls = other.get(&format!("/calls?chat_id={id}")).await.ok();
        let newest = other.get(&format!("/calls/{}", calls["items"][0]["id"].as_str().unwrap())).await.ok();
        let detail = other.get(&format!("/chats/{id}")).await.ok();
        let said = detail["messages"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["id"] == newest["message_id"])
            .unwrap();
        let asked =
            said["content"].as_array().unwrap().iter().find(|part| part["type"] == "tool-call").unwrap();
        assert_eq!(asked["call_id"], newest["id"]);
        let diff = format!("/chats/{id}/workspace/diff?to={}", newest["post_manifest_id"].as_str().unwrap());
        assert_eq!(other.get(&diff).await.ok()["changes"]["added"], json!(["c.txt"]));
        let found = other.get("/chats?q=rome").await.ok();
        assert_eq!(found["items"][0]["id"], id);
        let stats = other.get("/tools/app-builder:write_file/stats").await;
        assert_eq!(stats.body["calls"].as_u64().unwrap_or(0), 0, "{:#}", stats.body);

        // The chat goes on, and comes out of that house as well.
        write(&other, id, "d.txt", "here").await;
        let again = imported(&house, exported(&other, id).await).await;
        let again = again["id"].as_str().unwrap();
        assert_eq!(branches(&house, again).await, branches(&other, id).await);
        assert_eq!(record(&house, again).await, record(&other, id).await);
    }
);

on_each_database!(
    async fn a_fork_brings_the_calls_that_its_messages_name(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("plan").await;
        let turns = vec![
            Turn::calls([call(
                "c1",
                "app-builder__write_file",
                json!({"path": "c.txt", "content": "model"}),
            )]),
            Turn::text("Written."),
        ];
        let model = ScriptedModel::start(turns).await;
        set_up(&house, &model).await;
        say(&house, &chat, "Write.").await;
        let fork = house.post(&format!("/chats/{chat}/fork"), json!({})).await.ok();
        let new = imported(&house, exported(&house, fork["id"].as_str().unwrap()).await).await;
        let id = new["id"].as_str().unwrap();
        assert_eq!(house.file(id, "c.txt").await, b"model");
        let calls = house.get(&format!("/calls?chat_id={id}")).await.ok()["items"].clone();
        let detail = house.get(&format!("/chats/{id}")).await.ok();
        let said = &detail["messages"][1];
        let asked =
            said["content"].as_array().unwrap().iter().find(|part| part["type"] == "tool-call").unwrap();
        assert_eq!(asked.get("refused"), None, "{asked:#}");
        assert_eq!((&calls[0]["id"], &calls[0]["status"]), (&asked["call_id"], &json!("success")));
        assert_eq!(calls[0]["message_id"], said["id"]);
    }
);

on_each_database!(
    async fn nothing_of_an_imported_chat_waits_or_runs(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("waits").await;
        let turns = vec![
            Turn::calls([
                call("c1", "app-builder__run_command", json!({"command": "echo hi > out.txt"})),
                call("c2", "app-builder__run_command", json!({"command": "echo ho >> out.txt"})),
            ]),
            Turn::text("Nothing ran."),
        ];
        let model = ScriptedModel::start(turns).await;
        set_up(&house, &model).await;
        say(&house, &chat, "Run it.").await;
        assert_eq!(house.get("/calls?status=pending").await.ok()["items"].as_array().unwrap().len(), 2);

        let new = imported(&house, exported(&house, &chat).await).await;
        let id = new["id"].as_str().unwrap();
        let calls = house.get(&format!("/calls?chat_id={id}")).await.ok();
        for call in calls["items"].as_array().unwrap() {
            assert_eq!(
                (&call["status"], &call["error"]["kind"]),
                (&json!("error"), &json!("interrupted")),
                "{call:#}"
            );
        }
        let detail = house.get(&format!("/chats/{id}")).await.ok();
        assert_eq!(detail["messages"][1]["reply"]["status"], "stopped", "{detail:#}");
        let go_on = json!({"trigger": "go-on"});
        let path = format!("/chats/{id}/stream");
        house.raw(Method::POST, &path).json(&go_on).send().await.unwrap().text().await.unwrap();
        let told = model.requests()[1]["messages"].to_string();
        assert!(told.contains("it was not over when its chat was exported"), "{told}");
        assert!(!house.workspace(id).join("out.txt").exists());
        assert_eq!(
            house.get("/calls?status=pending").await.ok()["items"].as_array().unwrap().len(),
            2,
            "there they wait"
        );
    }
);
