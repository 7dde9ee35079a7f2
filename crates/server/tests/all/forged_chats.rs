//! Archives of chats that were damaged, or made to do harm: each is refused with what is wrong, and nothing of it stays.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};

use pegboard_testkit::House;
use reqwest::Method;
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::place::write;

type Files = BTreeMap<String, Vec<u8>>;

fn unpacked(zip: &[u8]) -> Files {
    let mut zip = ZipArchive::new(Cursor::new(zip)).unwrap();
    let mut files = Files::new();
    for at in 0..zip.len() {
        let mut entry = zip.by_index(at).unwrap();
        let name = entry.name().unwrap().into_owned();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        files.insert(name, content);
    }
    files
}

fn packed(files: &Files) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(name.as_str(), SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// The lines of a file as JSON, changed.
fn lines(files: &mut Files, name: &str, change: impl FnOnce(&mut Vec<Value>)) {
    let text = String::from_utf8(files[name].clone()).unwrap();
    let mut lines = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    change(&mut lines);
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    files.insert(name.to_owned(), text.into_bytes());
}

fn chat(files: &mut Files, change: impl FnOnce(&mut Value)) {
    let mut chat = serde_json::from_slice(&files["chat.json"]).unwrap();
    change(&mut chat);
    files.insert("chat.json".to_owned(), chat.to_string().into_bytes());
}

fn a_blob(files: &Files) -> String {
    files.keys().find(|name| name.starts_with("blobs/")).unwrap().clone()
}

/// Ways to make an archive worse.
type Forgery = (&'static str, fn(&mut Files));

fn of_files() -> Vec<Forgery> {
    vec![
        ("no chat.json", |files| drop(files.remove("chat.json"))),
        ("no calls.jsonl", |files| drop(files.remove("calls.jsonl"))),
        ("another format", |files| chat(files, |chat| chat["format"] = json!("zip"))),
        ("a later version", |files| chat(files, |chat| chat["version"] = json!(2))),
        ("a leaf that is not there", |files| {
            chat(files, |chat| chat["active_leaf"] = json!("01890a5d-ac96-774b-bcce-b302099a8057"));
        }),
        ("no JSON", |files| drop(files.insert("messages.jsonl".to_owned(), b"{\n".to_vec()))),
        ("JSON without end", |files| {
            let deep = [b"{\"content\":".to_vec(), vec![b'['; 100_000]].concat();
            files.insert("messages.jsonl".to_owned(), deep);
        }),
        ("a content that is another one", |files| {
            let blob = a_blob(files);
            files.insert(blob, b"changed".to_vec());
        }),
        ("a content that is missing", |files| {
            let blob = a_blob(files);
            files.remove(&blob);
        }),
        ("a name that climbs out", |files| drop(files.insert("../out.txt".to_owned(), b"x".to_vec()))),
    ]
}

fn of_lines() -> Vec<Forgery> {
    vec![
        ("a path that climbs out", |files| {
            lines(files, "states.jsonl", |lines| {
                let file = lines[0]["paths"]["a.txt"].clone();
                lines[0]["paths"]["../../out.txt"] = file;
            });
        }),
        ("a file below a file", |files| {
            lines(files, "states.jsonl", |lines| {
                let file = lines[0]["paths"]["a.txt"].clone();
                lines[0]["paths"]["a.txt/b.txt"] = file;
            });
        }),
        ("a state that a call would have led to", |files| {
            lines(files, "states.jsonl", |lines| lines[0]["source"] = json!("preview"));
        }),
        ("a circle of messages", |files| {
            lines(files, "messages.jsonl", |lines| lines[0]["parent"] = lines[1]["id"].clone());
        }),
        ("a message that is its own parent", |files| {
            lines(files, "messages.jsonl", |lines| lines[1]["parent"] = lines[1]["id"].clone());
        }),
        ("a message twice", |files| {
            lines(files, "messages.jsonl", |lines| lines.push(lines[0].clone()));
        }),
        ("a role that is none", |files| {
            lines(files, "messages.jsonl", |lines| lines[0]["role"] = json!("root"));
        }),
        ("a content of a message that is none", |files| {
            lines(files, "messages.jsonl", |lines| lines[0]["content"] = json!([7]));
        }),
        ("a call of another chat's message", |files| {
            lines(files, "calls.jsonl", |lines| {
                lines[0]["message"] = json!("01890a5d-ac96-774b-bcce-b302099a8057");
            });
        }),
        ("a call that succeeded without a result", |files| {
            lines(files, "calls.jsonl", |lines| lines[0]["result"] = Value::Null);
        }),
    ]
}

async fn refusal(house: &House, zip: Vec<u8>) -> String {
    let request = house.raw(Method::POST, "/chats/import").header("content-type", "application/zip");
    let problem: Value = request.body(zip).send().await.unwrap().json().await.unwrap();
    let text = |key: &str| problem[key].as_str().unwrap_or_default().to_owned();
    format!("{} {}", problem["status"], text("detail"))
}

/// What lies in a folder of the house.
fn within(house: &House, folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(house.data().join(folder)).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_whole_chat_is_refused_and_nothing_of_it_stays() {
    let house = House::start().with_toolset("app-builder").await;
    let id = house.chat("plan").await;
    write(&house, &id, "a.txt", "one").await;
    write(&house, &id, "b.txt", "two").await;
    let answer = house.raw(Method::GET, &format!("/chats/{id}/export")).send().await.unwrap();
    let zip = answer.bytes().await.unwrap().to_vec();
    let before = (within(&house, "chats"), house.get("/chats").await.ok());
    let mut told = Vec::new();
    for (what, forge) in of_files().into_iter().chain(of_lines()) {
        let mut files = unpacked(&zip);
        forge(&mut files);
        told.push(format!("{what}: {}", refusal(&house, packed(&files)).await));
    }
    told.push(format!("half of it: {}", refusal(&house, zip[..zip.len() / 2].to_vec()).await));
    told.push(format!("no ZIP: {}", refusal(&house, b"hello".to_vec()).await));
    let plain = house.raw(Method::POST, "/chats/import").body(zip.clone()).send().await.unwrap();
    told.push(format!("without its type: {}", plain.status()));
    insta::with_settings!({filters => vec![(r"[0-9a-f]{64}", "[hash]"), (r"[0-9a-f-]{36}", "[id]")]}, {
        insta::assert_snapshot!(told.join("\n"));
    });
    assert_eq!((within(&house, "chats"), house.get("/chats").await.ok()), before);
    assert_eq!(within(&house, "spool"), Vec::<String>::new());
    assert!(!house.data().join("out.txt").exists());
    // The house is well, and the archive as it was is taken.
    let request = house.raw(Method::POST, "/chats/import").header("content-type", "application/zip");
    assert_eq!(request.body(zip).send().await.unwrap().status(), 201);
}
