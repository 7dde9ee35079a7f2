//! A reply whose server is killed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use pegboard_testkit::{House, ScriptedModel, Turn, call, on_each_database};
use reqwest::Method;
use serde_json::json;

use crate::speak::set_up;

use super::{says, shown, stream};

const MIXED: &str = r#"
manifest_version: "1"
id: mixed
name: Mixed
version: "1.0.0"
tools:
  - {id: slow, entrypoint: "tools:slow"}
mcp_servers:
  - id: odd
    command: python3
    args: [SERVER]
    requires_confirmation: false
"#;

const SLOW: &str = r#"
import time
from pathlib import Path


def slow() -> str:
    """Says that it has begun, and does not end."""
    with Path("begun.txt").open("a") as file:
        file.write("once\n")
    time.sleep(600)
    return "never"
"#;

const NODE: &str = "manifest_version: \"1\"\nid: jot\nname: Jot\nversion: \"1.0.0\"\n\
    node: {tools: [{module: ./jot.mjs, import: createJot}]}\n\
    tool_overrides: [{tool_id: \"jot:jot\", requires_confirmation: false}]\n";

const JOT: &str = r"
import { appendFileSync } from 'node:fs';
export const createJot = () => ({
  jot: {
    description: 'Adds a line.',
    inputSchema: { type: 'object', properties: { line: { type: 'string' } } },
    execute: ({ line }) => { appendFileSync('jot.txt', `${line}\n`); return 'noted'; },
  },
});
";

async fn import(house: &House, files: &[(&str, &str)]) {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        fs::write(folder.path().join(path), text).unwrap();
    }
    let answer = house.import_folder(folder.path()).await;
    assert_eq!(answer.status, 201, "{:#}", answer.body);
}

/// Calls of four providers in one step.
fn of_four_providers() -> Turn {
    Turn::calls([
        call("c1", "write_file", json!({"path": "first.txt", "content": "1"})),
        call("c2", "mixed__odd__echo", json!({"text": "hi"})),
        call("c3", "mixed__slow", json!({})),
        call("c4", "jot__jot", json!({"line": "four"})),
        call("c5", "write_file", json!({"path": "last.txt", "content": "5"})),
    ])
}

on_each_database!(
    async fn a_reply_that_was_killed_in_its_third_call_goes_on_and_runs_nothing_twice(house: HouseBuilder) {
        let mut house = house.await;
        let crates: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned();
        let server = crates.join("mcp/tests/servers/server.py");
        import(
            &house,
            &[("toolset.yaml", &MIXED.replace("SERVER", &server.to_string_lossy())), ("tools.py", SLOW)],
        )
        .await;
        import(&house, &[("toolset.yaml", NODE), ("jot.mjs", JOT)]).await;
        let tools = house.get("/tools").await.ok();
        let model =
            ScriptedModel::start(vec![of_four_providers(), Turn::text("All that could be done is done.")])
                .await;
        set_up(&house, &model).await;
        let chat = house.chat("five").await;
        let running =
            house.raw(Method::POST, &format!("/chats/{chat}/stream")).json(&says("Do five things."));
        let reading = tokio::spawn(async move { running.send().await.unwrap().text().await });
        let begun = house.workspace(&chat).join("begun.txt");
        for turn in 0.. {
            if begun.exists() {
                break;
            }
            assert!(
                turn < 1200,
                "the third call does not begin: {:#}\n{tools:#}",
                house.get("/calls").await.ok()
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        house.kill();
        let _ = reading.await.unwrap();
        house.restart();

        let detail = house.get(&format!("/chats/{chat}")).await.ok();
        assert_eq!(states(&house, &chat).await, ["success", "success", "error interrupted"], "{detail:#}");
        let told = stream(&house, &chat, json!({"trigger": "go-on"})).await;
        insta::assert_snapshot!("killed", shown(&told));
        assert_eq!(
            states(&house, &chat).await,
            ["success", "success", "error interrupted", "success", "success"]
        );
        assert_eq!(house.file(&chat, "begun.txt").await, b"once\n", "nothing ran twice");
        assert_eq!(house.file(&chat, "jot.txt").await, b"four\n");
        assert_eq!(house.file(&chat, "last.txt").await, b"5");
        let requests = model.requests();
        assert_eq!(requests.len(), 2, "the model was asked once more");
        let told: Vec<_> =
            requests[1]["messages"].as_array().unwrap().iter().filter(|one| one["role"] == "tool").collect();
        assert_eq!(told.len(), 5);
        assert!(told[2]["content"].as_str().unwrap().contains("failed"), "{:#}", told[2]);
    }
);

/// How the calls of a chat ended, oldest first.
async fn states(house: &House, chat: &str) -> Vec<String> {
    let calls = house.get(&format!("/calls?chat_id={chat}")).await.ok();
    let mut states: Vec<String> = calls["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|call| {
            let kind = call["error"]["kind"].as_str().unwrap_or_default();
            format!("{} {kind}", call["status"].as_str().unwrap()).trim().to_owned()
        })
        .collect();
    states.reverse();
    states
}
