//! Where a sealed text belongs.

use std::fmt;

use pegboard_model::ids::{ConfigKey, ServerKey, ToolId, ToolsetId};

use crate::record::ConfigOwner;

/// A row that holds a sealed text. What was sealed for one does not open in another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// A value for `${name}` of a toolset.
    Variable {
        /// Whose.
        toolset: ToolsetId,
        /// The name.
        name: String,
    },
    /// The credentials of a server.
    Credentials(ServerKey),
    /// A value that a person set for a key.
    Config {
        /// Whose.
        owner: ConfigOwner,
        /// The key.
        key: ConfigKey,
    },
    /// What the webhook of a tool is signed with.
    Hook(ToolId),
}

impl Place {
    /// The toolset it goes with; webhooks go with their tool.
    pub(crate) fn toolset(&self) -> Option<&ToolsetId> {
        match self {
            Self::Variable { toolset, .. } => Some(toolset),
            Self::Credentials(server) => Some(&server.toolset),
            Self::Config { owner, .. } => Some(owner.toolset()),
            Self::Hook(_) => None,
        }
    }
}

/// What a text is bound to. It never changes its meaning: texts of older versions must open.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable { toolset, name } => write!(f, "variable/{toolset}/{name}"),
            Self::Credentials(server) => write!(f, "credentials/{server}"),
            Self::Hook(tool) => write!(f, "hook/{tool}"),
            Self::Config { owner: ConfigOwner::Toolset(toolset), key } => {
                write!(f, "config/{toolset}//{key}")
            }
            Self::Config { owner: ConfigOwner::Tool(toolset, tool), key } => {
                write!(f, "config/{toolset}/{tool}/{key}")
            }
        }
    }
}
