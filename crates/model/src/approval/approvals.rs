//! Words for whole toolsets and for single tools, as workers and the house's policy give them.

use std::collections::BTreeMap;

use super::word::Approval;
use crate::ids::{ToolId, ToolsetId};

/// How near to the tool a word was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Of the tool.
    Tool,
    /// Of its toolset.
    Toolset,
}

/// A word that was said of a tool, and how near to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spoken {
    /// The word.
    pub approval: Approval,
    /// Where it was said.
    pub level: Level,
}

/// What is said of one toolset.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolsetApprovals {
    /// Of all its tools.
    pub whole: Option<Approval>,
    /// Of single ones, which wins. A key is a tool's name within its toolset: `create_issue`, for a tool of a server
    /// also `server:create_issue`.
    pub tools: BTreeMap<String, Approval>,
}

impl ToolsetApprovals {
    /// What is said of this tool; that of the tool itself before that of its toolset.
    pub fn of(&self, tool: &ToolId) -> Option<Spoken> {
        let (exact, short) = match tool {
            ToolId::Builtin(name) => (None, name.as_str()),
            ToolId::Toolset { tool, .. } => (None, tool.as_str()),
            ToolId::Mcp { server, tool } => (Some(format!("{}:{tool}", server.server)), tool.as_str()),
        };
        let of_tool = exact.and_then(|name| self.tools.get(&name)).or_else(|| self.tools.get(short));
        match (of_tool, self.whole) {
            (Some(&approval), _) => Some(Spoken { approval, level: Level::Tool }),
            (None, Some(approval)) => Some(Spoken { approval, level: Level::Toolset }),
            (None, None) => None,
        }
    }
}

/// What is said of toolsets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Approvals(pub BTreeMap<ToolsetId, ToolsetApprovals>);

impl Approvals {
    /// What is said of a tool of this toolset.
    pub fn of(&self, toolset: &ToolsetId, tool: &ToolId) -> Option<Spoken> {
        self.0.get(toolset)?.of(tool)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Approvals, Level, Spoken, ToolsetApprovals};
    use crate::approval::Approval;

    #[test]
    fn the_word_for_a_tool_wins_over_that_for_its_toolset() {
        let tools = [("write", Approval::Ask), ("files:write", Approval::Blocked)];
        let tools = tools.into_iter().map(|(name, word)| (name.to_owned(), word)).collect();
        let said = ToolsetApprovals { whole: Some(Approval::PreApproved), tools };
        let all = Approvals([("kit".parse().unwrap(), said)].into());
        let of = |tool: &str| all.of(&"kit".parse().unwrap(), &tool.parse().unwrap());
        let spoken = |approval, level| Some(Spoken { approval, level });
        assert_eq!(of("kit:write"), spoken(Approval::Ask, Level::Tool));
        assert_eq!(of("kit:read"), spoken(Approval::PreApproved, Level::Toolset));
        assert_eq!(of("mcp:kit~files:write"), spoken(Approval::Blocked, Level::Tool));
        assert_eq!(of("mcp:kit~disk:write"), spoken(Approval::Ask, Level::Tool));
        assert_eq!(all.of(&"other".parse().unwrap(), &"other:write".parse().unwrap()), None);
    }
}
