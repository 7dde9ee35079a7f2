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

/// What network a call has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// The one that its toolset declares.
    AsDeclared,
    /// None, whatever its toolset declares: nothing that it does may leave its workspace.
    Closed,
}

/// Leave to run one call of one tool. It cannot be copied: running consumes it.
#[derive(Debug)]
pub struct Permit {
    tool: ToolId,
    fingerprint: Fingerprint,
    rule: Rule,
    network: Network,
}

impl Permit {
    pub(super) fn new(resolved: &Resolved, rule: Rule) -> Self {
        Self {
            tool: resolved.tool.clone(),
            fingerprint: resolved.fingerprint.clone(),
            rule,
            network: Network::AsDeclared,
        }
    }

    /// Whether this permit was given for that tool, as it is now, with that network.
    pub fn covers(&self, resolved: &Resolved, network: Network) -> bool {
        self.tool == resolved.tool && self.fingerprint == resolved.fingerprint && self.network == network
    }

    /// The rule that gave it.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }
}

/// Leave to try a call out in a copy of its workspace, without a network, before a person has said yes to it.
///
/// It is no [`Permit`], so what runs calls does not take it. What it becomes at the provider is one that covers nothing
/// but a job whose network is closed.
#[derive(Debug)]
pub struct TrialPermit(Permit);

impl TrialPermit {
    pub(super) fn new(resolved: &Resolved, rule: Rule) -> Self {
        Self(Permit { network: Network::Closed, ..Permit::new(resolved, rule) })
    }

    /// For the provider that runs the trial.
    pub fn into_closed(self) -> Permit {
        self.0
    }
}
