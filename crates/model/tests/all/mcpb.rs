//! MCP bundles: the toolsets that they become, what is asked, what is refused, and the way back.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write as _;

use pegboard_model::servers::{McpbExportError, McpbManifest, Platform, mcpb_manifest};
use pegboard_model::toolset::ToolsetManifest;
use serde_json::{Value, json};

fn bundle() -> Value {
    json!({
        "manifest_version": "0.3", "name": "My Files", "display_name": "My files", "version": "1.2",
        "description": "Reads files", "author": {"name": "Ada"},
        "server": {
            "type": "node", "entry_point": "server/index.js",
            "mcp_config": {
                "command": "node",
                "args": [
                    "${__dirname}/server/index.js", "--level=${user_config.level}", "${user_config.folders}",
                    "${user_config.extra}", "${user_config.home}"
                ],
                "env": {
                    "API_KEY": "${user_config.api_key}", "NOTES": "${user_config.notes}", "BASE": "${__dirname}${/}data",
                    "DEBUG": "${user_config.debug}"
                },
                "platform_overrides": {"win32": {"command": "node.exe"}, "linux": {"env": {"API_KEY": "${user_config.api_key}", "NOTES": "${user_config.notes}", "BASE": "${__dirname}/data"}}}
            }
        },
        "tools": [{"name": "read"}],
        "user_config": {
            "api_key": {"type": "string", "title": "Key", "description": "From your account", "required": true, "sensitive": true},
            "level": {"type": "number", "title": "Level", "description": "", "default": 3},
            "folders": {"type": "directory", "title": "Folders", "description": "What may be read", "multiple": true, "required": true, "default": ["/a", "/b"]},
            "home": {"type": "directory", "title": "Home", "description": "", "default": "${DOCUMENTS}/x"},
            "notes": {"type": "string", "title": "Notes", "description": ""},
            "extra": {"type": "file", "title": "Extra", "description": ""},
            "debug": {"type": "boolean", "title": "Debug", "description": "", "default": false}
        },
        "compatibility": {"platforms": ["darwin", "linux"], "runtimes": {"node": ">=18"}}
    })
}

fn read(manifest: &Value) -> McpbManifest {
    McpbManifest::parse(&manifest.to_string(), "manifest.json").unwrap_or_else(|errors| panic!("{errors}"))
}

fn told(manifest: &Value, platform: Platform) -> String {
    let plan = read(manifest).toolset(platform).unwrap();
    let mut told = plan.toolset.to_yaml().unwrap();
    plan.questions.iter().for_each(|question| writeln!(told, "{question:?}").unwrap());
    plan.notes.iter().for_each(|note| writeln!(told, "note {note}").unwrap());
    // What is written beside the files is read again at every start.
    assert_eq!(
        ToolsetManifest::parse(&plan.toolset.to_yaml().unwrap(), "toolset.yaml").unwrap(),
        plan.toolset
    );
    told
}

#[test]
fn a_bundle_becomes_a_toolset_with_one_server() {
    insta::assert_snapshot!(told(&bundle(), Platform::Darwin));
}

#[test]
fn a_platform_has_its_own_way_to_start() {
    let Value::Object(mut other) = bundle() else { unreachable!() };
    other.remove("compatibility");
    let plan = |platform| read(&Value::Object(other.clone())).toolset(platform).unwrap().toolset.mcp_servers;
    assert!(format!("{:?}", plan(Platform::Win32)).contains("\"node.exe\""));
    assert!(!format!("{:?}", plan(Platform::Linux)).contains("DEBUG"));
    let refusal = read(&bundle()).toolset(Platform::Win32).unwrap_err();
    assert_eq!(refusal.to_string(), "this bundle runs on darwin, linux, and this server is win32");
}

#[test]
fn a_bundle_without_a_configuration_is_started_by_its_kind() {
    let shown = ["node", "python", "uv", "binary"].map(|kind| {
        let manifest = json!({
            "dxt_version": "0.1", "name": "x", "version": "1.0.0", "description": "d", "author": {"name": "a"},
            "server": {"type": kind, "entry_point": "server/main"}
        });
        format!("{:?}", read(&manifest).toolset(Platform::Linux).unwrap().toolset.mcp_servers[0].transport)
    });
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn everything_that_is_wrong_is_told() {
    let manifest = json!({
        "manifest_version": "1.0", "name": " ", "version": "one",
        "server": {"type": "ruby", "entry_point": "../x", "mcp_config": {"args": "x", "env": {"A=B": "x"}}},
        "user_config": {"a": {"type": "text"}, "b": 1},
        "compatibility": {"platforms": "linux"}
    });
    let errors =
        McpbManifest::parse(&serde_json::to_string_pretty(&manifest).unwrap(), "manifest.json").unwrap_err();
    insta::assert_snapshot!(errors);
}

#[test]
fn a_bundle_cannot_read_variables_that_nobody_was_asked_for() {
    for text in ["${AWS_SECRET_ACCESS_KEY}", "${user_config.none}", "${arguments.x}", "${__dirname:-x}"] {
        let mut manifest = bundle();
        manifest["server"]["mcp_config"]["args"] = json!([text]);
        read(&manifest).toolset(Platform::Darwin).unwrap_err();
    }
}

#[test]
fn what_is_exported_is_a_bundle_again() {
    let toolset = read(&bundle()).toolset(Platform::Darwin).unwrap().toolset;
    let manifest = mcpb_manifest(&toolset, &[]).unwrap();
    insta::assert_json_snapshot!(manifest);
    let again = read(&manifest).toolset(Platform::Darwin).unwrap().toolset;
    assert_eq!(again.id, toolset.id);
    assert_eq!(mcpb_manifest(&again, &[]).unwrap()["server"], manifest["server"]);
}

#[test]
fn only_one_server_that_is_started_here_can_be_a_bundle() {
    let head = "manifest_version: \"1\"\nid: t\nname: T\nversion: \"1.0.0\"\n";
    let toolset = |rest: &str| ToolsetManifest::parse(&format!("{head}{rest}"), "toolset.yaml").unwrap();
    assert_eq!(mcpb_manifest(&toolset(""), &[]), Err(McpbExportError::Shape { servers: 0, tools: 0 }));
    let remote = toolset("mcp_servers: [{id: a, url: \"https://x\"}]\n");
    assert_eq!(mcpb_manifest(&remote, &[]), Err(McpbExportError::Remote));
}

#[test]
fn secrets_and_the_folder_of_a_chat_become_settings_of_an_exported_bundle() {
    let toolset = ToolsetManifest::parse(
        r#"
manifest_version: "1"
id: files
name: Files
version: "1.0.0"
mcp_servers:
  - id: files
    scope: chat
    command: bin/serve
    args: [--token, hush, "--level=${LEVEL:-3}", server/main.py, "$workspace", other.py, "${API_KEY:-hush}"]
    env: {KEY: "${FILES_KEY}", MODE: "${MODE:-fast}", OTHER: hush}
"#,
        "toolset.yaml",
    )
    .unwrap();
    let manifest = mcpb_manifest(&toolset, &["server/main.py"]).unwrap();
    assert!(!manifest.to_string().contains("hush"), "{manifest:#}");
    insta::assert_json_snapshot!(manifest);
    read(&manifest).toolset(Platform::Linux).unwrap();
}
