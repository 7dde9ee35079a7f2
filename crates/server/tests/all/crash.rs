//! The server is killed in the middle of things: nothing is lost, nothing is run again, everything adds up.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use pegboard_testkit::{House, on_each_database};
use serde_json::{Value, json};

const CHATS: usize = 8;
const CALLS: usize = 200;

/// Sends calls until the server is gone; gives back those that were answered, and counts them meanwhile.
async fn calls_until_the_crash(house: &House, chats: &[String], answers: &AtomicUsize) -> Vec<Value> {
    let all = chats.iter().enumerate().map(|(number, chat)| calls_on(house, number, chat, answers));
    futures::future::join_all(all).await.concat()
}

async fn calls_on(house: &House, number: usize, chat: &str, answers: &AtomicUsize) -> Vec<Value> {
    let mut answered = Vec::new();
    for turn in 0..CALLS / CHATS {
        let args = json!({"path": format!("f{}.txt", turn % 5), "content": format!("{number} {turn}")});
        let request = house
            .raw(reqwest::Method::POST, "/tools/app-builder:write_file/call")
            .json(&json!({"args": args, "chat_id": chat}));
        let Ok(response) = request.send().await else {
            break;
        };
        let Ok(call) = response.json::<Value>().await else {
            break;
        };
        answers.fetch_add(1, Ordering::Relaxed);
        answered.push(call);
    }
    answered
}

/// Every recorded state of every chat can be given back.
async fn assert_nothing_is_missing(house: &House) {
    let report = house.post("/workspaces/verify", json!({})).await.ok();
    assert_eq!(report["problems"], json!([]), "{report:#}");
}

/// The files below a folder, as paths. An empty folder, which a tool made just before it was killed, is no file.
fn files_below(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let entry = entry.unwrap();
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type().unwrap().is_dir() {
            files_below(&entry.path(), &format!("{path}/"), found);
        } else {
            found.push(path);
        }
    }
}

async fn assert_it_adds_up(house: &House, chats: &[String]) {
    assert_nothing_is_missing(house).await;
    for chat in chats {
        let calls = house.get(&format!("/calls?chat_id={chat}&limit=500")).await.ok();
        for call in calls["items"].as_array().unwrap() {
            let status = call["status"].as_str().unwrap();
            assert!(["success", "error", "pending"].contains(&status), "{call:#}");
            if status == "error" {
                assert_eq!(call["error"]["kind"], "interrupted", "{call:#}");
            }
        }
        let files = house.get(&format!("/chats/{chat}/workspace/files")).await.ok();
        let mut recorded: Vec<String> = files["files"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["path"].as_str().unwrap().to_owned())
            .collect();
        recorded.sort();
        for path in &recorded {
            let on_disk = std::fs::read(house.workspace(chat).join(path)).unwrap();
            assert_eq!(on_disk, house.file(chat, path).await, "{chat} {path}");
        }
        let mut on_disk = Vec::new();
        files_below(&house.workspace(chat), "", &mut on_disk);
        on_disk.sort();
        assert_eq!(on_disk, recorded, "the workspace equals its active state");
    }
}

on_each_database!(
    async fn two_hundred_calls_survive_a_kill(house: HouseBuilder) {
        let mut house = house.with_toolset("app-builder").await;
        let mut chats = Vec::new();
        for number in 0..CHATS {
            chats.push(house.chat(&format!("chat {number}")).await);
        }
        let pid = rustix::process::Pid::from_raw(i32::try_from(house.pid()).unwrap()).unwrap();
        let answers = AtomicUsize::new(0);
        let crash = async {
            while answers.load(Ordering::Relaxed) < CALLS / 4 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        };
        let (answered, ()) = tokio::join!(calls_until_the_crash(&house, &chats, &answers), crash);
        assert!(answered.len() < CALLS, "the server was killed before all calls were done");

        house.restart();

        assert_it_adds_up(&house, &chats).await;
        for call in answered.iter().filter(|call| call["status"] == "success") {
            let stored = house.get(&format!("/calls/{}", call["id"].as_str().unwrap())).await.ok();
            assert_eq!(&stored, call, "what was answered is still so");
        }
        let after = calls_until_the_crash(&house, &chats, &answers).await;
        assert_eq!(after.len(), CALLS, "the house works as before");
        assert!(after.iter().all(|call| call["status"] == "success"));
        assert_it_adds_up(&house, &chats).await;
    }
);

/// One change of a chat, of a kind that depends on `turn`; `None` when the server is gone.
async fn change(house: &House, chat: &str, turn: usize) -> Option<()> {
    let text = format!("turn {turn}");
    match turn % 4 {
        0 | 1 => {
            let args = json!({"path": format!("d{}/f.txt", turn % 3), "content": text});
            let body = json!({"args": args, "chat_id": chat});
            let path = "/tools/app-builder:write_file/call";
            house.raw(reqwest::Method::POST, path).json(&body).send().await.ok()?;
        }
        2 => {
            let path = format!("/chats/{chat}/workspace/files/up.txt?source=upload");
            house.raw(reqwest::Method::PUT, &path).body(text).send().await.ok()?;
        }
        _ => {
            let detail = house.raw(reqwest::Method::GET, &format!("/chats/{chat}")).send().await.ok()?;
            let detail: Value = detail.json().await.ok()?;
            let messages = detail["messages"].as_array().unwrap();
            let back = &messages[turn % messages.len()]["id"];
            let path = format!("/chats/{chat}/active-leaf");
            let body = json!({"message_id": back});
            house.raw(reqwest::Method::POST, &path).json(&body).send().await.ok()?;
        }
    }
    Some(())
}

async fn changes_until_the_crash(house: &House, chat: &str, done: &AtomicUsize) {
    for turn in 0.. {
        if change(house, chat, turn).await.is_none() {
            return;
        }
        done.fetch_add(1, Ordering::Relaxed);
    }
}

on_each_database!(
    async fn every_kind_of_change_survives_kills(house: HouseBuilder) {
        let mut house = house.with_toolset("app-builder").await;
        let mut chats = Vec::new();
        for number in 0..4 {
            chats.push(house.chat(&format!("chat {number}")).await);
        }
        // Each round ends at another point of whatever goes on by then.
        for kill_after in [5, 23, 42, 11, 30] {
            let pid = rustix::process::Pid::from_raw(i32::try_from(house.pid()).unwrap()).unwrap();
            let done = AtomicUsize::new(0);
            let crash = async {
                while done.load(Ordering::Relaxed) < kill_after {
                    tokio::time::sleep(Duration::from_micros(200)).await;
                }
                rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
            };
            let all = chats.iter().map(|chat| changes_until_the_crash(&house, chat, &done));
            tokio::join!(futures::future::join_all(all), crash);
            house.restart();
            assert_it_adds_up(&house, &chats).await;
        }
    }
);

on_each_database!(
    async fn a_call_that_was_running_keeps_what_it_wrote(house: HouseBuilder) {
        let mut house = house.with_toolset("slow-lane").await;
        let chat = house.chat("slow").await;
        let file = house.workspace(&chat).join("count.txt");
        let url = format!("{}/tools/slow-lane:count/call", house.url());
        let body = json!({"args": {"to": 100, "pause": 0.05}, "chat_id": chat});
        let request = reqwest::Client::builder().no_proxy().build().unwrap().post(url);
        let running = tokio::spawn(request.bearer_auth(house.token()).json(&body).send());
        while !file.exists() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        house.kill();
        assert!(running.await.unwrap().is_err(), "the answer never came");

        house.restart();

        let calls = house.get(&format!("/calls?chat_id={chat}")).await.ok();
        let call = &calls["items"][0];
        assert_eq!(call["error"]["kind"], "interrupted", "{call:#}");
        assert_eq!(call["changes"]["added"], json!(["count.txt"]));
        assert_eq!(house.file(&chat, "count.txt").await, std::fs::read(&file).unwrap());
        assert_nothing_is_missing(&house).await;
    }
);
