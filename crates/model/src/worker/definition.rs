//! A worker.

use super::limits::WorkerLimits;
use super::toolsets::WorkerToolset;
use crate::approval::Spoken;
use crate::ids::{ToolId, ToolName, ToolsetId};
use crate::ruleset::Ruleset;

/// A worker, read and checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Worker {
    /// Its name, which is also that of the tool that hands it work.
    pub name: ToolName,
    /// What it is for, for people and for workers that may hand it work.
    pub description: String,
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

impl Worker {
    /// What it says of a tool.
    pub fn says(&self, toolset: &ToolsetId, tool: &ToolId) -> Option<Spoken> {
        self.rules.approvals.of(toolset, tool)
    }
}
