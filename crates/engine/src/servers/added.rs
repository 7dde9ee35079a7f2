//! A server that a person adds by itself: a toolset with nothing else in it (spec 2).

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use pegboard_model::config::ConfigSchema;
use pegboard_model::ids::ToolsetId;
use pegboard_model::toolset::{McpServer, ToolsetManifest, Transport};
use semver::Version;

use super::error::ChangeServerError;
use crate::toolsets::ImportError;

/// A server to add, or what an added one is to become.
#[derive(Clone)]
pub struct NewServer {
    /// Display name; the server's id where there is none.
    pub title: Option<String>,
    /// How it is reached. Its id becomes the toolset's as well.
    pub server: McpServer,
    /// Values for the `${VAR}` in it, to be kept encrypted.
    pub variables: BTreeMap<String, String>,
}

impl fmt::Debug for NewServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&String> = self.variables.keys().collect();
        f.debug_struct("NewServer").field("server", &self.server.id).field("variables", &names).finish()
    }
}

impl NewServer {
    /// The id that its toolset gets.
    pub(super) fn toolset(&self) -> Result<ToolsetId, ChangeServerError> {
        let id = self.server.id.as_str();
        let refused = |reason: String| ChangeServerError::Id { id: id.to_owned(), reason };
        if id == "mcp" {
            return Err(refused("`mcp` begins the ids of all MCP tools".to_owned()));
        }
        id.parse().map_err(|error: pegboard_model::ids::NameError| refused(error.to_string()))
    }

    /// Writes its bundle into an empty folder.
    pub(super) fn write(&self, toolset: ToolsetId, folder: &Path) -> Result<(), ImportError> {
        let title = self.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
        let manifest = ToolsetManifest {
            name: title.unwrap_or(toolset.as_str()).to_owned(),
            id: toolset,
            // Every added server has the same one: it is the user's own and is not published.
            version: Version::new(1, 0, 0),
            description: String::new(),
            prompt_section: None,
            requires: Vec::new(),
            python: None,
            node: None,
            containers: Vec::new(),
            config_schema: ConfigSchema::default(),
            tools: Vec::new(),
            tool_overrides: Vec::new(),
            mcp_servers: vec![self.server.clone()],
        };
        std::fs::write(folder.join("toolset.yaml"), manifest.to_yaml()?)?;
        Ok(())
    }

    /// The server with its variables in place, for a trial before anything is kept.
    pub(super) fn filled(&self) -> McpServer {
        let mut server = self.server.clone();
        let fill = |text: &mut String| {
            for (name, value) in &self.variables {
                *text = text.replace(&format!("${{{name}}}"), value);
            }
        };
        match &mut server.transport {
            Transport::Stdio { command, args, cwd, env } => {
                fill(command);
                args.iter_mut().chain(cwd).chain(env.values_mut()).for_each(fill);
            }
            Transport::Sse { url, headers } | Transport::StreamableHttp { url, headers } => {
                fill(url);
                headers.values_mut().for_each(fill);
            }
        }
        server
    }
}
