//! Where a sealed text belongs.

use std::fmt;

use pegboard_model::ids::{ConfigKey, ServerKey, ToolId, ToolsetId};
use pegboard_model::inference::ProfileName;

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
    /// What opens the server of a language model.
    ModelKey(ProfileName),
}

impl Place {
    /// The toolset it goes with; webhooks go with their tool, and language models with none.
    pub(crate) fn toolset(&self) -> Option<&ToolsetId> {
        match self {
            Self::Variable { toolset, .. } => Some(toolset),
            Self::Credentials(server) => Some(&server.toolset),
            Self::Config { owner, .. } => Some(owner.toolset()),
            Self::Hook(_) | Self::ModelKey(_) => None,
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
            Self::ModelKey(model) => write!(f, "model/{model}"),
            Self::Config { owner: ConfigOwner::Toolset(toolset), key } => {
                write!(f, "config/{toolset}//{key}")
            }
            Self::Config { owner: ConfigOwner::Tool(toolset, tool), key } => {
                write!(f, "config/{toolset}/{tool}/{key}")
            }
        }
    }
}
