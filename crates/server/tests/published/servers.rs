//! The reference servers, installed from one `mcp.json`.

use std::fs;
use std::path::Path;
use std::process::Command;

use pegboard_testkit::House;
use reqwest::Method;
use serde_json::{Value, json};

use crate::packages::Packages;

/// A tool that each of them has, with arguments for it.
fn calls(repository: &Path, workspace: &Path) -> [(&'static str, &'static str, Value); 5] {
    [
        ("everything", "echo", json!({"message": "hi"})),
        ("filesystem", "write_file", json!({"path": workspace.join("a.txt"), "content": "kept"})),
        ("memory", "read_graph", json!({})),
        ("git", "git_status", json!({"repo_path": repository})),
        ("time", "get_current_time", json!({"timezone": "UTC"})),
    ]
}

/// A file as other clients keep it, with all five.
fn mcp_json(packages: &Packages, folder: &Path) -> String {
    let repository = folder.join("repository");
    let made = Command::new("git").arg("init").arg("--quiet").arg(&repository).status().unwrap();
    assert!(made.success());
    let mut memory = packages.node_server("memory", &[]);
    memory["env"] = json!({"MEMORY_FILE_PATH": folder.join("memory.json")});
    let servers = json!({
        "everything": packages.node_server("everything", &["stdio"]),
        "filesystem": packages.node_server("filesystem", &["${workspaceFolder}"]),
        "memory": memory,
        "git": packages.python_server("mcp_server_git", &["--repository", repository.to_str().unwrap()]),
        "time": packages.python_server("mcp_server_time", &["--local-timezone", "UTC"]),
    });
    json!({"mcpServers": servers}).to_string()
}

async fn import(house: &House, config: &str) {
    let added = house.post("/mcp-servers", json!({"config": config})).await.with_status(201);
    assert_eq!(added["items"].as_array().unwrap().len(), 5, "{added:#}");
}

/// Lists until every server has told what it has: a listing asks those that have not, and waits for them for a while.
async fn until_all_are_known(house: &House) {
    loop {
        house.get("/tools").await.ok();
        let servers = house.get("/mcp-servers").await.ok();
        let servers = servers["items"].as_array().unwrap();
        if servers.iter().all(|server| server["told"].is_object()) {
            return;
        }
        assert!(servers.iter().all(|server| server["state"] != "error"), "{servers:#?}");
    }
}

fn id(server: &str, tool: &str) -> String {
    format!("mcp:{server}~{server}:{tool}")
}

/// Has a tool of each called without a question, under a name of ours.
async fn override_one_of_each(house: &House, calls: &[(&str, &str, Value)]) {
    for (server, tool, _) in calls {
        let change = json!({"requires_confirmation": false, "name_override": format!("Our {tool}")});
        let path = format!("/tools/{}/override", id(server, tool));
        house.request(Method::PUT, &path, Some(change)).await.ok();
    }
}

/// Calls over MCP and gives the call's id in the record.
async fn call_over_mcp(house: &House, chat: &str, wire_name: &str, args: &Value) -> String {
    let params = json!({
        "name": wire_name, "arguments": args,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {}, "pegboard/chat": chat,
        },
    });
    let request = house
        .raw(Method::POST, "/mcp")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", wire_name)
        .json(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}));
    let answer: Value = request.send().await.unwrap().json().await.unwrap();
    assert!(answer["result"]["content"].is_array(), "{answer:#}");
    // The answer is the server's own, as it came; the record has the call.
    let calls = house.get(&format!("/calls?chat_id={chat}&limit=1")).await.ok();
    calls["items"][0]["id"].as_str().unwrap().to_owned()
}

fn call_on_the_command_line(house: &House, chat: &str, tool: &str, args: &Value) -> String {
    let args = args.to_string();
    let output = house.command(&["--json", "call", tool, "--args", &args, "--chat", chat]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let call: Value = serde_json::from_slice(&output.stdout).unwrap();
    call["id"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn five_servers_of_one_file_are_listed_and_called_from_everywhere() {
    let Some(packages) = Packages::find() else { return };
    let folder = tempfile::tempdir().unwrap();
    let house = House::start().await;
    import(&house, &mcp_json(&packages, folder.path())).await;
    let chat = house.chat("demo").await;
    let start = format!("/chats/{chat}/workspace/files/start.txt");
    house.raw(Method::PUT, &start).body("start").send().await.unwrap().error_for_status().unwrap();
    let workspace = house.workspace(&chat);
    let calls = calls(&folder.path().join("repository"), &workspace);

    until_all_are_known(&house).await;
    override_one_of_each(&house, &calls).await;
    let groups = house.get("/tools").await.ok();
    let mut listed = String::new();
    for (server, tool, _) in &calls {
        let groups = groups["items"].as_array().unwrap();
        let group = groups.iter().find(|group| group["source"] == format!("{server}~{server}")).unwrap();
        let tools = group["tools"].as_array().unwrap();
        let ours = tools.iter().find(|one| one["id"] == id(server, tool)).unwrap();
        assert_eq!(
            (&ours["name"], &ours["requires_confirmation"]),
            (&json!(format!("Our {tool}")), &json!(false))
        );
        let others = tools.iter().filter(|one| one["id"] != ours["id"]);
        assert!(
            others
                .clone()
                .all(|one| one["requires_confirmation"] == true && one["overrides"]["user"].is_null())
        );
        listed += &format!("{server}: {} tools\n", others.count() + 1);
    }
    insta::assert_snapshot!(listed);

    for (server, tool, args) in &calls {
        let rest =
            house.succeed(&chat, &id(server, tool), args.clone()).await["id"].as_str().unwrap().to_owned();
        let line = call_on_the_command_line(&house, &chat, &id(server, tool), args);
        let mcp = call_over_mcp(&house, &chat, &format!("{server}__{server}__{tool}"), args).await;
        let made = [rest, line, mcp];
        assert!(made[0] != made[1] && made[1] != made[2], "{made:?}");
        for call in made {
            let record = house.get(&format!("/calls/{call}")).await.ok();
            assert_eq!(
                (&record["status"], &record["tool_id"]),
                (&json!("success"), &json!(id(server, tool)))
            );
            assert!(
                record["pre_manifest_id"].is_string() && record["post_manifest_id"].is_string(),
                "{record:#}"
            );
            let has_changed = record["pre_manifest_id"] != record["post_manifest_id"];
            assert_eq!(has_changed, record["changes"]["added"] == json!(["a.txt"]), "{record:#}");
        }
    }
    assert_eq!(house.file(&chat, "a.txt").await, b"kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_filesystem_server_writes_is_a_commit_and_goes_with_its_branch() {
    let Some(packages) = Packages::find() else { return };
    let house = House::start().await;
    let mut server = packages.node_server("filesystem", &["$workspace"]);
    server["id"] = json!("files");
    server["scope"] = json!("chat");
    server["requires_confirmation"] = json!(false);
    house.post("/mcp-servers", json!({"server": server})).await.with_status(201);
    let chat = house.chat("demo").await;
    let workspace = house.workspace(&chat);
    let write = async |name: &str, content: &str| {
        let args = json!({"path": workspace.join(name), "content": content});
        house.succeed(&chat, "mcp:files~files:write_file", args).await
    };
    let stand_on = async |call: &Value| {
        let leaf = json!({"message_id": call["message_id"]});
        house.post(&format!("/chats/{chat}/active-leaf"), leaf).await.ok();
    };

    let first = write("notes.md", "one").await;
    assert_eq!(first["changes"]["added"], json!(["notes.md"]));
    let second = write("notes.md", "two").await;
    assert_eq!(second["changes"]["modified"], json!(["notes.md"]));
    assert_ne!(second["pre_manifest_id"], second["post_manifest_id"]);

    stand_on(&first).await;
    assert_eq!(fs::read_to_string(workspace.join("notes.md")).unwrap(), "one");
    // The server goes on in the same folder, on another branch.
    let other = write("other.md", "three").await;
    assert_eq!(other["pre_manifest_id"], first["post_manifest_id"]);
    stand_on(&second).await;
    assert_eq!(fs::read_to_string(workspace.join("notes.md")).unwrap(), "two");
    assert!(!workspace.join("other.md").exists());
}
