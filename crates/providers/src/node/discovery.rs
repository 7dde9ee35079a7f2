//! What a toolset's code says of its tools.

use pegboard_model::call::{FailureKind, NeedsApproval, ToolFailure};
use pegboard_model::ids::ToolName;
use pegboard_model::provider::{Definition, Discovery};
use pegboard_model::toolset::NodeSection;

use crate::node::answer;
use crate::node::protocol::{Described, Stated};

/// From what the runner described to what the engine keeps.
pub(super) fn discoveries(section: &NodeSection, described: Vec<Described>) -> Vec<Discovery> {
    described.into_iter().filter_map(|tool| discovery(section, tool)).collect()
}

fn discovery(section: &NodeSection, described: Described) -> Option<Discovery> {
    let tool: ToolName = match described.name.parse() {
        Ok(tool) => tool,
        Err(error) => {
            let name: String = described.name.chars().take(80).collect();
            tracing::warn!(name, %error, "a Node tool is left out for its name");
            return None;
        }
    };
    let code = section.tools.get(described.source).map(|source| &source.code);
    let found = match described.error {
        Some(fault) => Err(answer::failure(fault)),
        None => Ok(Definition {
            name: described.title,
            description: described.description,
            input_schema: described.input_schema,
            needs_approval: described.approval.and_then(needs_approval),
            category: None,
            entrypoint: code.map(|code| format!("{code}:{}", described.name)),
        }),
    };
    Some(Discovery { tool, found })
}

fn needs_approval(stated: Stated) -> Option<NeedsApproval> {
    match stated {
        Stated::Always => Some(NeedsApproval::Always),
        Stated::Never => Some(NeedsApproval::Never),
        Stated::Depends => Some(NeedsApproval::Depends),
        Stated::Unsaid => None,
    }
}

/// What is said where a toolset's code gave no tools at all.
pub(super) fn nothing(messages: &[String]) -> ToolFailure {
    ToolFailure::new(FailureKind::Import, messages.join("\n"))
}
