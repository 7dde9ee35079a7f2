//! A toolset as an MCP bundle.

use serde_json::{Map, Value, json};

use super::manifest::is_inside;
use crate::servers::placeholders::{Piece, name_in, names_a_secret, pieces};
use crate::toolset::{ToolsetManifest, Transport};

/// Why a toolset cannot become a bundle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum McpbExportError {
    /// A bundle is one server, and no tools of its own.
    #[error(
        "a bundle holds one MCP server and nothing else: this toolset has {servers} servers and {tools} other tools"
    )]
    Shape {
        /// Its servers.
        servers: usize,
        /// Its other tools.
        tools: usize,
    },
    /// It runs elsewhere.
    #[error("a bundle holds a server that is started from its files: this one is reached at an address")]
    Remote,
}

/// The `manifest.json` of a toolset with one server that is started from it. Values of variables that are not `${NAME}`
/// already are no part of `toolset`: its export has replaced them.
///
/// # Errors
/// When the toolset is no single such server.
pub fn mcpb_manifest(toolset: &ToolsetManifest) -> Result<Value, McpbExportError> {
    let [server] = toolset.mcp_servers.as_slice() else {
        return Err(McpbExportError::Shape {
            servers: toolset.mcp_servers.len(),
            tools: toolset.tools.len(),
        });
    };
    if !toolset.tools.is_empty() {
        return Err(McpbExportError::Shape { servers: 1, tools: toolset.tools.len() });
    }
    let Transport::Stdio { command, args, env, .. } = &server.transport else {
        return Err(McpbExportError::Remote);
    };
    let mut settings = Map::new();
    let command = foreign(command, &mut settings);
    let args: Vec<String> = args.iter().map(|arg| foreign(arg, &mut settings)).collect();
    let env: Map<String, Value> =
        env.iter().map(|(name, value)| (name.clone(), json!(foreign(value, &mut settings)))).collect();
    let description = if toolset.description.is_empty() { &toolset.name } else { &toolset.description };
    // What a server brings nothing of has no file to begin with; the format wants one all the same.
    let files = args.iter().chain([&command]).filter_map(|text| text.strip_prefix("${__dirname}/"));
    let entry = files.into_iter().find(|path| is_inside(path)).unwrap_or("manifest.json");
    let mut manifest = json!({
        "manifest_version": "0.3",
        "name": toolset.id.as_str(),
        "display_name": toolset.name,
        "version": toolset.version.to_string(),
        "description": description,
        "author": {"name": "unknown"},
        "server": {
            "type": kind(&command),
            "entry_point": entry,
            "mcp_config": {"command": command, "args": args, "env": env}
        }
    });
    if !settings.is_empty() {
        manifest["user_config"] = Value::Object(settings);
    }
    Ok(manifest)
}

fn kind(command: &str) -> &'static str {
    let program = command.rsplit('/').next().unwrap_or(command);
    match program.trim_end_matches(".exe") {
        "node" | "npx" | "bun" | "deno" => "node",
        "python" | "python3" | "uv" | "uvx" => "python",
        _ => "binary",
    }
}

/// A text in this format's words: paths of the toolset's folder by `${__dirname}`, variables as settings.
fn foreign(text: &str, settings: &mut Map<String, Value>) -> String {
    let mut written = String::new();
    for (number, piece) in pieces(text).into_iter().enumerate() {
        match piece {
            Piece::Text(text) => match text.strip_prefix("./").filter(|_| number == 0) {
                Some(path) => written.push_str(&format!("${{__dirname}}/{path}")),
                None if text == "." && number == 0 => written.push_str("${__dirname}"),
                None => written.push_str(text),
            },
            Piece::Placeholder("HOME") => written.push_str("${HOME}"),
            Piece::Placeholder(inner) => {
                let name = name_in(inner);
                let key = name.to_ascii_lowercase();
                let default = inner.split_once(":-").map(|(_, default)| default);
                let setting = settings.entry(key.clone()).or_insert_with(|| {
                    json!({
                        "type": "string", "title": name, "description": format!("The value of {name}"),
                        "required": default.is_none(), "sensitive": names_a_secret(name)
                    })
                });
                if let Some(default) = default.filter(|default| !default.is_empty()) {
                    setting["default"] = json!(default);
                }
                written.push_str(&format!("${{user_config.{key}}}"));
            }
        }
    }
    written
}
