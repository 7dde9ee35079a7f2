//! Files that a person sends with a message.

use pegboard_testkit::{House, ScriptedModel, Turn, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::speak::set_up;

use super::stream;

/// `hello` in base64.
pub(super) const HELLO: &str = "data:text/plain;base64,aGVsbG8=";

fn file(name: &str, url: &str) -> Value {
    json!({"type": "file", "mediaType": "text/plain", "filename": name, "url": url})
}

pub(super) fn sends(text: &str, files: &[Value]) -> Value {
    let mut parts = vec![json!({"type": "text", "text": text})];
    parts.extend_from_slice(files);
    json!({"messages": [{"id": "c-1", "role": "user", "parts": parts}]})
}

async fn refused(house: &House, chat: &str, body: &Value) -> String {
    let answer = house.raw(Method::POST, &format!("/chats/{chat}/stream")).json(body).send().await.unwrap();
    let problem: Value = answer.json().await.unwrap();
    format!("{} {}", problem["status"], problem["detail"].as_str().unwrap())
}

on_each_database!(
    async fn files_of_a_message_lie_in_the_workspace_from_there_on(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let model = ScriptedModel::start(vec![Turn::text("I see."), Turn::text("Again.")]).await;
        set_up(&house, &model).await;
        let chat = house.chat("files").await;
        let two = [file("../a.txt", HELLO), file("a.txt", "data:text/plain;base64,dHdv")];
        let told = stream(&house, &chat, sends("Look.", &two)).await;
        assert_eq!(house.file(&chat, "uploads/a.txt").await, b"hello");
        assert_eq!(house.file(&chat, "uploads/a-2.txt").await, b"two");
        let detail = house.get(&format!("/chats/{chat}")).await.ok();
        let said = &detail["messages"][0];
        insta::assert_json_snapshot!("content", said["content"]);
        assert_eq!(detail["title"], "files");
        let states = house.get(&format!("/chats/{chat}/workspace/manifests")).await.ok();
        let state = states["items"].as_array().unwrap().iter().find(|one| one["id"] == said["manifest_id"]);
        let state = state.expect("the message has the state with its files");
        assert_eq!((&state["source"], &state["source_ref"]), (&json!("user_upload"), &said["id"]));
        assert_eq!(
            model.requests()[0]["messages"].as_array().unwrap().last().unwrap()["content"],
            "Look.\n\n[Attached file: uploads/a.txt, text/plain, 5 bytes]\n[Attached file: uploads/a-2.txt, text/plain, 3 bytes]"
        );
        assert_eq!(told.last().unwrap()["type"], "finish");

        // Said again, differently, with a file that is there already: a branch beside it.
        let mut again = sends("Look again.", &[file("a.txt", "workspace:uploads/a-2.txt")]);
        again["messages"][0]["id"] = said["id"].clone();
        again["parentId"] = Value::Null;
        stream(&house, &chat, again).await;
        assert_eq!(house.file(&chat, "uploads/a.txt").await, b"two");
        let files = house.get(&format!("/chats/{chat}/workspace/files")).await.ok();
        assert_eq!(files["files"].as_array().unwrap().len(), 1, "{files:#}");
    }
);

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_none_is_refused_and_nothing_is_said() {
    let house = House::start().with_toolset("app-builder").await;
    let model = ScriptedModel::start(vec![]).await;
    set_up(&house, &model).await;
    let chat = house.chat("files").await;
    let mut told = Vec::new();
    let too_large = format!("data:text/plain;base64,{}", "AAAA".repeat((8 << 20) / 3 + 1));
    let many = vec![file("a", HELLO); 11];
    for files in [
        &[file("a.txt", "https://example.org/a.txt")][..],
        &[file("a.txt", "data:text/plain,hello")],
        &[file("a.txt", "data:text/plain;base64,$$")],
        &[file("a.txt", "workspace:uploads/a.txt")],
        &[json!({"type": "file"})],
        &many,
        &[file("large", &too_large)],
    ] {
        told.push(refused(&house, &chat, &sends("Look.", files)).await);
    }
    let mut of_another = sends("Look.", &[file("a.txt", "workspace:uploads/a.txt")]);
    of_another["messages"][0]["id"] = json!("01890a5d-ac96-774b-bcce-b302099a8057");
    told.push(refused(&house, &chat, &of_another).await);
    house.succeed(&chat, "app-builder:write_file", json!({"path": "uploads", "content": "no folder"})).await;
    told.push(refused(&house, &chat, &sends("Look.", &[file("a.txt", HELLO)])).await);
    insta::assert_snapshot!("refused", told.join("\n"));
    let detail = house.get(&format!("/chats/{chat}")).await.ok();
    let said = detail["messages"].as_array().unwrap().iter().filter(|one| one["role"] == "user").count();
    assert_eq!(said, 0, "{detail:#}");
}

/// A request of nine million bytes of which one comes; it holds its room until it is dropped.
async fn begun(house: &House, chat: &str) -> TcpStream {
    let address = house.url().trim_start_matches("http://").to_owned();
    let mut stream = TcpStream::connect(&address).await.unwrap();
    let head = format!(
        "POST /chats/{chat}/stream HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\nContent-Type: \
         application/json\r\nContent-Length: 9000000\r\n\r\n{{",
        house.token()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

/// The first line of an answer.
async fn status(stream: &mut TcpStream) -> String {
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).await.unwrap();
    line.trim_end().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn few_large_messages_are_read_at_once() {
    let house = House::start().await;
    let chat = house.chat("large").await;
    let mut begun_ones = Vec::new();
    for _ in 0..9 {
        begun_ones.push(begun(&house, &chat).await);
    }
    // Eight are waited for, and one is turned away.
    let answers = begun_ones.iter_mut().map(|stream| Box::pin(status(stream)));
    let (answer, _, _) = futures::future::select_all(answers).await;
    assert_eq!(answer, "HTTP/1.1 503 Service Unavailable");
    assert_eq!(refused(&house, &chat, &sends("Small.", &[])).await, "409 No language model is set up.");
}
