//! Calls of workers: their tools, their approvals, their rules; and AI SDK tools of npm that a worker's file brings, as in
//! spec 3. Where no registry of npm can be reached, that is said and those are not tested.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

use std::path::Path;

use pegboard_testkit::{Answer, House, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

async fn put(house: &House, name: &str, text: &str) {
    let body = json!({"text": text});
    house.request(Method::PUT, &format!("/workers/{name}"), Some(body)).await.ok();
}

async fn call_as(house: &House, worker: &str, chat: &str, tool: &str, args: Value) -> Answer {
    let body = json!({"args": args, "chat_id": chat, "worker": worker});
    house.post(&format!("/tools/{tool}/call"), body).await
}

async fn tried(house: &House, worker: &str, tool: &str, args: Value) -> String {
    let body = json!({"tool_id": tool, "args": args, "worker": worker});
    let verdict = house.post("/policy/try", body).await.ok();
    format!("{}: {}", verdict["decision"].as_str().unwrap(), verdict["rule"].as_str().unwrap())
}

const EDITOR: &str = "---\nname: editor\ntoolsets:\n  filesystem:\n    zones: [{path: notes, mode: rw, approval: {delete: ask}}]\n  \
                      shell: {rules: [{pattern: git status, approval: preApproved}]}\n  app-builder: {approval: ask, tools: \
                      {read_file: preApproved, delete_app: blocked}}\n---\n";

on_each_database!(
    async fn a_worker_has_its_own_tools_under_its_own_approvals(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").with_toolset("rough-edges").await;
        put(&house, "editor", EDITOR).await;
        let chat = house.chat("demo").await;
        let file = json!({"path": "a", "content": "1"});

        let pending =
            call_as(&house, "editor", &chat, "app-builder:write_file", file.clone()).await.with_status(202);
        assert_eq!(pending["rule"], "the worker says ask of its toolset");
        assert_eq!((&pending["worker"], &pending["parent_id"]), (&json!("editor"), &json!(null)));
        let path = format!("/calls/{}/approve", pending["id"].as_str().unwrap());
        let approved = house.post(&path, json!({})).await.ok();
        assert_eq!((&approved["status"], &approved["worker"]), (&json!("success"), &json!("editor")));
        let read = call_as(&house, "editor", &chat, "app-builder:read_file", json!({"path": "a"})).await.ok();
        assert_eq!(read["rule"], "the worker says preApproved of this tool");
        let listed = house.get("/calls/timeline?worker=editor").await.ok();
        assert_eq!(listed["items"].as_array().unwrap().len(), 2);
        assert_eq!(
            house.call(&chat, "app-builder:write_file", file.clone()).await["status"],
            "success",
            "nobody's worker"
        );

        // What is not the worker's is not there for it.
        let unknown =
            call_as(&house, "editor", &chat, "rough-edges:raise_error", json!({})).await.with_status(404);
        assert_eq!(unknown["type"], "urn:pegboard:problem:unknown-tool");
        let near =
            call_as(&house, "editor", &chat, "app-builder:write_fle", json!({})).await.with_status(404);
        assert_eq!(near["near"][0], "app-builder:write_file");
        let nobody =
            call_as(&house, "edtor", &chat, "read_file", json!({"path": "a"})).await.with_status(404);
        assert_eq!(
            (&nobody["detail"], &nobody["near"]),
            (&json!("there is no worker `edtor`"), &json!(["editor"]))
        );
    }
);

on_each_database!(
    async fn a_workers_rules_come_before_those_of_the_house(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        put(&house, "editor", EDITOR).await;
        put(&house, "plain", "---\nname: plain\ntoolsets: {filesystem: {}, shell: {}}\n---\n").await;
        let text = "toolsets:\n  app-builder: {tools: {read_file: blocked}}\n  filesystem: {zones: [{path: src, mode: rw}, {path: notes, mode: rw, approval: {write: ask}}, {path: \
                    notes/kept, mode: ro}]}\n  shell: {rules: [{pattern: git, approval: ask}, {pattern: git push, approval: blocked}]}\n";
        house.request(Method::PUT, "/policy", Some(json!({"text": text}))).await.ok();
        let command = |command: &str| json!({"command": command});
        let path = |path: &str| json!({"path": path, "content": "1"});
        let said = [
            tried(&house, "editor", "run_command", command("git status")).await,
            tried(&house, "editor", "run_command", command("git push")).await,
            tried(&house, "plain", "run_command", command("git status")).await,
            tried(&house, "editor", "write_file", path("notes/a")).await,
            tried(&house, "editor", "write_file", path("notes/kept/a")).await,
            tried(&house, "editor", "write_file", path("src/a")).await,
            tried(&house, "plain", "write_file", path("src/a")).await,
            tried(&house, "editor", "delete_file", json!({"path": "notes/a"})).await,
            tried(&house, "editor", "app-builder:read_file", json!({"path": "a"})).await,
        ];
        insta::assert_snapshot!("rules", said.join("\n"));
        // A call of the worker that waits is judged by what the worker says when it is approved.
        let chat = house.chat("demo").await;
        house.request(Method::PUT, "/policy", Some(json!({"text": ""}))).await.ok();
        let pending =
            call_as(&house, "editor", &chat, "app-builder:write_file", path("b")).await.with_status(202);
        put(&house, "editor", &EDITOR.replace("approval: ask, tools", "approval: blocked, tools")).await;
        let approve = format!("/calls/{}/approve", pending["id"].as_str().unwrap());
        house.post(&approve, json!({})).await.with_status(403);
    }
);

const TOOLSMITH: &str = r#"---
name: toolsmith
toolsets:
  filesystem: {}
  calculator:
    package: "@agentic/calculator@7.6.9"
    import: "calculator"
    packages: [zod@3.25.76]
    approval: preApproved
  external:
    package: "bash-tool@1.3.19"
    import: "createBashTool"
    options: {files: {a.txt: "one\ntwo\n"}}
    packages: [just-bash@3.4.2, zod@3.25.76]
    approval:
      readFile: preApproved
      bash: ask
      writeFile: blocked
  custom:
    module: "./tools/my-tool.ts"
    approval: ask
---
You use tools.
"#;

const MODULE: &str = "import { writeFile } from 'node:fs/promises';\nconst inputSchema = { type: 'object', properties: { text: { type: \
                      'string' } }, required: ['text'] };\nexport const note = { description: 'Writes a note.', inputSchema, execute: \
                      async ({ text }: { text: string }) => { await writeFile('note.txt', text); return text.length; } };\nexport const \
                      shy = { description: 'Asks.', inputSchema, needsApproval: true, execute: ({ text }: { text: string }) => text };\n";

/// What a call from the command line ends with: its exit code, and the call.
fn command(house: &House, tool: &str, args: &[&str]) -> (i32, Value) {
    let call = ["--json", "call", "--worker", "toolsmith", "--chat", "demo", tool];
    let output = house.command(&[&call[..], args].concat()).output().unwrap();
    let shown = if output.stdout.is_empty() { &output.stderr } else { &output.stdout };
    (output.status.code().unwrap(), serde_json::from_slice(shown).unwrap_or(Value::Null))
}

fn write(folder: &Path, path: &str, text: &str) {
    let file = folder.join(path);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, text).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_three_external_forms_of_a_worker_s_file_run_under_its_approvals() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "toolsmith.worker", TOOLSMITH);
    write(folder.path(), "tools/my-tool.ts", MODULE);
    let house = House::start().await;
    let source = json!({"source_type": "local", "source_ref": folder.path().join("toolsmith.worker")});
    let imported = house.post("/workers/import", source).await;
    let text = imported.body.to_string();
    if ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ETIMEDOUT"].iter().any(|code| text.contains(code)) {
        eprintln!("left out: no registry of npm can be reached");
        return;
    }
    let kept = imported.with_status(201);
    let ids: Vec<_> = kept["toolsets"].as_array().unwrap().iter().map(|one| &one["toolset_id"]).collect();
    assert_eq!(ids, ["builtin-filesystem", "toolsmith.calculator", "toolsmith.external", "toolsmith.custom"]);
    let chat = house.chat("demo").await;

    let (code, call) = command(&house, "calculator:calculator", &["expr=sqrt(16)*2"]);
    assert_eq!(
        (code, &call["status"], &call["worker"]),
        (0, &json!("success"), &json!("toolsmith")),
        "{call:#}"
    );
    assert_eq!(
        (&call["tool_id"], &call["rule"]),
        (&json!("toolsmith.calculator:calculator"), &json!("the worker says preApproved of its toolset"))
    );
    assert!(call["result"].to_string().contains('8'), "{call:#}");

    let (code, call) = command(&house, "external:readFile", &["path=a.txt"]);
    assert_eq!((code, &call["status"]), (0, &json!("success")), "{call:#}");
    let (code, call) = command(&house, "external:bash", &["command=wc -l < a.txt"]);
    assert_eq!((code, &call["rule"]), (4, &json!("the worker says ask of this tool")), "{call:#}");
    let approve = format!("/calls/{}/approve", call["id"].as_str().unwrap());
    let approved = house.post(&approve, json!({})).await.ok();
    assert_eq!(approved["result"]["stdout"].as_str().unwrap().trim(), "2", "{approved:#}");
    let (code, refused) = command(&house, "external:writeFile", &["path=b", "content=1"]);
    assert_eq!(code, 5);
    let said = "`toolsmith.external:writeFile` is blocked: the worker says blocked of this tool";
    assert_eq!(refused["detail"], said);

    for tool in ["custom:note", "custom:shy"] {
        let (code, call) = command(&house, tool, &["text=hello"]);
        assert_eq!((code, &call["status"]), (4, &json!("pending")), "{call:#}");
    }
    let pending = house.get("/calls?status=pending&tool_id=toolsmith.custom:note").await.ok();
    let approve = format!("/calls/{}/approve", pending["items"][0]["id"].as_str().unwrap());
    let approved = house.post(&approve, json!({})).await.ok();
    assert_eq!((&approved["result"], &approved["changes"]["added"]), (&json!(5), &json!(["note.txt"])));
    assert_eq!(house.file(&chat, "note.txt").await, b"hello");

    // What the worker says is said for the worker: others are asked.
    let call = house.call(&chat, "toolsmith.calculator:calculator", json!({"expr": "1+1"})).await;
    assert_eq!((&call["status"], &call["rule"]), (&json!("pending"), &json!("tools from elsewhere ask")));

    // A package that cannot be had leaves the worker as it was.
    write(folder.path(), "toolsmith.worker", &TOOLSMITH.replace("calculator@7.6.9", "calculator@0.0.0-none"));
    let source = json!({"source_type": "local", "source_ref": folder.path().join("toolsmith.worker")});
    let refused = house.post("/workers/import", source).await.with_status(422);
    assert!(
        refused["detail"].as_str().unwrap().starts_with("the tools of `calculator` cannot be had"),
        "{refused:#}"
    );
    assert_eq!(house.get("/workers/toolsmith").await.ok()["text"], TOOLSMITH);
    let (code, _) = command(&house, "calculator:calculator", &["expr=1+1"]);
    assert_eq!(code, 0);
}

/// One request of an MCP client, and the session that the server gave it.
async fn mcp(house: &House, worker: &str, session: &str, method: &str, params: Value) -> (Value, String) {
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let request = house.raw(Method::POST, &format!("/mcp/workers/{worker}")).json(&message);
    let request = request.header("accept", "application/json, text/event-stream");
    let request = if session.is_empty() { request } else { request.header("mcp-session-id", session) };
    let response = request.send().await.unwrap();
    let session = response.headers().get("mcp-session-id").map(|id| id.to_str().unwrap().to_owned());
    (response.json().await.unwrap(), session.unwrap_or_default())
}

#[tokio::test]
async fn an_agent_over_mcp_is_the_worker() {
    let house = House::start().with_toolset("app-builder").await;
    let text = "---\nname: editor\ntoolsets:\n  app-builder: {tools: {read_file: preApproved, write_file: ask}}\n  worker: \
                {workers: [helper]}\n---\nYou edit.\n";
    put(&house, "editor", text).await;
    put(&house, "helper", "---\nname: helper\ndescription: Helps.\n---\n").await;
    put(&house, "other", "---\nname: other\n---\n").await;
    let begin = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "Tester", "version": "1"}});
    let (begun, session) = mcp(&house, "editor", "", "initialize", begin.clone()).await;
    assert!(begun["result"]["instructions"].as_str().unwrap().starts_with("You edit.\n\n"), "{begun:#}");
    let (listed, _) = mcp(&house, "editor", &session, "tools/list", json!({})).await;
    let names: Vec<_> =
        listed["result"]["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(
        names,
        ["app-builder__write_file", "app-builder__read_file", "app-builder__run_command", "helper"]
    );

    let write = json!({"name": "app-builder__write_file", "arguments": {"path": "a", "content": "1"}});
    mcp(&house, "editor", &session, "tools/call", write).await;
    let pending = house.get("/calls?status=pending&worker=editor").await.ok();
    assert_eq!(pending["items"][0]["rule"], "the worker says ask of this tool");
    let foreign = json!({"name": "write_file", "arguments": {"path": "a", "content": "1"}});
    let (refused, _) = mcp(&house, "editor", &session, "tools/call", foreign).await;
    assert_eq!(refused["error"]["code"], -32602, "{refused:#}");
    let hand = json!({"name": "helper", "arguments": {"input": "Help."}});
    let (handed, _) = mcp(&house, "editor", &session, "tools/call", hand).await;
    let told = handed["result"]["content"][0]["text"].as_str().unwrap();
    assert!(told.contains("the worker `helper` cannot run: no language model is set up"), "{handed:#}");

    let (nobody, _) = mcp(&house, "nobody", "", "initialize", begin).await;
    assert!(nobody.get("error").is_some(), "{nobody:#}");
}
