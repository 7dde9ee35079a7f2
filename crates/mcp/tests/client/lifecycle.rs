//! When servers start, and when they end.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::Duration;

use pegboard_model::ids::ChatId;
use pegboard_model::provider::Provider;
use pegboard_model::servers::{ServerFault, ServerProvider, ServerStatus};
use pegboard_model::toolset::Transport;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::house::{Event, House, Listener, PATIENCE, key, marked, of_chats, python, server, text};

#[tokio::test]
async fn nothing_starts_before_it_is_needed_and_then_once() {
    let house = House::new(vec![python("s", "server.py", &[])]).await;
    assert_eq!((house.report().status, house.processes()), (ServerStatus::Idle, Vec::new()));
    let calls = (0..8).map(|number| house.call("echo", json!({"text": number.to_string()})));
    for (number, outcome) in futures::future::join_all(calls).await.iter().enumerate() {
        assert_eq!(text(outcome), number.to_string());
    }
    let report = house.report();
    assert!(matches!(report.status, ServerStatus::Ready { .. }));
    assert_eq!((report.connects, report.connections, report.pids.len()), (1, 1, 1));
    house.close().await;
}

#[tokio::test]
async fn every_status_is_told() {
    let house = House::new(vec![python("s", "server.py", &[])]).await;
    house.call("echo", json!({})).await;
    for state in ["connecting", "ready"] {
        house.event(|event| matches!(event, Event::Status(report) if report.status.as_str() == state)).await;
    }
    house.call("die", json!({})).await;
    house.event(|event| matches!(event, Event::Status(report) if report.status.as_str() == "error")).await;
    house.close().await;
}

#[tokio::test]
async fn an_idle_server_is_ended_and_starts_again_when_it_is_needed() {
    let servers = vec![python("s", "server.py", &[])];
    let house = House::with(servers, |config| config.idle_after = Duration::from_millis(50)).await;
    house.call("echo", json!({})).await;
    house.event(|event| matches!(event, Event::Status(report) if report.status == ServerStatus::Idle)).await;
    assert_eq!(house.processes(), Vec::<i32>::new());
    assert_eq!(text(&house.call("echo", json!({"text": "back"})).await), "back");
    house.close().await;
}

#[tokio::test]
async fn only_what_changed_is_ended_when_the_servers_change() {
    let (kept, changed) = (python("kept", "server.py", &[]), python("changed", "server.py", &[]));
    let house = House::new(vec![kept.clone(), changed.clone()]).await;
    for server in ["kept", "changed"] {
        house.provider.announce(&key(server)).await.unwrap();
    }
    let mut off = changed;
    off.enabled = false;
    house.provider.configure(vec![kept, off]).await;
    let reports = house.provider.reports();
    assert_eq!((reports[0].status.as_str(), reports[1].status.as_str()), ("disabled", "ready"));
    assert_eq!(house.processes().len(), 1);
    assert_eq!(house.provider.announce(&key("changed")).await.unwrap_err().fault, ServerFault::Disabled);
    house.provider.configure(Vec::new()).await;
    assert_eq!(house.processes(), Vec::<i32>::new());
    assert_eq!(house.provider.announce(&key("kept")).await.unwrap_err().fault, ServerFault::Unknown);
    house.close().await;
}

#[tokio::test]
async fn a_released_toolset_keeps_no_process() {
    let house = House::new(vec![python("s", "server.py", &[])]).await;
    house.call("echo", json!({})).await;
    house.provider.release(&"t".parse().unwrap()).await;
    assert_eq!(house.processes(), Vec::<i32>::new());
    house.close().await;
}

#[tokio::test]
async fn a_server_is_tried_out_without_being_registered() {
    let house = House::new(Vec::new()).await;
    let tried = house.provider.try_out(python("s", "server.py", &[])).await;
    assert!(!tried.announced.unwrap().tools.is_empty());
    assert!(tried.connect_ms.is_some() && tried.list_ms.is_some());
    assert!(tried.log.contains("started"), "{}", tried.log);
    assert_eq!(house.processes(), Vec::<i32>::new());
    house.close().await;
}

fn in_workspace() -> pegboard_model::servers::ServerConfig {
    let mut config = of_chats(python("s", "server.py", &[]));
    if let Transport::Stdio { cwd, env, .. } = &mut config.server.transport {
        *cwd = Some("$workspace".to_owned());
        env.insert("PLACE".to_owned(), "${workspace}/sub".to_owned());
    }
    config
}

#[tokio::test]
async fn a_chats_server_works_in_its_chats_folder_and_in_no_other() {
    let house = House::new(vec![in_workspace()]).await;
    let announced = house.provider.announce(&key("s")).await.unwrap();
    assert!(!announced.tools.is_empty());
    assert_eq!(text(&house.call("write", json!({"path": "a.txt", "text": "hi"})).await), "written");
    let workspace = house.folder.path().join("workspace");
    assert_eq!(std::fs::read_to_string(workspace.join("a.txt")).unwrap(), "hi");
    let seen: Value = serde_json::from_str(text(&house.call("environment", json!({})).await)).unwrap();
    assert_eq!(seen["PLACE"], format!("{}/sub", workspace.display()));
    let roots: Value = serde_json::from_str(text(&house.call("roots", json!({})).await)).unwrap();
    assert_eq!(roots["roots"][0]["uri"], format!("file://{}", workspace.display()));
    house.close().await;
}

#[tokio::test]
async fn the_least_recently_used_chat_makes_room() {
    let house = House::with(vec![in_workspace()], |config| config.max_chat_connections = 2).await;
    for _ in 0..4 {
        let mut job = house.job("echo", json!({}));
        job.chat = ChatId::from(Uuid::now_v7());
        house.run(job, &Listener::default()).await.result.unwrap();
    }
    while house.processes().len() > 2 {
        house.event(|event| matches!(event, Event::Status(_))).await;
    }
    house.close().await;
}

#[tokio::test]
async fn variables_come_from_the_vault_then_the_environment_then_the_default() {
    let mut config = python("s", "server.py", &[]);
    if let Transport::Stdio { env, .. } = &mut config.server.transport {
        env.insert("FROM_VAULT".to_owned(), "a ${TOKEN}".to_owned());
        env.insert("FROM_ENV".to_owned(), "${HOME}".to_owned());
        env.insert("FROM_DEFAULT".to_owned(), "${NOBODY_SET_THIS:-plan b}".to_owned());
    }
    let house = House::new(vec![config]).await;
    let failure = house.provider.announce(&key("s")).await.unwrap_err();
    assert_eq!(failure.fault, ServerFault::UnsetVariable { name: "TOKEN".to_owned() });
    assert!(failure.message.contains("t~s") && failure.message.contains("${TOKEN}"), "{failure}");
    house.vault.variables.lock().unwrap().insert("TOKEN".to_owned(), "secret".to_owned());
    let seen: Value = serde_json::from_str(text(&house.call("environment", json!({})).await)).unwrap();
    assert_eq!((&seen["FROM_VAULT"], &seen["FROM_DEFAULT"]), (&json!("a secret"), &json!("plan b")));
    assert_eq!(seen["FROM_ENV"], std::env::var("HOME").unwrap());
    house.close().await;
}

#[tokio::test]
async fn pegboards_own_variables_are_not_given_away() {
    let transport = Transport::StreamableHttp {
        url: "http://127.0.0.1:1/${PEGBOARD_TOKEN}".to_owned(),
        headers: [].into(),
    };
    let house = House::new(vec![server("s", transport)]).await;
    let failure = house.provider.announce(&key("s")).await.unwrap_err();
    assert_eq!(failure.fault, ServerFault::UnsetVariable { name: "PEGBOARD_TOKEN".to_owned() });
    house.close().await;
}

/// Run by the next test as a process of its own.
#[tokio::test]
#[ignore = "is killed"]
async fn a_house_that_is_killed() {
    let Ok(guard) = std::env::var("TEST_GUARD") else { return };
    let servers = vec![python("s", "server.py", &["--stubborn", "--leave"])];
    let house = House::with(servers, |config| {
        config.guard = Some(pegboard_mcp::client::GuardProgram { file: guard.into(), args: Vec::new() });
    })
    .await;
    house.call("echo", json!({})).await.result.unwrap();
    println!("\nHOUSE {}", house.name);
    std::future::pending::<()>().await;
}

#[test]
fn after_a_kill_the_guard_ends_what_is_left() {
    let test = std::env::current_exe().unwrap();
    let guard = test.parent().unwrap().parent().unwrap().join("examples/guard");
    let mut child = std::process::Command::new(&test)
        .args(["--ignored", "--exact", "lifecycle::a_house_that_is_killed", "--nocapture"])
        .env("TEST_GUARD", guard)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let name =
        lines.map_while(Result::ok).find_map(|line| line.strip_prefix("HOUSE ").map(str::to_owned)).unwrap();
    assert!(marked("PEGBOARD_HOUSE", &name).len() >= 2);
    child.kill().unwrap();
    child.wait().unwrap();
    // Nothing tells when the guard is done: it is no child of this process.
    let until = std::time::Instant::now() + PATIENCE;
    while !marked("PEGBOARD_HOUSE", &name).is_empty() {
        assert!(std::time::Instant::now() < until, "the guard ends what is left");
        std::thread::yield_now();
    }
}

#[tokio::test]
async fn a_guard_that_is_dismissed_ends_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let ended = folder.path().join("ended");
    let ends = "cat > /dev/null; touch \"$0\"";
    let guard = pegboard_mcp::client::GuardProgram {
        file: "/bin/sh".into(),
        args: vec!["-c".to_owned(), ends.to_owned(), ended.display().to_string()],
    };
    let house =
        House::with(vec![python("s", "server.py", &[])], |config| config.guard = Some(guard.clone())).await;
    house.call("echo", json!({})).await.result.unwrap();
    house.close().await;

    // It is no child of ours to wait for.
    while told(&ended) {
        tokio::task::yield_now().await;
    }
    assert!(!ended.exists(), "a server that starts now would be ended");
}

/// Whether a process lives that was started with this path.
fn told(path: &std::path::Path) -> bool {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let mut lines = all.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines.any(|line| String::from_utf8_lossy(&line).contains(path.to_str().unwrap()))
}
