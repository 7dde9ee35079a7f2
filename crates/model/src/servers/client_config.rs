//! The files in which MCP clients keep their servers: `mcpServers` of Claude, Cursor, Windsurf, Gemini and many others,
//! `servers` with `inputs` of VS Code, `context_servers` of Zed, `extensions` of Goose.
//!
//! [`ClientConfig::parse`] reads any of them; [`to_mcp_servers`] writes the first, which most clients read.

mod entry;
mod find;
mod inputs;
mod transport;
mod write;

pub use write::to_mcp_servers;

use super::naming::ServerIds;
use super::proposed::ProposedServer;
use crate::document::{At, DocumentErrors, Node, Problems, json, yaml};
use entry::read_entry;
use find::find_entries;
use inputs::read_inputs;

/// Servers that one file may hold.
pub const CONFIG_SERVERS_MAX: usize = 200;

/// What a client's file proposes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientConfig {
    /// Its servers, in their order; their ids are unique.
    pub servers: Vec<ProposedServer>,
    /// What people should know of the file as a whole: entries that are no MCP servers.
    pub notes: Vec<String>,
}

impl ClientConfig {
    /// Reads a client's file, JSON (with comments) or YAML; `file` is its name for messages.
    ///
    /// # Errors
    /// Everything that is wrong with it, as far as one thing does not hide another.
    pub fn parse(text: &str, file: &str) -> Result<Self, DocumentErrors> {
        let mut problems = Problems::default();
        let root =
            if is_json(text) { json::read(text, &mut problems.0) } else { yaml::read(text, &mut problems.0) };
        let config = root.and_then(|root| read_config(&root, &mut problems));
        match config {
            Some(config) if problems.0.is_empty() => Ok(config),
            _ => Err(DocumentErrors::new(file, problems.0)),
        }
    }
}

/// Whether a text is meant as JSON rather than YAML.
fn is_json(text: &str) -> bool {
    let text = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    ["{", "[", "//", "/*"].iter().any(|start| text.starts_with(start))
}

fn read_config(root: &Node, problems: &mut Problems) -> Option<ClientConfig> {
    let root = At { node: root, path: String::new() };
    let section = root.open_section(problems)?;
    let inputs = read_inputs(&section, problems);
    let found = find_entries(&section, problems)?;
    if found.len() > CONFIG_SERVERS_MAX {
        root.problem(problems, format!("there are more than {CONFIG_SERVERS_MAX} servers"));
        return None;
    }
    let mut ids = ServerIds::default();
    let mut config = ClientConfig { servers: Vec::new(), notes: Vec::new() };
    for entry in &found {
        if let Some(why) = entry.foreign() {
            config.notes.push(format!("`{}` was left out: {why}", entry.shown_name()));
            continue;
        }
        config.servers.extend(read_entry(entry, &mut ids, &inputs, problems));
    }
    Some(config)
}
