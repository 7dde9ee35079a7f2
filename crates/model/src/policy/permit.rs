//! The proof that policy allowed a call.

use serde::{Deserialize, Serialize};

use crate::call::Resolved;
use crate::fingerprint::Fingerprint;
use crate::ids::ToolId;

/// The rule that decided; recorded with the call and shown to people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule(String);

impl Rule {
    /// A rule by the sentence that people see.
    pub(super) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }

    /// The sentence.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Leave to run one call of one tool. It cannot be copied: running consumes it.
#[derive(Debug)]
pub struct Permit {
    tool: ToolId,
    fingerprint: Fingerprint,
    rule: Rule,
}

impl Permit {
    pub(super) fn new(resolved: &Resolved, rule: Rule) -> Self {
        Self { tool: resolved.tool.clone(), fingerprint: resolved.fingerprint.clone(), rule }
    }

    /// Whether this permit was given for that tool, as it is now.
    pub fn covers(&self, resolved: &Resolved) -> bool {
        self.tool == resolved.tool && self.fingerprint == resolved.fingerprint
    }

    /// The rule that gave it.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }
}
