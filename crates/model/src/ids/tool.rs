//! Tool ids: `mcp:{toolset}~{server}:{tool}`, `{toolset}:{tool}` and `{builtin}`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::ids::name::{NameError, ServerId, ToolName, ToolsetId};

/// The longest name of an MCP tool, in bytes. Servers choose these names freely.
pub const MCP_TOOL_MAX: usize = 256;

/// The identity of one MCP server: `{toolset_id}~{server_id}`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServerKey {
    /// The toolset that owns the server.
    pub toolset: ToolsetId,
    /// The server's id inside that toolset.
    pub server: ServerId,
}

impl fmt::Display for ServerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}~{}", self.toolset, self.server)
    }
}

/// The text is no server key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ServerKeyError {
    /// One of the names in it is refused.
    #[error(transparent)]
    Name(#[from] NameError),
    /// There is no `~` in it.
    #[error("`{0}` is not a server key: it is written TOOLSET~SERVER")]
    Form(String),
}

impl FromStr for ServerKey {
    type Err = ServerKeyError;

    fn from_str(text: &str) -> Result<Self, ServerKeyError> {
        let broken = || ServerKeyError::Form(text.chars().take(80).collect());
        let (toolset, server) = text.split_once('~').ok_or_else(broken)?;
        Ok(Self { toolset: toolset.parse()?, server: server.parse()? })
    }
}

impl Serialize for ServerKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The identity of one tool.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ToolId {
    /// A tool that comes with Pegboard.
    Builtin(ToolName),
    /// A tool of an installed toolset (Python, container, node).
    Toolset {
        /// Its toolset.
        toolset: ToolsetId,
        /// Its id in there.
        tool: ToolName,
    },
    /// A tool of an MCP server.
    Mcp {
        /// The server.
        server: ServerKey,
        /// The name the server gave it: any text without control characters.
        tool: String,
    },
}

impl ToolId {
    /// The toolset that the tool belongs to; built-ins have none.
    pub fn toolset(&self) -> Option<&ToolsetId> {
        match self {
            Self::Builtin(_) => None,
            Self::Toolset { toolset, .. } => Some(toolset),
            Self::Mcp { server, .. } => Some(&server.toolset),
        }
    }

    /// The tool's own name, without what stands before it.
    pub fn name(&self) -> &str {
        match self {
            Self::Builtin(tool) | Self::Toolset { tool, .. } => tool.as_str(),
            Self::Mcp { tool, .. } => tool,
        }
    }
}

impl fmt::Display for ToolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Builtin(tool) => write!(f, "{tool}"),
            Self::Toolset { toolset, tool } => write!(f, "{toolset}:{tool}"),
            Self::Mcp { server, tool } => write!(f, "mcp:{server}:{tool}"),
        }
    }
}

/// Why a text is no tool id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolIdError {
    /// One of the names in it is refused.
    #[error(transparent)]
    Name(#[from] NameError),
    /// `mcp:` without a server key and a tool behind it.
    #[error("`{0}` is not a tool id: an MCP tool is written mcp:TOOLSET~SERVER:TOOL")]
    Mcp(String),
    /// An MCP tool's name is empty, too long, or has control characters.
    #[error("the name of an MCP tool must have 1 to {MCP_TOOL_MAX} bytes and no control characters")]
    McpTool,
}

impl FromStr for ToolId {
    type Err = ToolIdError;

    fn from_str(text: &str) -> Result<Self, ToolIdError> {
        if let Some(rest) = text.strip_prefix("mcp:") {
            let broken = || ToolIdError::Mcp(text.chars().take(80).collect());
            let (key, tool) = rest.split_once(':').ok_or_else(broken)?;
            let (toolset, server) = key.split_once('~').ok_or_else(broken)?;
            if tool.is_empty() || tool.len() > MCP_TOOL_MAX || tool.chars().any(char::is_control) {
                return Err(ToolIdError::McpTool);
            }
            let server = ServerKey { toolset: toolset.parse()?, server: server.parse()? };
            return Ok(Self::Mcp { server, tool: tool.to_owned() });
        }
        match text.split_once(':') {
            Some((toolset, tool)) => Ok(Self::Toolset { toolset: toolset.parse()?, tool: tool.parse()? }),
            None => Ok(Self::Builtin(text.parse()?)),
        }
    }
}

impl Serialize for ToolId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ToolId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{ToolId, ToolIdError};

    #[test]
    fn every_form_reads_back_as_written() {
        for text in ["read_file", "app-builder:write_file", "mcp:web~search:find:all", "mcp:a~b:Ünï code"] {
            assert_eq!(text.parse::<ToolId>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn broken_ids_are_refused() {
        for text in
            ["", "a:b:c", ":b", "a:", "mcp:", "mcp:a:b", "mcp:a~b", "mcp:a~b:", "mcp:a~b~c:d", "a~b:c"]
        {
            text.parse::<ToolId>().unwrap_err();
        }
        assert_eq!("mcp:a~b:\u{7}".parse::<ToolId>(), Err(ToolIdError::McpTool));
    }
}
