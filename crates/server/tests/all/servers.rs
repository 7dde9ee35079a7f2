//! MCP servers behind the house: their tools are found, asked about, called, and their effects are commits.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use pegboard_testkit::{House, on_each_database};
use serde_json::{Value, json};

/// The small server that the client's own tests use.
fn program() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    crates.join("mcp/tests/servers/server.py")
}

/// A bundle with that server under each of these ids, with these further lines of its declaration.
async fn install(house: &House, toolset: &str, servers: &[&str], lines: &str) {
    install_program(house, toolset, servers, &program(), lines).await;
}

/// The same with another program.
async fn install_program(house: &House, toolset: &str, servers: &[&str], program: &Path, lines: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut manifest =
        format!("manifest_version: \"1\"\nid: {toolset}\nname: {toolset}\nversion: 1.0.0\nmcp_servers:\n");
    for server in servers {
        manifest += &format!(
            "  - id: {server}\n    command: python3\n    args: [{}]\n{lines}",
            serde_json::to_string(program.to_str().unwrap()).unwrap()
        );
    }
    fs::write(folder.path().join("toolset.yaml"), manifest).unwrap();
    house.import_folder(folder.path()).await.ok();
}

const TRUSTED: &str = "    requires_confirmation: false\n";

on_each_database!(
    async fn a_servers_tool_is_found_and_called_and_nothing_it_says_is_lost(house: HouseBuilder) {
        let house = house.await;
        install(&house, "odd", &["one"], TRUSTED).await;
        let chat = house.chat("demo").await;

        let tool = house.get("/tools").await.ok();
        let groups = tool["items"].as_array().unwrap();
        let group = groups.iter().find(|group| group["kind"] == "mcp_server").expect("a group of the server");
        assert_eq!(group["source"], "odd~one", "{group:#}");
        let call = house.succeed(&chat, "mcp:odd~one:echo", json!({"text": "hello"})).await;

        assert_eq!(
            call["result"],
            json!({
                "content": [{"type": "text", "text": "hello"}],
                "structuredContent": {"text": "hello"},
                "_meta": {"own/key": 1},
            })
        );
        let schemas = house.get("/tools/mcp:odd~one:echo/schemas").await.ok();
        assert_eq!(schemas["mcp"]["execution"], json!({"taskSupport": "forbidden"}), "it passes through");
    }
);

on_each_database!(
    async fn a_tool_of_a_server_asks_unless_somebody_vouched_for_it(house: HouseBuilder) {
        let house = house.await;
        install(&house, "odd", &["one"], "").await;
        let chat = house.chat("demo").await;

        let pending = house.call(&chat, "mcp:odd~one:echo", json!({"text": "hello"})).await;
        assert_eq!(pending["status"], "pending", "{pending:#}");
        let id = pending["id"].as_str().unwrap();
        let call = house.post(&format!("/calls/{id}/approve"), json!({})).await.ok();

        assert_eq!(call["status"], "success", "{call:#}");
    }
);

on_each_database!(
    async fn a_tools_own_failure_is_an_answer_that_is_kept(house: HouseBuilder) {
        let house = house.await;
        install(&house, "odd", &["one"], TRUSTED).await;
        let chat = house.chat("demo").await;

        let call = house.call(&chat, "mcp:odd~one:fail", json!({})).await;

        assert_eq!(call["status"], "error");
        assert_eq!(call["error"]["kind"], "raised");
        assert_eq!(call["error"]["message"], "it is broken");
    }
);

on_each_database!(
    async fn a_legacy_id_holds_where_it_can_mean_one_tool_only(house: HouseBuilder) {
        let house = house.await;
        install(&house, "odd", &["one", "two"], TRUSTED).await;
        install(&house, "even", &["two"], TRUSTED).await;
        let chat = house.chat("demo").await;

        let call = house.succeed(&chat, "mcp:one:echo", json!({"text": "a"})).await;
        assert_eq!(call["tool_id"], "mcp:odd~one:echo");
        let refused = house.post("/tools/mcp:two:echo/call", json!({"args": {}, "chat_id": chat})).await;

        let problem = refused.with_status(409);
        assert_eq!(problem["type"], "urn:pegboard:problem:ambiguous-tool");
        assert_eq!(problem["near"], json!(["mcp:even~two:echo", "mcp:odd~two:echo"]));
    }
);

on_each_database!(
    async fn what_a_chats_own_server_writes_is_a_commit_and_goes_with_its_branch(house: HouseBuilder) {
        let house = house.await;
        let lines = format!("{TRUSTED}    scope: chat\n    cwd: $workspace\n");
        install(&house, "odd", &["files"], &lines).await;
        let chat = house.chat("demo").await;
        let start = house
            .post(&format!("/chats/{chat}/messages"), json!({"role": "user", "content": "go"}))
            .await
            .ok();

        let call =
            house.succeed(&chat, "mcp:odd~files:write", json!({"path": "notes.md", "text": "kept"})).await;
        assert_eq!(call["changes"]["added"], json!(["notes.md"]));
        assert_eq!(house.file(&chat, "notes.md").await, b"kept");
        house.post(&format!("/chats/{chat}/active-leaf"), json!({"message_id": start["id"]})).await.ok();

        let files = house.get(&format!("/chats/{chat}/workspace/files")).await.ok();
        assert_eq!(files["files"], json!([]), "{files:#}");
        assert!(!house.workspace(&chat).join("notes.md").exists());
    }
);

on_each_database!(
    async fn nothing_starts_before_it_is_needed_and_nothing_stays(house: HouseBuilder) {
        let mut house = house.await;
        install(&house, "odd", &["one"], TRUSTED).await;
        assert_eq!(children(house.pid()), 0, "an import starts nothing");
        let chat = house.chat("demo").await;
        house.succeed(&chat, "mcp:odd~one:echo", json!({"text": "a"})).await;
        assert!(children(house.pid()) > 0);

        house.stop();
        house.restart();
        assert_eq!(children(house.pid()), 0, "a start starts nothing");
        let tools = house.get("/tools").await.ok();
        assert!(tools.to_string().contains("mcp:odd~one:echo"), "what it told is kept");
        assert_eq!(children(house.pid()), 0, "and a listing is answered from that");
        let call = house.succeed(&chat, "mcp:odd~one:echo", json!({"text": "b"})).await;
        assert_eq!(call["result"]["structuredContent"], json!({"text": "b"}));

        house.post("/toolsets/odd/enable", json!({"enabled": false})).await.ok();
        let refused = house.post("/tools/mcp:odd~one:echo/call", json!({"args": {}, "chat_id": chat})).await;
        refused.with_status(403);
        // The server has ended; what stood guard over it ends by itself a moment later.
        while children(house.pid()) > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    }
);

on_each_database!(
    async fn a_dead_server_says_what_is_wrong_and_the_others_go_on(house: HouseBuilder) {
        let house = house.await;
        install(&house, "odd", &["one"], TRUSTED).await;
        let folder = tempfile::tempdir().unwrap();
        let manifest = "manifest_version: \"1\"\nid: dead\nname: dead\nversion: 1.0.0\n\
                        mcp_servers:\n  - {id: gone, command: no-such-program}\n  \
                        - {id: unset, command: python3, env: {KEY: '${PEGBOARD_NOBODY_SET_THIS}'}}\n";
        fs::write(folder.path().join("toolset.yaml"), manifest).unwrap();
        house.import_folder(folder.path()).await.ok();
        let chat = house.chat("demo").await;

        let tools = house.get("/tools").await.ok();
        assert!(tools.to_string().contains("mcp:odd~one:echo"), "{tools:#}");
        for (tool, expected) in
            [("mcp:dead~gone:x", "no-such-program"), ("mcp:dead~unset:x", "PEGBOARD_NOBODY_SET_THIS")]
        {
            let refused =
                house.post(&format!("/tools/{tool}/call"), json!({"args": {}, "chat_id": chat})).await;
            let problem: Value = refused.with_status(502);
            assert!(problem["detail"].as_str().unwrap().contains(expected), "{problem:#}");
        }
        house.succeed(&chat, "mcp:odd~one:echo", json!({"text": "a"})).await;
    }
);

on_each_database!(
    async fn policy_judges_the_tool_that_will_run(house: HouseBuilder) {
        let house = house.await;
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("changing.py");
        let first = fs::read_to_string(program()).unwrap();
        fs::write(&script, &first).unwrap();
        install_program(&house, "odd", &["one"], &script, TRUSTED).await;
        let chat = house.chat("demo").await;
        house.succeed(&chat, "mcp:odd~one:echo", json!({"text": "a"})).await;

        // The same program comes back with a tool that wants more: nobody may call it by what it was.
        let second = first
            .replace(r#""properties": {}, "x-odd""#, r#""properties": {}, "required": ["why"], "x-odd""#);
        assert_ne!(first, second);
        fs::write(&script, second).unwrap();
        end(&script);
        until_not_ready(&house, "odd~one").await;
        let refused = house.post("/tools/mcp:odd~one:echo/call", json!({"args": {}, "chat_id": chat})).await;

        let problem = refused.with_status(422);
        assert_eq!(problem["type"], "urn:pegboard:problem:invalid-arguments", "{problem:#}");
    }
);

on_each_database!(
    async fn of_two_who_add_the_same_server_one_is_told_so(house: HouseBuilder) {
        let house = house.await;
        let add = |command: &str| json!({"server": {"id": "twice", "command": command, "args": []}});

        let (one, other) = tokio::join!(
            house.post("/mcp-servers", add("first")),
            house.post("/mcp-servers", add("second")),
        );

        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409]);
    }
);

on_each_database!(
    async fn other_settings_leave_the_switch_unless_they_say_how(house: HouseBuilder) {
        let house = house.await;
        let server = json!({"id": "odd", "command": "python3", "args": [], "enabled": false});
        house.post("/mcp-servers", json!({"server": server})).await.with_status(201);
        let edit = async |settings: Value| {
            let edited =
                house.request(reqwest::Method::PUT, "/mcp-servers/odd~odd", Some(settings)).await.ok();
            (edited["command"].clone(), edited["enabled"].clone())
        };

        assert_eq!(edit(json!({"command": "python"})).await, (json!("python"), json!(false)));
        assert_eq!(edit(json!({"command": "python", "enabled": true})).await, (json!("python"), json!(true)));
    }
);

/// Kills every process that runs this script.
fn end(script: &Path) {
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        if String::from_utf8_lossy(&line).contains(script.to_str().unwrap()) {
            let pid = entry.file_name();
            std::process::Command::new("kill").arg("-9").arg(pid).status().unwrap();
        }
    }
}

/// Waits until the house saw that a server went away.
async fn until_not_ready(house: &House, key: &str) {
    while house.get(&format!("/mcp-servers/{key}")).await.ok()["state"] == "ready" {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

/// How many children a process has now.
fn children(pid: u32) -> usize {
    let children = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    let mut all = children.split_whitespace().count();
    // A child belongs to the thread that started it.
    for task in fs::read_dir(format!("/proc/{pid}/task")).unwrap().flatten() {
        if task.file_name().to_string_lossy() != pid.to_string() {
            let of_task = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            all += of_task.split_whitespace().count();
        }
    }
    all
}
