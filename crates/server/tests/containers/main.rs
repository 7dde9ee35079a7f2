//! Container tools in real engines: the examples, every limit by a tool that attacks it, and what is left after a crash. Where
//! there is no Docker or no Podman, that is said and nothing of it is tested.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bundles;
mod calls;
mod endings;
mod images;
mod limits;
mod models;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use pegboard_testkit::House;
use pegboard_testkit::containers::Containers;
use serde_json::{Value, json};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().join("examples/containers")
}

/// What a tool of a test declares, with some of it changed.
fn manifest(name: &str, change: &Value) -> Value {
    let mut manifest = json!({
        "name": name, "description": "A tool of a test", "version": "1.0", "trigger": {"type": "on_demand"},
        "parameters": {"word": {"type": "string", "default": "nothing"}}, "returns": {"text": {"type": "string"}},
        "output": {"synthesize": true, "card": {"enabled": false}}, "sandbox": {"network": "none"},
        "constraints": {"timeout_seconds": 30}
    });
    for (key, value) in change.as_object().unwrap() {
        manifest[key] = value.clone();
    }
    manifest
}

/// Writes the folder of a tool whose entrypoint is a shell script.
fn tool(folder: &Path, name: &str, change: &Value, script: &str) -> PathBuf {
    let folder = folder.join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("manifest.json"), manifest(name, change).to_string()).unwrap();
    fs::write(
        folder.join("Dockerfile"),
        "FROM alpine:3.19\nCOPY run.sh /run.sh\nENTRYPOINT [\"bash\", \"/run.sh\"]\n",
    )
    .unwrap();
    fs::write(folder.join("run.sh"), script).unwrap();
    folder
}

/// A house with one such tool, and what a call of it comes to.
async fn attack(engine: &Containers, name: &str, change: Value, script: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let house = House::start().with_containers(engine).await;
    house.import_folder(&tool(folder.path(), name, &change, script)).await.ok();
    let call = called(&house, &format!("{name}:{name}"), json!({})).await;
    assert_eq!(containers_of(engine, &house), "", "its container is gone");
    call
}

/// The containers of a house, once those are gone that wait to be removed.
fn containers_of(engine: &Containers, house: &House) -> String {
    let label = format!("label=pegboard.house={}", house.data().canonicalize().unwrap().display());
    let mut left = String::new();
    for _ in 0..200 {
        left = engine.docker(&["ps", "--all", "--quiet", "--filter", &label]);
        if left.is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    left
}

/// A call in the default chat.
async fn called(house: &House, tool: &str, args: Value) -> Value {
    house.post(&format!("/tools/{tool}/call"), json!({"args": args})).await.ok()
}

fn failure(call: &Value) -> (&str, &str) {
    assert_eq!(call["status"], "error", "{call:#}");
    (call["error"]["kind"].as_str().unwrap(), call["error"]["message"].as_str().unwrap())
}

fn text(call: &Value) -> &str {
    assert_eq!(call["status"], "success", "{call:#}");
    call["result"]["text"].as_str().unwrap()
}

/// A script that says what `command` printed and how it ended.
fn said(command: &str) -> String {
    format!(
        "out=$( ( {command} ) 2>&1 ); code=$?; jq -n --arg out \"$out\" --arg code \"$code\" '{{text: ($code + \" \" + $out)}}'\n"
    )
}

/// Waits until nothing is built any more.
async fn wait_for_image(house: &House, tool: &str) {
    for _ in 0..1200 {
        let build = house.get(&format!("/tools/{tool}/build")).await;
        let state = build.body["state"].as_str().unwrap_or("unknown").to_owned();
        if !matches!(state.as_str(), "waiting" | "building" | "unknown") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the image of {tool} was not built");
}

/// Waits until a container of this label runs, and gives its id.
async fn running(engine: &Containers, label: &str) -> String {
    for _ in 0..600 {
        let found = engine.docker(&["ps", "--quiet", "--filter", label]);
        if let Some(id) = found.lines().next() {
            return id.to_owned();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no container with {label} runs");
}
