//! A call whose tool was found and whose arguments hold.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::approval::{Approval, Spoken};
use crate::fingerprint::Fingerprint;
use crate::ids::ToolId;
use crate::overrides::ToolOverride;

/// A source of tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProviderKind {
    /// Tools of Pegboard itself.
    Builtin,
    /// Python functions.
    Python,
    /// MCP servers.
    Mcp,
    /// Containers.
    Container,
    /// AI SDK packages.
    Node,
}

impl ProviderKind {
    /// The word in records and on every surface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Builtin => "builtin",
            Self::Python => "python",
            Self::Mcp => "mcp",
            Self::Container => "container",
            Self::Node => "node",
        }
    }
}

impl fmt::Display for ProviderKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is no provider.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a provider: use builtin, python, mcp, container or node")]
pub struct ProviderKindError(String);

impl FromStr for ProviderKind {
    type Err = ProviderKindError;

    fn from_str(text: &str) -> Result<Self, ProviderKindError> {
        [Self::Builtin, Self::Python, Self::Mcp, Self::Container, Self::Node]
            .into_iter()
            .find(|kind| kind.as_str() == text)
            .ok_or_else(|| ProviderKindError(text.chars().take(40).collect()))
    }
}

/// How a tool came here, which decides for tools that say nothing of approval themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// It is part of Pegboard.
    Builtin,
    /// The user's own: a folder or ZIP of theirs.
    Own,
    /// From elsewhere: a URL, an MCP server, a package.
    Elsewhere,
}

/// What a tool itself says of approval, for this call.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Statement {
    /// Nothing.
    #[default]
    Silent,
    /// This.
    Says {
        /// Its word.
        approval: Approval,
        /// The sentence that people see.
        why: String,
    },
    /// Its author says that nobody needs to see this call. Whoever else speaks of the tool is heard before.
    Clears {
        /// The sentence that people see.
        why: String,
    },
}

impl Statement {
    /// A tool that wants a person to see each call.
    pub fn needs_approval() -> Self {
        Self::Says { approval: Approval::Ask, why: "the tool itself asks for confirmation".into() }
    }

    /// A tool whose author says that its calls need nobody's eyes.
    pub fn needs_none() -> Self {
        Self::Clears { why: "the tool itself needs no confirmation".into() }
    }
}

/// Whether a tool is switched on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    /// It is.
    On,
    /// Its toolset is disabled.
    ToolsetOff,
    /// Its MCP server is disabled.
    ServerOff,
    /// The tool is disabled, by itself or by an override.
    ToolOff,
    /// The tool has spent what it may.
    BudgetSpent,
}

/// A tool with its overrides applied, and arguments that hold against its schema.
#[derive(Debug, Clone)]
pub struct Resolved {
    /// The real tool.
    pub tool: ToolId,
    /// Who runs it.
    pub provider: ProviderKind,
    /// `module.path:function` for Python tools, `package:name` or `./path/module.ts:name` for Node tools.
    pub entrypoint: Option<String>,
    /// The name people see.
    pub display_name: String,
    /// Over its definition and its bundle's files.
    pub fingerprint: Fingerprint,
    /// Where it came from.
    pub origin: Origin,
    /// What it says of approval.
    pub statement: Statement,
    /// Whether the toolset and the tool are switched on.
    pub switch: Switch,
    /// What the worker that calls says of it, where one calls.
    pub worker: Option<Spoken>,
    /// What the house's policy says of it.
    pub house: Option<Spoken>,
    /// What its bundle changes about it.
    pub bundle_override: Option<ToolOverride>,
    /// What the user changes about it.
    pub user_override: Option<ToolOverride>,
    /// The arguments, checked.
    pub args: Map<String, Value>,
}
