//! The manifest of a toolset, read and checked.

use std::collections::BTreeMap;
use std::str::FromStr;

use semver::Version;
use serde_json::Value;

use super::entrypoint::Entrypoint;
use super::hooks::Hooks;
use super::node::NodeSection;
use super::sandbox::Sandbox;
use crate::config::ConfigSchema;
use crate::ids::{ServerId, ToolName, ToolsetId};
use crate::overrides::ToolOverride;

/// The only manifest version there is.
pub const MANIFEST_VERSION: &str = "1";

/// A toolset as its `toolset.yaml` declares it.
///
/// Invariants: ids are unique within their list; `tool_overrides` is sorted by tool id, holds the legacy
/// `tools[].renderer` as well, and speaks only of this toolset's own tools and servers.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolsetManifest {
    /// The toolset's identity; never `mcp`, which begins the ids of MCP tools.
    pub id: ToolsetId,
    /// Display name.
    pub name: String,
    /// The toolset's own version.
    pub version: Version,
    /// Short description; may be empty.
    pub description: String,
    /// Text for the system prompt while the toolset is active.
    pub prompt_section: Option<String>,
    /// Toolsets that must be active before this one.
    pub requires: Vec<ToolsetId>,
    /// How its Python tools run.
    pub python: Option<PythonSection>,
    /// Its Node tools.
    pub node: Option<NodeSection>,
    /// Folders of container tools, relative to the bundle; `.` is the bundle itself.
    pub containers: Vec<String>,
    /// What its tools want to be told by the person who runs them.
    pub config_schema: ConfigSchema,
    /// Python tools.
    pub tools: Vec<ToolDeclaration>,
    /// The bundle's layer of overrides, with full tool ids.
    pub tool_overrides: Vec<ToolOverride>,
    /// MCP servers.
    pub mcp_servers: Vec<McpServer>,
}

/// One Python tool.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolDeclaration {
    /// Its id within the toolset.
    pub id: ToolName,
    /// Display name; where it is missing, the code's `@tool` says it.
    pub name: Option<String>,
    /// What it does; where it is missing, the code says it.
    pub description: Option<String>,
    /// The function.
    pub entrypoint: Entrypoint,
    /// JSON Schema of the arguments, an object schema; where it is missing, the code's type hints say it.
    pub input_schema: Option<Value>,
    /// Whether a person must see each call; `None` says nothing.
    pub requires_confirmation: Option<bool>,
    /// Whether it is on after installation.
    pub enabled: bool,
    /// A word to group it by.
    pub category: Option<String>,
}

/// One MCP server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct McpServer {
    /// Its id within the toolset.
    pub id: ServerId,
    /// How it is reached.
    pub transport: Transport,
    /// Whether it is on after installation.
    pub enabled: bool,
    /// Whether a person must see each call of its tools; `None` says nothing.
    pub requires_confirmation: Option<bool>,
    /// How many processes or connections there are of it.
    pub scope: ServerScope,
    /// Whether it connects only when it is first needed.
    pub lazy: bool,
}

/// How an MCP server is reached. Values may hold `${VAR}`, resolved at connect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Transport {
    /// A child process that speaks on its standard input and output.
    Stdio {
        /// The program.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Its working directory, relative to the toolset's folder unless absolute.
        cwd: Option<String>,
        /// Environment variables it gets besides the inherited ones.
        env: BTreeMap<String, String>,
    },
    /// The legacy HTTP+SSE transport.
    Sse {
        /// The address of the event stream.
        url: String,
        /// Headers of every request.
        headers: BTreeMap<String, String>,
    },
    /// Streamable HTTP.
    StreamableHttp {
        /// The address of the endpoint.
        url: String,
        /// Headers of every request.
        headers: BTreeMap<String, String>,
    },
}

impl Transport {
    /// The word for it in manifests and records: `stdio`, `sse` or `streamable-http`.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Stdio { .. } => "stdio",
            Self::Sse { .. } => "sse",
            Self::StreamableHttp { .. } => "streamable-http",
        }
    }
}

/// How many processes or connections there are of one MCP server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ServerScope {
    /// One, for everybody.
    #[default]
    Shared,
    /// One per chat, which may know the chat's `$workspace`.
    Chat,
}

impl ServerScope {
    /// The word for it in manifests and records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Shared => "shared",
            Self::Chat => "chat",
        }
    }
}

/// How a toolset's Python tools run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PythonSection {
    /// What is installed into the toolset's own environment; `None` means the base environment.
    pub requirements: Option<Requirements>,
    /// What is called before its tools are.
    pub hooks: Hooks,
    /// How long one call may take, in seconds; at least 1.
    pub timeout_seconds: Option<u32>,
    /// How a call is kept apart from the next one.
    pub isolation: Option<Isolation>,
    /// What its tools may touch.
    pub sandbox: Sandbox,
}

/// Python packages of a toolset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Requirements {
    /// Requirement lines, such as `pandas>=2`.
    Lines(Vec<String>),
    /// A requirements file's path, relative to the toolset's folder.
    File(String),
}

/// How a call's process is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Isolation {
    /// Forked from a process that has the toolset's modules imported.
    Fork,
    /// A fresh process, for modules that do not survive a fork.
    Spawn,
}

impl FromStr for Isolation {
    type Err = IsolationError;

    fn from_str(text: &str) -> Result<Self, IsolationError> {
        [Self::Fork, Self::Spawn]
            .into_iter()
            .find(|isolation| isolation.as_str() == text)
            .ok_or_else(|| IsolationError(text.chars().take(40).collect()))
    }
}

/// The text is no isolation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an isolation: use fork or spawn")]
pub struct IsolationError(String);

impl Isolation {
    /// The word for it in manifests.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fork => "fork",
            Self::Spawn => "spawn",
        }
    }
}
