//! `pegboard chat` as people use it: at a terminal of its own, typed into by a program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use pegboard_testkit::{Gate, House, ScriptedModel, Turn, call};
use reqwest::Method;
use serde_json::{Value, json};

async fn house_with(turns: Vec<Turn>) -> (House, ScriptedModel) {
    let house = House::start().with_toolset("app-builder").await;
    let model = ScriptedModel::start(turns).await;
    let profile = json!({"protocol": "openai", "base_url": model.url(), "model": "scripted", "api_key": "sk-scripted-1"});
    house.request(Method::PUT, "/models/scripted", Some(profile)).await.ok();
    (house, model)
}

/// Types each second text when the first has come; what the terminal showed, without its colours and cursor.
fn talk(house: &House, arguments: &[&str], steps: &[(&str, &str)]) -> String {
    let chat = house.command(&[&["chat"], arguments].concat());
    let mut terminal = Command::new("python3");
    terminal.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/terminal.py"));
    terminal.arg(chat.get_program()).args(chat.get_args());
    terminal.envs(chat.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let mut running = terminal.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    running.stdin.take().unwrap().write_all(json!(steps).to_string().as_bytes()).unwrap();
    let output = running.wait_with_output().unwrap();
    assert!(output.status.success());
    let seen: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(seen["code"], 0, "{seen:#}");
    seen["shown"].as_str().unwrap().to_owned()
}

/// What a test looks for must have come, in this order.
fn assert_came(shown: &str, expected: &[&str]) {
    let mut rest = shown;
    for text in expected {
        let at = rest.find(text).unwrap_or_else(|| panic!("{text:?} is not in {rest}\n--- of\n{shown}"));
        rest = &rest[at + text.len()..];
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_with_calls_approvals_and_changed_lines() {
    let write = call("c1", "app-builder__write_file", json!({"path": "note.txt", "content": "rain\n"}));
    let run = |id| call(id, "app-builder__run_command", json!({"command": "echo \u{1b}[31mhi > out.txt"}));
    let turns = vec![
        Turn::text("I \u{1b}]0;owned\u{7}write.").then_calls([write]),
        Turn::text("It is written."),
        Turn::calls([run("c2")]),
        Turn::text("It ran."),
        Turn::calls([run("c3")]),
        Turn::text("Then not."),
        Turn::calls([run("c4")]),
    ];
    let (house, _model) = house_with(turns).await;
    let chat = house.chat("weather").await;
    let steps = [
        ("> ", "Write it.\r"),
        ("It is written.", ""),
        ("> ", "Run it.\r"),
        ("[l] later ", "y"),
        ("It ran.", ""),
        ("> ", "Again.\r"),
        ("[l] later ", "n"),
        ("Then not.", ""),
        ("> ", "Once more.\r"),
        ("[l] later ", "l"),
        ("It waits still", ""),
        ("> ", "/nonsense\r"),
        ("/help lists them", ""),
        ("> ", "/files\r"),
        ("note.txt", ""),
        ("> ", "/quit\r"),
    ];
    let shown = talk(&house, &["--chat", &chat], &steps);
    assert_came(
        &shown,
        &[
            "weather",
            "success · app-builder:write_file",
            "+ note.txt",
            "+rain",
            "It is written.",
            "waits for you",
            "yes",
        ],
    );
    assert_came(&shown, &["It ran.", "no\r\n", "error: ", "Then not.", "pegboard calls approve"]);
    assert!(
        !shown.contains("\u{1b}]0;owned") && !shown.contains("\u{1b}[31mhi"),
        "a model may not do that: {shown:?}"
    );
    assert_eq!(house.file(&chat, "note.txt").await, b"rain\n");
    let pending = house.get("/calls?status=pending").await.ok();
    assert_eq!(pending["items"].as_array().unwrap().len(), 1);

    // Whoever enters again is asked about what waits still.
    let steps = [("[l] later ", "l"), ("> ", "\u{4}")];
    assert_came(&talk(&house, &["--chat", &chat], &steps), &["waits for you", "It waits still"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn ctrl_c_stops_a_reply_and_who_enters_joins_one() {
    let gate = Gate::closed();
    let wait = || Turn::text("So far.").then_wait(&gate);
    let (house, model) = house_with(vec![wait(), wait(), Turn::text("Written anew.")]).await;
    let chat = house.chat("slow").await;
    let steps = [("> ", "Tell me.\r"), ("So far.", "\u{3}"), ("Stopped.", ""), ("> ", "/quit\r")];
    talk(&house, &["--chat", &chat], &steps);
    model.hung_up(1).await;

    let said = json!({"message": {"role": "user", "parts": [{"type": "text", "text": "Go on."}]}});
    let request = house.raw(Method::POST, &format!("/chats/{chat}/stream")).json(&said);
    let elsewhere = tokio::spawn(async move { request.send().await.unwrap().text().await });
    model.asked(2).await;
    let steps = [
        ("So far.", "\u{3}"),
        ("Stopped.", ""),
        ("> ", "/retry\r"),
        ("Written anew.", ""),
        ("> ", "/undo\r"),
        ("stands at", ""),
        ("> ", "\u{4}"),
    ];
    assert_came(
        &talk(&house, &["--chat", &chat], &steps),
        &["A reply is being written.", "So far.", "Written anew."],
    );
    elsewhere.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_terminal_it_points_at_ask() {
    let house = House::start().await;
    let output = house.command(&["chat"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(String::from_utf8(output.stderr).unwrap());
    assert_eq!(house.get("/chats").await.ok()["items"], json!([]), "nothing was begun");
}
