//! What people told toolsets and tools.

use pegboard_model::config::{ConfigField, ConfigStatus};
use pegboard_model::ids::{ToolId, ToolName, ToolsetId};
use pegboard_model::time::Timestamp;

/// Whose values: those that all tools of a toolset share, or those of one tool that has a schema of its own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConfigOwner {
    /// All tools of a toolset.
    Toolset(ToolsetId),
    /// One of them.
    Tool(ToolsetId, ToolName),
}

impl ConfigOwner {
    /// The toolset that they go with.
    pub fn toolset(&self) -> &ToolsetId {
        match self {
            Self::Toolset(toolset) | Self::Tool(toolset, _) => toolset,
        }
    }

    /// The tool, where it has values of its own.
    pub fn tool(&self) -> Option<&ToolName> {
        match self {
            Self::Toolset(_) => None,
            Self::Tool(_, tool) => Some(tool),
        }
    }
}

/// Everything that can be set for a tool or a toolset, and what is.
#[derive(Debug, Clone)]
pub struct ConfigRecord {
    /// The tool that was asked for; `None` for a toolset.
    pub tool: Option<ToolId>,
    /// Its toolset.
    pub toolset: ToolsetId,
    /// Whether all is there.
    pub status: ConfigStatus,
    /// The keys in the order of their schema.
    pub keys: Vec<ConfigEntry>,
}

/// One key.
#[derive(Debug, Clone)]
pub struct ConfigEntry {
    /// What the schema says of it.
    pub field: ConfigField,
    /// What holds, as people may see it: `***` for a secret that is set.
    pub value: Option<String>,
    /// When somebody set it; `None` where nobody did.
    pub updated_at: Option<Timestamp>,
}
