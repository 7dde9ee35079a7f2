//! A toolset as an MCP bundle.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::manifest::is_inside;
use crate::servers::hiding::Hiding;
use crate::servers::placeholders::{Piece, config_key, name_in, names_a_secret, pieces};
use crate::toolset::{ToolsetManifest, Transport};

/// The setting that a chat's folder becomes: other programs have none.
const WORKSPACE: &str = "workspace";

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
    /// It is started in a folder of its own, which the format has no word for.
    #[error("a bundle's server is started in the bundle's folder: this one has a `cwd` of its own")]
    Folder,
}

/// The `manifest.json` of a toolset with one server that is started from it. `files` are the toolset's files: an
/// argument that is one of them is written as such. What may be secret in the server's settings becomes something that
/// whoever installs the bundle is asked for.
///
/// # Errors
/// When the toolset is no single such server.
pub fn mcpb_manifest(toolset: &ToolsetManifest, files: &[&str]) -> Result<Value, McpbExportError> {
    let (servers, tools) = (toolset.mcp_servers.len(), toolset.tools.len());
    let ([server], 0) = (toolset.mcp_servers.as_slice(), tools) else {
        return Err(McpbExportError::Shape { servers, tools });
    };
    let inputs = BTreeMap::new();
    let hidden = Hiding::new(server.id.clone(), &inputs).hide_again(&server.transport);
    let Transport::Stdio { command, args, cwd, env } = hidden else {
        return Err(McpbExportError::Remote);
    };
    if cwd.is_some_and(|cwd| !cwd.trim_matches(['.', '/']).is_empty() || cwd.starts_with("..")) {
        return Err(McpbExportError::Folder);
    }
    let mut texts = Texts { files, settings: Map::new() };
    let command = texts.command(&command);
    let args: Vec<String> = args.iter().map(|arg| texts.argument(arg)).collect();
    let env: Map<String, Value> =
        env.iter().map(|(name, value)| (name.clone(), json!(texts.variable(value)))).collect();
    let description = if toolset.description.is_empty() { &toolset.name } else { &toolset.description };
    // What a server brings nothing of has no file to begin with; the format wants one all the same.
    let named = std::iter::once(&command).chain(&args).filter_map(|text| text.strip_prefix("${__dirname}/"));
    let entry = named.into_iter().find(|path| is_inside(path)).unwrap_or("manifest.json");
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
    if !texts.settings.is_empty() {
        manifest["user_config"] = Value::Object(texts.settings);
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

/// A server's texts in this format's words: paths of the toolset's folder by `${__dirname}`, variables as settings.
struct Texts<'t> {
    files: &'t [&'t str],
    settings: Map<String, Value>,
}

impl Texts<'_> {
    /// A command with a `/` is taken from the toolset's folder.
    fn command(&mut self, command: &str) -> String {
        match command.starts_with(['/', '.', '$']) || !command.contains('/') {
            true => self.argument(command),
            false => self.argument(&format!("./{command}")),
        }
    }

    fn argument(&mut self, arg: &str) -> String {
        if self.files.contains(&arg) { format!("${{__dirname}}/{arg}") } else { self.foreign(arg, false) }
    }

    /// What an environment variable has without a default was kept encrypted here, so it is secret there.
    fn variable(&mut self, value: &str) -> String {
        self.foreign(value, true)
    }

    fn foreign(&mut self, text: &str, kept: bool) -> String {
        let mut written = String::new();
        for (number, piece) in pieces(text).into_iter().enumerate() {
            match piece {
                Piece::Text(text) => match text.strip_prefix("./").filter(|_| number == 0) {
                    Some(path) => written.push_str(&format!("${{__dirname}}/{path}")),
                    None if text == "." && number == 0 => written.push_str("${__dirname}"),
                    None => self.plain(text, &mut written),
                },
                Piece::Placeholder("HOME") => written.push_str("${HOME}"),
                Piece::Placeholder("workspace") => written.push_str(&self.workspace()),
                Piece::Placeholder(inner) => written.push_str(&self.setting(inner, kept)),
            }
        }
        written
    }

    fn plain(&mut self, text: &str, written: &mut String) {
        for (number, text) in text.split("$workspace").enumerate() {
            if number > 0 {
                written.push_str(&self.workspace());
            }
            written.push_str(text);
        }
    }

    fn workspace(&mut self) -> String {
        self.settings.entry(WORKSPACE).or_insert_with(|| {
            json!({
                "type": "directory", "title": "Workspace", "description": "The folder that it works in",
                "required": true, "sensitive": false
            })
        });
        format!("${{user_config.{WORKSPACE}}}")
    }

    fn setting(&mut self, inner: &str, kept: bool) -> String {
        let name = name_in(inner);
        let name = config_key(name).unwrap_or(name);
        let mut key = name.to_ascii_lowercase();
        if key == WORKSPACE {
            key.push('_');
        }
        let default = inner.split_once(":-").map(|(_, default)| default);
        let default = default.filter(|default| default.is_empty() || !names_a_secret(name));
        let sensitive = names_a_secret(name) || (kept && default.is_none());
        let setting = self.settings.entry(key.clone()).or_insert_with(|| {
            json!({
                "type": "string", "title": name, "description": format!("The value of {name}"),
                "required": default.is_none(), "sensitive": sensitive
            })
        });
        if let Some(default) = default.filter(|default| !default.is_empty()) {
            setting["default"] = json!(default);
        }
        format!("${{user_config.{key}}}")
    }
}
