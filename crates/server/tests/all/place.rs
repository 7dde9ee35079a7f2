//! The files of a chat and its place in the tree, as several modules look at them.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::Path;

use pegboard_testkit::House;
use serde_json::{Value, json};

/// Every file of a folder with its bytes.
pub(crate) fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
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

pub(crate) async fn write(house: &House, chat: &str, path: &str, content: &str) -> Value {
    house.succeed(chat, "app-builder:write_file", json!({"path": path, "content": content})).await
}

pub(crate) async fn go_to(house: &House, chat: &str, message: &Value) {
    house.post(&format!("/chats/{chat}/active-leaf"), json!({"message_id": message})).await.ok();
}
