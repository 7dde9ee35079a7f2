//! `pegboard ask` as scripts use it: what it prints where, and how it ends. The model says what a test wrote down.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::Write;
use std::process::{Child, Output, Stdio};

use pegboard_testkit::{Gate, House, ScriptedModel, Turn, call, filters};
use reqwest::Method;
use serde_json::{Value, json};

async fn house_with(turns: Vec<Turn>) -> (House, ScriptedModel) {
    let house = House::start().with_toolset("app-builder").await;
    let model = ScriptedModel::start(turns).await;
    let profile = json!({"protocol": "openai", "base_url": model.url(), "model": "scripted", "api_key": "sk-scripted-1"});
    house.request(Method::PUT, "/models/scripted", Some(profile)).await.ok();
    (house, model)
}

fn shown(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let code = output.status.code().unwrap();
    format!("exit code {code}\n--- out\n{}--- err\n{}", text(&output.stdout), text(&output.stderr))
}

fn ask(house: &House, arguments: &[&str]) -> Output {
    house.command(&[&["ask"], arguments].concat()).output().unwrap()
}

/// Starts the command; it is waited for later.
fn begin(house: &House, arguments: &[&str]) -> Child {
    let mut command = house.command(&[&["ask"], arguments].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn snapshot(name: &str, output: &Output) {
    insta::with_settings!({filters => filters()}, {
        insta::assert_snapshot!(name, shown(output));
    });
}

fn run_command(id: &str) -> pegboard_testkit::ScriptedCall {
    call(id, "app-builder__run_command", json!({"command": "echo hi > out.txt"}))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_goes_to_standard_output_and_the_rest_beside_it() {
    let write = call("c1", "app-builder__write_file", json!({"path": "note.txt", "content": "rain"}));
    let (house, model) = house_with(vec![
        Turn::text("I will\u{1b}[31m write it.").then_calls([write, call("c2", "no_such__tool", json!({}))]),
        Turn::text("It is written.\n"),
        Turn::text("Yes."),
        Turn::text("From a pipe."),
    ])
    .await;
    let said = ask(&house, &["Write down that it rains."]);
    snapshot("written", &said);
    let chats = house.get("/chats").await.ok();
    let chat = chats["items"][0]["id"].as_str().unwrap();
    assert_eq!(house.file(chat, "note.txt").await, b"rain");

    let said = ask(&house, &["--chat", chat, "--json", "Really?"]);
    let lines: Vec<Value> = String::from_utf8(said.stdout.clone())
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0], json!({"type": "data-chat", "data": {"id": chat}}), "{}", shown(&said));
    assert_eq!(lines.last().unwrap()["messageMetadata"]["status"], "done");
    let asked = model.requests().pop().unwrap();
    assert_eq!(asked["messages"].as_array().unwrap().len(), 7, "the chat went on: {asked:#}");

    let mut child = begin(&house, &["--chat", chat]);
    child.stdin.take().unwrap().write_all(b"Said through a pipe.").unwrap();
    let said = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(said.stdout.clone()).unwrap(), "From a pipe.\n", "{}", shown(&said));
    let asked = model.requests().pop().unwrap();
    assert_eq!(asked["messages"].as_array().unwrap().last().unwrap()["content"], "Said through a pipe.");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_asked_is_said() {
    let (house, _model) = house_with(vec![Turn::text("Half of").filtered()]).await;
    snapshot("nothing", &ask(&house, &["-"]));
    snapshot("no_worker", &ask(&house, &["--worker", "nobody", "Hello?"]));
    snapshot("no_model", &ask(&house, &["--model", "nothing", "Hello?"]));
    snapshot("no_file", &ask(&house, &["--file", "/nowhere/a.txt", "Hello?"]));
    assert_eq!(house.get("/chats").await.ok()["items"], json!([]), "no empty chat is left behind");
    snapshot("failed", &ask(&house, &["Hello?"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn files_go_with_what_is_asked() {
    let (house, model) = house_with(vec![Turn::text("A note.")]).await;
    let folder = tempfile::tempdir().unwrap();
    let note = folder.path().join("note.md");
    std::fs::write(&note, "# Rain").unwrap();
    let asked = ask(&house, &["--file", note.to_str().unwrap(), "What is this?"]);
    assert_eq!(String::from_utf8_lossy(&asked.stdout), "A note.\n");
    let chats = house.get("/chats").await.ok();
    assert_eq!(house.file(chats["items"][0]["id"].as_str().unwrap(), "uploads/note.md").await, b"# Rain");
    let told = &model.requests()[0]["messages"];
    let last = told.as_array().unwrap().last().unwrap()["content"].as_str().unwrap();
    assert!(last.ends_with("[Attached file: uploads/note.md, text/markdown, 6 bytes]"), "{last}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_waits_ends_it_or_is_waited_for() {
    let turns =
        vec![Turn::calls([run_command("c1")]), Turn::calls([run_command("c2")]), Turn::text("It ran.")];
    let (house, _model) = house_with(turns).await;
    snapshot("waits", &ask(&house, &["Run it."]));

    let child = begin(&house, &["--wait", "Run it, and wait."]);
    let call = pending(&house, 2).await;
    house.post(&format!("/calls/{call}/approve"), json!({})).await.ok();
    snapshot("waited", &child.wait_with_output().unwrap());
}

/// The newest call that waits, once there are so many.
async fn pending(house: &House, count: usize) -> String {
    for _ in 0..1_200 {
        let waiting = house.get("/calls?status=pending").await.ok();
        let items = waiting["items"].as_array().unwrap();
        if items.len() == count {
            return items[0]["id"].as_str().unwrap().to_owned();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("no call waits");
}

#[tokio::test(flavor = "multi_thread")]
async fn ctrl_c_stops_the_reply() {
    let gate = Gate::closed();
    let (house, model) = house_with(vec![Turn::text("So far.").then_wait(&gate)]).await;
    let mut child = begin(&house, &["Tell me all."]);
    gate.reached().await;
    // The command has its handler before it prints, so a first byte of the answer is one that it can be interrupted after.
    let mut first = [0];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut first).unwrap();
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    snapshot("stopped", &child.wait_with_output().unwrap());
    model.hung_up(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_conversation_is_said_to_be_summed_up() {
    let turns = vec![Turn::text("I see."), Turn::text("Many x."), Turn::text("I see, too.")];
    let (house, model) = house_with(turns).await;
    let small =
        json!({"protocol": "openai", "base_url": model.url(), "model": "m", "context_window": 16_000});
    house.request(Method::PUT, "/models/scripted", Some(small)).await.ok();
    let chat = house.chat("long").await;
    ask(&house, &["--chat", &chat, &"x".repeat(20_000)]);
    snapshot("a_long_conversation", &ask(&house, &["--chat", &chat, &"y".repeat(20_000)]));
}
