//! A worker.

use super::limits::WorkerLimits;
use super::toolsets::{WorkerToolset, WorkerToolsetSource, external_toolset};
use crate::approval::Spoken;
use crate::builtin::Builtin;
use crate::ids::{ToolId, ToolName, ToolsetId};
use crate::ruleset::Ruleset;

/// A worker, read and checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Worker {
    /// Its name, which is also that of the tool that hands it work.
    pub name: ToolName,
    /// What it is for, for people and for workers that may hand it work.
    pub description: String,
    /// Who may hand it work.
    pub exposure: Exposure,
    /// The model profile that it thinks with; `None` is the house's default.
    pub model: Option<String>,
    /// What it works with, in the order of the file.
    pub toolsets: Vec<WorkerToolset>,
    /// The workers that it may hand work to.
    pub workers: Vec<ToolName>,
    /// What it says of its toolsets.
    pub rules: Ruleset,
    /// What one run of it may use.
    pub limits: WorkerLimits,
    /// What it is told: the text below the front matter.
    pub instructions: String,
}

/// Who may hand a worker work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Exposure {
    /// People, and those who have its own tool at hand.
    #[default]
    Inside,
    /// Every client of the house, by asking for it.
    Exposed,
}

impl Worker {
    /// Whether a tool is one of its own: of a toolset that it names, and of the tools that hand work to workers only those
    /// for the workers that it names.
    pub fn has(&self, toolset: &ToolsetId, tool: &ToolId) -> bool {
        let hands_work = Builtin::of(toolset) == Some(Builtin::Worker);
        let is_named = || self.workers.iter().any(|worker| worker.as_str() == tool.name());
        self.has_toolset(toolset) && (!hands_work || is_named())
    }

    /// Whether it names a toolset, or brings it.
    pub fn has_toolset(&self, toolset: &ToolsetId) -> bool {
        self.toolsets.iter().any(|own| match &own.source {
            WorkerToolsetSource::Toolset(id) => id == toolset,
            WorkerToolsetSource::External(_) => {
                external_toolset(&self.name, &own.name).as_ref() == Some(toolset)
            }
        })
    }

    /// The id of a tool that goes by the worker's own name for its toolset: `search:web_search` is
    /// `reviewer.search:web_search`.
    pub fn own_name(&self, tool: &str) -> Option<String> {
        let (name, rest) = tool.split_once(':')?;
        let own = self.toolsets.iter().find(|own| own.name == name)?;
        match own.source {
            WorkerToolsetSource::External(_) => {
                Some(format!("{}:{rest}", external_toolset(&self.name, name)?))
            }
            WorkerToolsetSource::Toolset(_) => None,
        }
    }

    /// What it says of a tool.
    pub fn says(&self, toolset: &ToolsetId, tool: &ToolId) -> Option<Spoken> {
        self.rules.approvals.of(toolset, tool)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::worker::Worker;

    #[test]
    fn a_worker_has_the_tools_of_its_toolsets_and_the_workers_that_it_names() {
        let text = "---\nname: reviewer\ntoolsets:\n  filesystem: {}\n  github: {}\n  worker: {workers: [writer]}\n  \
                    search: {package: some-tools}\n---\n";
        let worker = Worker::parse(text, "reviewer.worker").unwrap();
        let has = |toolset: &str, tool: &str| worker.has(&toolset.parse().unwrap(), &tool.parse().unwrap());
        assert!(has("builtin-filesystem", "read_file"));
        assert!(has("github", "mcp:github~github:search"));
        assert!(has("reviewer.search", "reviewer.search:find"));
        assert!(has("builtin-worker", "writer"));
        assert!(!has("builtin-worker", "reader"));
        assert!(!has("builtin-shell", "run_command"));
        assert!(!has("search", "search:find"));
        assert_eq!(worker.own_name("search:find").as_deref(), Some("reviewer.search:find"));
        for other in ["github:find", "find", "other:find"] {
            assert_eq!(worker.own_name(other), None, "{other}");
        }
    }
}
