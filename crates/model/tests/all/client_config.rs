//! Files of MCP clients as people have them: what is read, what is set aside, and what they are told.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write as _;

use pegboard_model::servers::{ClientConfig, ProposedServer, to_mcp_servers};
use serde_json::json;

fn read(text: &str) -> ClientConfig {
    ClientConfig::parse(text, "mcp.json").unwrap_or_else(|errors| panic!("{errors}"))
}

fn refused(text: &str) -> String {
    ClientConfig::parse(text, "mcp.json").expect_err("the file is wrong").to_string()
}

/// Everything about the servers, secrets last.
fn told(config: &ClientConfig) -> String {
    let mut text = String::new();
    for server in &config.servers {
        tell(server, &mut text);
    }
    for note in &config.notes {
        writeln!(text, "{note}").unwrap();
    }
    text
}

fn tell(server: &ProposedServer, text: &mut String) {
    let renamed =
        server.renamed_from.as_ref().map(|name| format!(", renamed from {name:?}")).unwrap_or_default();
    writeln!(text, "== {} ({:?}{renamed})", server.id(), server.title).unwrap();
    let shape = &server.server;
    writeln!(text, "{:?}", shape.transport).unwrap();
    writeln!(text, "enabled {}, scope {}, lazy {}", shape.enabled, shape.scope.as_str(), shape.lazy).unwrap();
    for (name, value) in &server.secrets {
        writeln!(text, "secret {name} = {}", value.expose()).unwrap();
    }
    for question in &server.questions {
        writeln!(text, "question {question:?}").unwrap();
    }
    for note in &server.notes {
        writeln!(text, "note {note}").unwrap();
    }
    text.push('\n');
}

macro_rules! files {
    ($($name:ident: $file:literal),+ $(,)?) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(told(&read(include_str!(concat!("../configs/", $file)))));
        }
    )+};
}

files! {
    claude_desktop: "claude-desktop.json",
    claude_code: "claude-code.json",
    vscode: "vscode.json",
    zed: "zed.json",
    cursor_windsurf_and_gemini: "cursor-windsurf-gemini.json",
    goose: "goose.yaml",
    continue_: "continue.yaml",
}

#[test]
fn every_problem_is_told_at_once_and_none_repeats_a_secret() {
    let text = r#"{
  "mcpServers": {
    "a": {"command": "x", "args": "--token=hush", "env": "KEY=hush"},
    "b": {"comand": "x"},
    "c": {"command": "x", "url": "https://hush@h"},
    "d": {"type": "websocket", "url": "wss://h"},
    "e": {"url": "hush", "headers": {"bad name": "hush"}},
    "f": {"command": "x", "args": [1, null, "${command:hush}"], "disabled": "no"},
    "g": 7,
    "h": {"type": "stdio"},
    "i": {"command": " "},
    "a": {"command": "y"}
  },
  "inputs": [{"id": 1}]
}"#;
    let message = refused(text);
    assert!(!message.replace("${command:hush}", "").contains("hush"), "{message}");
    insta::assert_snapshot!(message);
}

#[test]
fn what_holds_no_servers_is_told_what_would() {
    let told = [
        "{}",
        "[]",
        "",
        "{\"command\": \"x\"}",
        "{\"mcpServers\": 1}",
        "{\"a\": 1}",
        "just words",
        "{\"a\": {\"b\": 1}}",
    ]
    .map(|text| format!("{text}\n  {}", refused(text)))
    .join("\n");
    insta::assert_snapshot!(told);
}

#[test]
fn servers_without_a_place_are_found() {
    let config = read(r#"{"time": {"command": "uvx", "args": ["mcp-server-time"]}}"#);
    assert_eq!(config.servers[0].id().as_str(), "time");
}

#[test]
fn what_is_written_is_read_as_the_same() {
    for text in [include_str!("../configs/claude-code.json"), include_str!("../configs/vscode.json")] {
        let config = read(text);
        let servers = config.servers.iter().map(|server| (server.id().to_string(), &server.server));
        let back = read(&to_mcp_servers(servers).to_string());
        let same: Vec<_> = config.servers.iter().map(|server| &server.server).collect();
        assert_eq!(back.servers.iter().map(|server| &server.server).collect::<Vec<_>>(), same);
    }
}

#[test]
fn what_is_written_holds_no_literal_value() {
    let mut server = read(r#"{"mcpServers": {"a": {"command": "x", "cwd": "/y"}}}"#).servers.remove(0).server;
    if let pegboard_model::toolset::Transport::Stdio { env, args, .. } = &mut server.transport {
        env.insert("KEY".into(), "hush".into());
        env.insert("B".into(), "${A_KEY}".into());
        args.push("--token=hush".into());
    }
    server.enabled = false;
    server.lazy = false;
    server.scope = pegboard_model::toolset::ServerScope::Chat;
    server.requires_confirmation = Some(true);
    let written = to_mcp_servers([("a".to_owned(), &server)]);
    assert_eq!(
        written,
        json!({"mcpServers": {"a": {
            "command": "x", "args": ["--token=${A_TOKEN}"], "cwd": "/y", "env": {"B": "${A_KEY}", "KEY": "${A_KEY_2}"},
            "disabled": true, "scope": "chat", "lazy": false, "requires_confirmation": true
        }}})
    );
}
