//! The servers that the protocol's authors publish, and their conformance suite.
//!
//! `PEGBOARD_MCP_SERVERS` names a folder where `npm install` put them; without it these tests are left out.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pegboard_model::servers::{ServerConfig, ServerProvider};
use pegboard_model::toolset::Transport;
use serde_json::json;

use crate::house::{House, key, of_chats, program, server, text};

/// The folder with the servers, or nothing and a word about it.
fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("PEGBOARD_MCP_SERVERS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("left out: PEGBOARD_MCP_SERVERS names no folder with the reference servers");
    }
    folder
}

/// The Node that lies beside the servers, else the one on `PATH`.
fn node(folder: &Path) -> String {
    let own = folder.join("node_modules/node/bin/node");
    if own.exists() { own.display().to_string() } else { "node".to_owned() }
}

fn script(folder: &Path, package: &str) -> String {
    folder
        .join("node_modules/@modelcontextprotocol")
        .join(package)
        .join("dist/index.js")
        .display()
        .to_string()
}

fn reference(folder: &Path, id: &str, args: &[&str]) -> ServerConfig {
    let mut all = vec![script(folder, &format!("server-{id}"))];
    all.extend(args.iter().map(|arg| (*arg).to_owned()));
    program(id, &node(folder), all)
}

#[tokio::test]
async fn servers_on_standard_input_and_output() {
    let Some(folder) = folder() else { return };
    let servers = vec![reference(&folder, "everything", &["stdio"]), reference(&folder, "memory", &[])];
    let house = House::new(servers).await;
    let announced = house.provider.announce(&key("everything")).await.unwrap();
    assert!(announced.tools.len() >= 13, "{}", announced.tools.len());
    assert_eq!(text(&house.call("everything/echo", json!({"message": "hi"})).await), "Echo: hi");
    assert_eq!(house.provider.announce(&key("memory")).await.unwrap().tools.len(), 9);
    house.call("memory/read_graph", json!({})).await.result.unwrap();
    house.close().await;
}

#[tokio::test]
async fn a_file_system_of_a_chat() {
    let Some(folder) = folder() else { return };
    let files = of_chats(reference(&folder, "filesystem", &["$workspace"]));
    let house = House::new(vec![files]).await;
    let workspace = house.folder.path().join("workspace");
    let path = workspace.join("a.txt").display().to_string();
    house.call("filesystem/write_file", json!({"path": path, "content": "hi"})).await.result.unwrap();
    assert_eq!(std::fs::read_to_string(workspace.join("a.txt")).unwrap(), "hi");
    let outside = house.call("filesystem/read_text_file", json!({"path": "/etc/hostname"})).await;
    assert!(outside.result.unwrap_err().message.contains("denied"));
    house.close().await;
}

#[tokio::test]
async fn one_server_over_both_http_transports() {
    let Some(folder) = folder() else { return };
    for (mode, path) in [("sse", "/sse"), ("streamableHttp", "/mcp")] {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut child = Command::new(node(&folder))
            .args([&script(&folder, "server-everything"), mode])
            .env("PORT", port.to_string())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // It goes on writing there, and would end if nobody read.
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        lines.find(|line| line.contains(&port.to_string())).unwrap();
        std::thread::spawn(move || lines.for_each(drop));
        let url = format!("http://127.0.0.1:{port}{path}");
        let headers = BTreeMap::new();
        let transport = match mode {
            "sse" => Transport::Sse { url, headers },
            _ => Transport::StreamableHttp { url, headers },
        };
        let house = House::new(vec![server("s", transport)]).await;
        assert_eq!(text(&house.call("echo", json!({"message": "hi"})).await), "Echo: hi", "{mode}");
        house.close().await;
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn the_conformance_suite_passes() {
    let Some(folder) = folder() else { return };
    let test = std::env::current_exe().unwrap();
    let client = test.parent().unwrap().parent().unwrap().join("examples/conformance_client");
    for requirements in ["2025-11-25", "2026-07-28"] {
        let output = Command::new(node(&folder))
            .arg(script(&folder, "conformance"))
            .args(["client", "--requirements", requirements, "--command"])
            .arg(&client)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{requirements}: {said}");
    }
}
