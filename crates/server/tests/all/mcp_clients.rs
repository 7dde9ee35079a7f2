//! MCP clients before a real house: they list, call, read, wait and approve.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use pegboard_testkit::{House, McpSession, on_each_database};
use reqwest::Client;
use serde_json::{Value, json};

async fn token(house: &House, scope: &str) -> String {
    let made = house.post("/tokens", json!({"name": scope, "scope": scope})).await.ok();
    made["secret"].as_str().unwrap().to_owned()
}

on_each_database!(
    async fn a_call_over_mcp_is_a_commit_like_any_other(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let session = McpSession::begin(&house, "/mcp", house.token(), json!({})).await;
        let tools = session.ask("tools/list", json!({})).await["tools"].clone();
        let write = tools.as_array().unwrap().iter().find(|tool| tool["name"] == "app-builder__write_file");
        assert_eq!(write.unwrap()["inputSchema"]["required"], json!(["path", "content"]));

        let result = session.call("app-builder__write_file", json!({"path": "a.txt", "content": "hi"})).await;
        assert_eq!(result["structuredContent"], json!({"written": "a.txt", "size": 2}));
        let about = &result["_meta"]["pegboard/call"];
        let call = house.get(&format!("/calls/{}", about["id"].as_str().unwrap())).await.ok();
        assert_eq!(call["changes"]["added"], json!(["a.txt"]));
        assert_eq!(call["caller"], "admin");
        let chat = house.get(&format!("/chats/{}", about["chat_id"].as_str().unwrap())).await.ok();
        assert_eq!(chat["title"], "Tester");

        let resources = session.ask("resources/list", json!({})).await["resources"].clone();
        let read = session.ask("resources/read", json!({"uri": resources[0]["uri"]})).await;
        assert_eq!(read["contents"][0]["text"], "hi");
        assert_eq!(read["contents"][0]["mimeType"], "text/plain");
    }
);

#[tokio::test]
async fn a_toolset_of_its_own_has_unprefixed_names() {
    let house = House::start().with_toolset("app-builder").with_toolset("data-lab").await;
    let session = McpSession::begin(&house, "/mcp/app-builder", house.token(), json!({})).await;
    assert_eq!(session.tools().await, ["write_file", "read_file", "run_command"]);
    let result = session.call("write_file", json!({"path": "a.txt", "content": "hi"})).await;
    assert_eq!(result["isError"], false);
    let other = session.post("tools/call", json!({"name": "summarise", "arguments": {"path": "a"}}));
    let other: Value = other.send().await.unwrap().json().await.unwrap();
    assert_eq!(other["error"]["code"], -32602);
}

#[tokio::test]
async fn a_named_chat_is_the_one_that_is_worked_on() {
    let house = House::start().with_toolset("app-builder").await;
    let chat = house.chat("Mine").await;
    let session = McpSession::begin(&house, "/mcp", house.token(), json!({})).await;
    let args = json!({"path": "a.txt", "content": "hi"});
    let params = json!({"name": "app-builder__write_file", "arguments": args});
    let call = session.post("tools/call", params).header("mcp-pegboard-chat", &chat);
    call.send().await.unwrap().error_for_status().unwrap();
    assert_eq!(house.file(&chat, "a.txt").await, b"hi");
}

#[tokio::test]
async fn a_model_is_told_what_is_wrong_with_its_arguments() {
    let house = House::start().with_toolset("app-builder").await;
    let session = McpSession::begin(&house, "/mcp", house.token(), json!({})).await;
    let result = session.call("app-builder__write_file", json!({"path": 5})).await;
    assert_eq!(result["isError"], true);
    let told = result["content"][0]["text"].as_str().unwrap();
    assert!(told.contains("missing required argument `content`"), "{told}");
}

#[tokio::test]
async fn a_runner_gets_a_pending_result_that_an_operator_approves() {
    let house = House::start().with_toolset("app-builder").await;
    let change = json!({"requires_confirmation": true});
    house.request(reqwest::Method::PUT, "/tools/app-builder:write_file/override", Some(change)).await.ok();
    let runner = token(&house, "run").await;
    // Even one that says that it can ask somebody: who that is, nobody knows.
    let session = McpSession::begin(&house, "/mcp", &runner, json!({"elicitation": {}})).await;
    let result = session.call("app-builder__write_file", json!({"path": "a.txt", "content": "hi"})).await;
    let pending = &result["structuredContent"];
    assert_eq!(pending["status"], "pending");
    let id = pending["call_id"].as_str().unwrap();
    assert_eq!(pending["approve_at"], format!("{}/ui/calls/{id}", house.url()));
    let call = house.post(&format!("/calls/{id}/approve"), json!(null)).await.ok();
    assert_eq!((&call["status"], &call["caller"]), (&json!("success"), &json!("run")));
}

#[tokio::test]
async fn an_operator_approves_in_place() {
    let house = House::start().with_toolset("app-builder").await;
    let change = json!({"requires_confirmation": true});
    house.request(reqwest::Method::PUT, "/tools/app-builder:write_file/override", Some(change)).await.ok();
    let session = McpSession::begin(&house, "/mcp", house.token(), json!({"elicitation": {}})).await;
    let args = json!({"path": "a.txt", "content": "hi"});
    let call = session.post("tools/call", json!({"name": "app-builder__write_file", "arguments": args}));
    let mut stream = call.send().await.unwrap();
    let asked = event(&mut stream).await;
    assert_eq!(asked["method"], "elicitation/create");
    let message = asked["params"]["message"].as_str().unwrap();
    assert!(message.starts_with("Allow “Write File” (app-builder:write_file) to run with {"), "{message}");
    assert!(message.contains(r#""content":"hi""#), "{message}");
    let answer = json!({"action": "accept", "content": {"decision": "approve"}});
    let answer = session.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": answer}));
    assert_eq!(answer.send().await.unwrap().status(), 202);
    assert_eq!(event(&mut stream).await["result"]["structuredContent"]["written"], "a.txt");
}

/// The next message of a stream.
async fn event(stream: &mut reqwest::Response) -> Value {
    loop {
        let piece = stream.chunk().await.unwrap().expect("one more event");
        let text = std::str::from_utf8(&piece).unwrap();
        if let Some(data) = text.lines().find_map(|line| line.strip_prefix("data: "))
            && let Ok(message) = serde_json::from_str(data)
        {
            return message;
        }
    }
}

#[tokio::test]
async fn who_may_only_look_lists_and_calls_nothing() {
    let house = House::start().with_toolset("app-builder").await;
    let reader = token(&house, "read").await;
    let session = McpSession::begin(&house, "/mcp", &reader, json!({})).await;
    let names = session.tools().await;
    assert_eq!(names.iter().filter(|name| name.starts_with("app-builder__")).count(), 3);
    let call =
        session.post("tools/call", json!({"name": "app-builder__read_file", "arguments": {"path": "a"}}));
    let call: Value = call.send().await.unwrap().json().await.unwrap();
    assert_eq!(call["error"]["code"], -32602);
    let stranger = Client::builder().no_proxy().build().unwrap().post(format!("{}/mcp", house.url()));
    assert_eq!(stranger.json(&json!({})).send().await.unwrap().status(), 401);
}

#[tokio::test]
async fn an_html_renderer_is_an_app() {
    let house = House::start().with_toolset("data-lab").await;
    let session = McpSession::begin(&house, "/mcp/data-lab", house.token(), json!({})).await;
    let tools = session.ask("tools/list", json!({})).await["tools"].clone();
    let uri = tools[0]["_meta"]["ui"]["resourceUri"].clone();
    assert_eq!(uri, "ui://pegboard/data%2Dlab%3Asummarise");
    let app = session.ask("resources/read", json!({"uri": uri})).await["contents"][0].clone();
    assert_eq!(app["mimeType"], "text/html;profile=mcp-app");
    assert!(app["text"].as_str().unwrap().contains("__TOOL_DATA__"));
    let columns = json!([{"kind": "ramp", "name": "x"}]);
    session.call("make_table", json!({"path": "t.csv", "columns": columns})).await;
    let result = session.call("summarise", json!({"path": "t.csv"})).await;
    assert_eq!(result["_meta"]["pegboard/data"]["path"], "t.csv");
}

/// `pegboard mcp` on standard input and output: what goes in and comes out, a line each.
struct Piped {
    child: std::process::Child,
    input: std::process::ChildStdin,
    output: BufReader<std::process::ChildStdout>,
}

impl Piped {
    fn start(mut command: std::process::Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    fn ask(&mut self, id: u64, method: &str, params: &Value) -> Value {
        self.tell(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "it ended before it answered {method}");
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == id {
                return message["result"].clone();
            }
        }
    }

    fn tell(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
    }

    /// Ends the input; it must end by itself then, and well.
    fn end(self) {
        let Self { mut child, input, .. } = self;
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}

/// It speaks for the server that an address names, and for the one that runs on its data folder.
#[tokio::test(flavor = "multi_thread")]
async fn standard_input_and_output_speak_for_the_server_that_runs() {
    let house = House::start().with_toolset("notes").await;
    let chat = house.chat("piped").await;
    let data = house.data();
    let mut by_folder =
        house.command(&["--data", data.to_str().unwrap(), "mcp", "--toolset", "notes", "--chat", &chat]);
    by_folder.env_remove("PEGBOARD_URL").env_remove("PEGBOARD_TOKEN");
    let by_address = house.command(&["mcp", "--toolset", "notes", "--chat", &chat]);
    for (count, command) in [by_folder, by_address].into_iter().enumerate() {
        let mut piped = Piped::start(command);
        let client = json!({
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"},
        });
        assert_eq!(piped.ask(0, "initialize", &client)["serverInfo"]["name"], "pegboard");
        piped.tell(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        let listed = piped.ask(1, "tools/list", &json!({}));
        let names: Vec<&str> =
            listed["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        assert!(names.contains(&"add_note"), "{names:?}");
        let called = piped.ask(
            2,
            "tools/call",
            &json!({"name": "add_note", "arguments": {"subject": "a", "text": "x"}}),
        );
        assert_ne!(called["isError"], true, "{called:#}");
        piped.end();
        // Its calls are on the record of the house that was running.
        let calls = house.get(&format!("/calls?chat_id={chat}")).await.ok();
        assert_eq!(calls["items"].as_array().unwrap().len(), count + 1);
    }
}

/// A client watches a resource of a server behind a toolset: the server is asked to tell, and what it tells is passed on.
#[tokio::test(flavor = "multi_thread")]
async fn resources_of_servers_are_watched_through_pegboard() {
    let house = House::start().await;
    let program = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../mcp/tests/servers/server.py");
    let server = json!({"id": "odd", "command": "python3", "args": [program]});
    house.post("/mcp-servers", json!({"server": server})).await.with_status(201);
    let session = McpSession::begin(&house, "/mcp/odd", house.token(), json!({})).await;
    let mut stream = session.listen().await;
    session.ask("resources/subscribe", json!({"uri": "odd:a"})).await;
    let mut heard = String::new();
    let mut until = async |word: &str| {
        while !heard.contains(word) {
            let piece = stream.chunk().await.unwrap().expect("one more event");
            heard.push_str(std::str::from_utf8(&piece).unwrap());
        }
    };
    until("notifications/resources/updated").await;
    until("odd:a").await;
    session.ask("resources/unsubscribe", json!({"uri": "odd:a"})).await;
    // The server answers the end of the watch with a word of its own.
    until("notifications/resources/list_changed").await;
}
