//! The toolsets that Pegboard itself brings.
//!
//! Their ids begin with `builtin-`, which no installed toolset's does, so that a toolset of the user's may be called
//! `filesystem`. People and workers say `filesystem`, `shell` and `worker` (spec 3).

use serde_json::Value;

use crate::ids::{ToolName, ToolsetId};

/// What the ids of built-in toolsets begin with.
pub const PREFIX: &str = "builtin-";

/// A built-in toolset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Builtin {
    /// Reading and changing files of the workspace.
    Filesystem,
    /// Running commands in the workspace.
    Shell,
    /// Handing work to workers.
    Worker,
}

impl Builtin {
    /// All of them, in the order of listings.
    pub const ALL: [Self; 3] = [Self::Filesystem, Self::Shell, Self::Worker];

    /// The short name, as workers write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Filesystem => "filesystem",
            Self::Shell => "shell",
            Self::Worker => "worker",
        }
    }

    /// The toolset's id, such as `builtin-filesystem`.
    pub fn toolset(self) -> ToolsetId {
        ToolsetId::of_own_words(format!("{PREFIX}{}", self.as_str()))
    }

    /// The one with this id.
    pub fn of(toolset: &ToolsetId) -> Option<Self> {
        let name = toolset.as_str().strip_prefix(PREFIX)?;
        Self::ALL.into_iter().find(|builtin| builtin.as_str() == name)
    }
}

/// The built-in toolset with this short name.
pub fn toolset(name: &str) -> Option<ToolsetId> {
    Builtin::ALL.into_iter().find(|builtin| builtin.as_str() == name).map(Builtin::toolset)
}

/// What a tool does to the files that it is called with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// It only looks.
    Reads,
    /// It makes or changes files.
    Writes,
    /// It removes files.
    Deletes,
    /// It moves files: removes them here and makes them there.
    Moves,
    /// What it does is said by its command line.
    Runs,
}

/// One built-in tool as its provider describes it.
#[derive(Debug, Clone)]
pub struct BuiltinTool {
    /// Its id, such as `read_file`.
    pub name: ToolName,
    /// The name for people.
    pub title: &'static str,
    /// What it does, for people and models.
    pub description: String,
    /// JSON Schema of its arguments.
    pub input_schema: Value,
    /// What it does to files.
    pub effect: Effect,
}

/// One built-in toolset as its provider describes it.
#[derive(Debug, Clone)]
pub struct BuiltinToolset {
    /// Which one.
    pub builtin: Builtin,
    /// The name for people.
    pub title: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// Text for the system prompt while it is active.
    pub prompt_section: Option<&'static str>,
    /// Its tools, in the order of listings.
    pub tools: Vec<BuiltinTool>,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Builtin, toolset};

    #[test]
    fn each_is_known_by_its_id_and_its_short_name() {
        for builtin in Builtin::ALL {
            assert_eq!(Builtin::of(&builtin.toolset()), Some(builtin));
            assert_eq!(toolset(builtin.as_str()), Some(builtin.toolset()));
        }
        assert_eq!(Builtin::of(&"filesystem".parse().unwrap()), None);
        assert_eq!(toolset("builtin-shell"), None);
    }
}
