//! What a pending call would do, seen before anybody says yes, on each database: with real Python and the file tools.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use pegboard_testkit::{House, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

const CODE: &str = r#"
import socket, time
from pathlib import Path

def change(workspace: Path):
    (workspace / "made.txt").write_text("made")
    (workspace / "old.txt").unlink(missing_ok=True)
    (workspace / "changed.txt").write_text("new")
    print("worked in", workspace)
    return {"file": str(workspace / "made.txt"), "at": time.monotonic_ns()}

def connects(workspace: Path, port: int):
    (workspace / "before.txt").write_text("before")
    socket.create_connection(("127.0.0.1", port), 10).close()

def beside(workspace: Path, path: str):
    Path(path).write_text("x")

def waits(workspace: Path, path: str):
    (workspace / "begun").write_text("")
    while True:
        time.sleep(0.01)
"#;

const MANIFEST: &str = r#"
manifest_version: "1"
id: kit
name: Kit
version: "1.0.0"
description: Tools that ask
tools:
  - {id: change, entrypoint: "tools:change", requires_confirmation: true}
  - {id: connects, entrypoint: "tools:connects", requires_confirmation: true}
  - {id: beside, entrypoint: "tools:beside", requires_confirmation: true}
  - {id: waits, entrypoint: "tools:waits", requires_confirmation: true}
"#;

async fn with_kit(house: &House) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("toolset.yaml"), MANIFEST).unwrap();
    std::fs::write(folder.path().join("tools.py"), CODE).unwrap();
    house.import_folder(folder.path()).await.ok();
}

fn at(call: &Value, what: &str) -> String {
    format!("/calls/{}{what}", call["id"].as_str().unwrap())
}

/// A chat with two files, and a call in it that waits.
async fn pending(house: &House, tool: &str, args: Value) -> (String, Value) {
    let chat = house.chat("demo").await;
    for name in ["old.txt", "changed.txt"] {
        house.succeed(&chat, "write_file", json!({"path": name, "content": "old"})).await;
    }
    let call = house.call(&chat, tool, args).await;
    assert_eq!((&call["status"], &call["previewable"]), (&json!("pending"), &json!(true)));
    (chat, call)
}

fn files(workspace: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(workspace)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn copies(house: &House) -> usize {
    std::fs::read_dir(house.data().join("previews")).unwrap().count()
}

async fn states(house: &House, chat: &str) -> usize {
    house.get(&format!("/chats/{chat}/workspace/manifests")).await.ok()["items"].as_array().unwrap().len()
}

on_each_database!(
    async fn what_was_seen_becomes_the_commit_and_nothing_runs_again(house: HouseBuilder) {
        let house = house.await;
        with_kit(&house).await;
        let (chat, call) = pending(&house, "kit:change", json!({})).await;
        let (workspace, before) = (house.workspace(&chat), states(&house, &chat).await);

        let seen = house.post(&at(&call, "/preview"), json!({})).await.ok();
        assert_eq!(seen["status"], "pending");
        let effect = &seen["effect"];
        assert_eq!(
            effect["changes"],
            json!({"added": ["made.txt"], "modified": ["changed.txt"], "removed": ["old.txt"]})
        );
        assert_eq!(effect["result"]["file"], workspace.join("made.txt").to_str().unwrap());
        assert_eq!(effect["log"], format!("worked in {}\n", workspace.display()));
        assert_eq!(files(&workspace), ["changed.txt", "old.txt"]);
        assert_eq!((states(&house, &chat).await, copies(&house)), (before, 0));
        let to = effect["manifest_id"].as_str().unwrap();
        let from = effect["base_manifest_id"].as_str().unwrap();
        let diff = house.get(&format!("/chats/{chat}/workspace/diff?from={from}&to={to}")).await.ok();
        assert_eq!(diff["changes"], effect["changes"]);
        assert_eq!(house.get(&format!("/chats/{chat}/workspace/diff?to={to}")).await.ok(), diff);
        let restore = json!({"manifest_id": to});
        house.post(&format!("/chats/{chat}/workspace/restore"), restore).await.with_status(404);
        assert_eq!(house.get(&at(&call, "")).await.ok()["effect"], *effect, "it is kept");

        let done = house.post(&at(&call, "/approve"), json!({"effect": to})).await.ok();
        assert_eq!((&done["status"], &done["result"]), (&json!("success"), &effect["result"]));
        assert_eq!((&done["changes"], &done["effect"]), (&effect["changes"], &Value::Null));
        assert_eq!((&done["pre_manifest_id"], &done["post_manifest_id"]), (&json!(from), &json!(to)));
        assert_eq!(done["rule"], "approved by admin, who saw what it does");
        assert_eq!(files(&workspace), ["changed.txt", "made.txt"]);
        assert_eq!(std::fs::read_to_string(workspace.join("changed.txt")).unwrap(), "new");
        let listed = house.get(&format!("/chats/{chat}/workspace/manifests")).await.ok();
        assert_eq!(
            (&listed["items"][0]["id"], &listed["items"][0]["source"]),
            (&json!(to), &json!("tool_run"))
        );
        // The chat goes on from there.
        let next = house.succeed(&chat, "write_file", json!({"path": "next.txt", "content": "1"})).await;
        assert_eq!(next["pre_manifest_id"], *to);
    }
);

on_each_database!(
    async fn an_effect_on_a_workspace_that_changed_is_not_taken_over(house: HouseBuilder) {
        let house = house.await;
        with_kit(&house).await;
        let (chat, call) = pending(&house, "kit:change", json!({})).await;
        let first = house.post(&at(&call, "/preview"), json!({})).await.ok();
        std::fs::write(house.workspace(&chat).join("mine.txt"), "mine").unwrap();
        let stale = json!({"effect": first["effect"]["manifest_id"]});
        let refused = house.post(&at(&call, "/approve"), stale.clone()).await.with_status(409);
        assert_eq!(refused["type"], "urn:pegboard:problem:effect-stale");

        // One that was previewed anew begins with what is there now; what was seen before it counts no more.
        let second = house.post(&at(&call, "/preview"), json!({})).await.ok();
        house.post(&at(&call, "/approve"), stale).await.with_status(409);
        let seen = json!({"effect": second["effect"]["manifest_id"]});
        assert_eq!(house.post(&at(&call, "/approve"), seen.clone()).await.ok()["status"], "success");
        assert_eq!(files(&house.workspace(&chat)), ["changed.txt", "made.txt", "mine.txt"]);
        house.post(&at(&call, "/approve"), seen).await.with_status(409);
    }
);

on_each_database!(
    async fn a_call_of_another_branch_begins_where_it_stands(house: HouseBuilder) {
        let house = house.await;
        with_kit(&house).await;
        let (chat, call) = pending(&house, "kit:change", json!({})).await;
        let messages = house.get(&format!("/chats/{chat}")).await.ok();
        let first = messages["messages"][0]["id"].clone();
        house.post(&format!("/chats/{chat}/active-leaf"), json!({"message_id": first})).await.ok();
        house.succeed(&chat, "write_file", json!({"path": "other.txt", "content": "1"})).await;
        let there = files(&house.workspace(&chat));

        let seen = house.post(&at(&call, "/preview"), json!({})).await.ok();
        assert_eq!(seen["effect"]["changes"]["modified"], json!(["changed.txt"]));
        assert_eq!(files(&house.workspace(&chat)), there, "a preview moves nothing");
        let seen = json!({"effect": seen["effect"]["manifest_id"]});
        assert_eq!(house.post(&at(&call, "/approve"), seen).await.ok()["status"], "success");
        assert_eq!(files(&house.workspace(&chat)), ["changed.txt", "made.txt"]);
    }
);

on_each_database!(
    async fn what_fails_is_shown_and_can_still_run_or_be_denied(house: HouseBuilder) {
        let house = house.await;
        with_kit(&house).await;
        let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = json!({"port": server.local_addr().unwrap().port()});
        let (chat, call) = pending(&house, "kit:connects", port).await;
        let seen = house.post(&at(&call, "/preview"), json!({})).await.ok();
        let error = &seen["effect"]["error"];
        assert!(error["message"].as_str().unwrap().contains("no network"), "{error}");
        assert_eq!(seen["effect"]["changes"]["added"], json!(["before.txt"]));
        let effect = json!({"effect": seen["effect"]["manifest_id"]});
        house.post(&at(&call, "/approve"), effect).await.with_status(409);
        assert_eq!(house.post(&at(&call, "/approve"), json!({})).await.ok()["status"], "success");
        assert!(files(&house.workspace(&chat)).contains(&"before.txt".to_owned()));

        let beside = house.data().parent().unwrap().join("pegboard-out");
        let call = house.call(&chat, "kit:beside", json!({"path": beside})).await;
        let seen = house.post(&at(&call, "/preview"), json!({})).await.ok();
        let error = &seen["effect"]["error"];
        assert!(error["message"].as_str().unwrap().contains("outside of the workspace"), "{error}");
        assert!(!beside.exists());
        let denied = house.post(&at(&call, "/deny"), json!({})).await.ok();
        assert_eq!((&denied["error"]["kind"], &denied["effect"]), (&json!("denied"), &Value::Null));
        house.post(&at(&call, "/preview"), json!({})).await.with_status(409);
    }
);

on_each_database!(
    async fn only_what_stays_in_the_workspace_is_tried_out(house: HouseBuilder) {
        let house = house.await;
        with_kit(&house).await;
        let policy = "toolsets:\n  filesystem: {tools: {write_file: ask, delete_file: ask}}\n";
        house.request(Method::PUT, "/policy", Some(json!({"text": policy}))).await.ok();
        let chat = house.chat("demo").await;
        let call = house.call(&chat, "write_file", json!({"path": "a.txt", "content": "1"})).await;
        let seen = house.post(&at(&call, "/preview"), json!({})).await.ok();
        assert_eq!(seen["effect"]["changes"]["added"], json!(["a.txt"]));
        assert_eq!(seen["effect"]["base_manifest_id"], Value::Null);
        let to = seen["effect"]["manifest_id"].as_str().unwrap();
        let diff = house.get(&format!("/chats/{chat}/workspace/diff?to={to}")).await.ok();
        assert_eq!(diff["changes"]["added"], json!(["a.txt"]));

        // What it would do is for whoever decides; a token that may only call does not get the result without a yes.
        let token = house.post("/tokens", json!({"name": "agent", "scope": "run"})).await.ok();
        let secret = token["secret"].as_str().unwrap();
        let agent = reqwest::Client::new();
        let url = |what: &str| format!("{}{}", house.url(), at(&call, what));
        let asked = agent.get(url("")).bearer_auth(secret).send().await.unwrap();
        assert_eq!(asked.json::<Value>().await.unwrap()["effect"], Value::Null);
        let preview = agent.post(url("/preview")).bearer_auth(secret).send().await.unwrap();
        assert_eq!(preview.status(), 403);

        let shell = house.call(&chat, "run_command", json!({"command": "touch x"})).await;
        if shell["status"] == "pending" && shell["previewable"] == false {
            let refused = house.post(&at(&shell, "/preview"), json!({})).await.with_status(409);
            assert_eq!(refused["type"], "urn:pegboard:problem:not-previewable");
        }

        house.request(Method::PUT, "/policy", Some(json!({"tools_enabled": false}))).await.ok();
        house.post(&at(&call, "/preview"), json!({})).await.with_status(403);
        let effect = json!({"effect": to});
        house.post(&at(&call, "/approve"), effect.clone()).await.with_status(403);
        house.request(Method::PUT, "/policy", Some(json!({"tools_enabled": true}))).await.ok();
        assert_eq!(house.post(&at(&call, "/approve"), effect).await.ok()["status"], "success");
        assert_eq!(house.file(&chat, "a.txt").await, b"1");
    }
);

on_each_database!(
    async fn a_preview_holds_nobody_up_and_can_be_stopped(house: HouseBuilder) {
        let mut house = house.await;
        with_kit(&house).await;
        let (chat, call) = pending(&house, "kit:waits", json!({"path": "x"})).await;
        let begun = |house: &House| {
            let copy = house.data().join("previews").join(call["id"].as_str().unwrap());
            copy.join("workspace/begun")
        };
        let waits = async |file: &Path| {
            while !file.exists() {
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
        };
        let preview = house.raw(Method::POST, &at(&call, "/preview")).json(&json!({})).send();
        let preview = tokio::spawn(preview);
        waits(&begun(&house)).await;
        // The chat goes on meanwhile, and nobody previews the same call twice at a time.
        house.succeed(&chat, "write_file", json!({"path": "other.txt", "content": "1"})).await;
        house.post(&at(&call, "/preview"), json!({})).await.with_status(409);

        // Whoever goes away stops it.
        preview.abort();
        while copies(&house) > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        assert_eq!(house.get(&at(&call, "")).await.ok()["effect"], Value::Null);

        // So does whoever takes the call back, or kills the server.
        let preview = tokio::spawn(house.raw(Method::POST, &at(&call, "/preview")).json(&json!({})).send());
        waits(&begun(&house)).await;
        house.kill();
        assert!(preview.await.unwrap().is_err());
        house.restart();
        assert_eq!(copies(&house), 0);
        let again = house.get(&at(&call, "")).await.ok();
        assert_eq!((&again["status"], &again["effect"]), (&json!("pending"), &Value::Null));

        let preview = tokio::spawn(house.raw(Method::POST, &at(&call, "/preview")).json(&json!({})).send());
        waits(&begun(&house)).await;
        let taken_back = house.post(&at(&call, "/cancel"), json!({})).await.ok();
        assert_eq!(taken_back["error"]["kind"], "cancelled");
        assert_eq!(preview.await.unwrap().unwrap().status(), 409);
        assert_eq!(copies(&house), 0);
    }
);
