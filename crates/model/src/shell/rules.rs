//! Rules that belong together.

use serde::{Deserialize, Serialize};

use crate::approval::Approval;
use crate::shell::rule::{EXAMPLES_MAX, Rule};

/// The most rules.
pub const RULES_MAX: usize = 500;

/// The rules of one `run_command`. Without any, everything asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RulesDocument", into = "RulesDocument")]
pub struct Rules {
    pub(super) rules: Vec<Rule>,
    pub(super) default: Approval,
    pub(super) redirects: Approval,
}

/// Rules as they are written, not yet checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesDocument {
    /// The rules; their order does not matter.
    #[serde(default)]
    pub rules: Vec<Rule>,
    /// What becomes of commands that no rule speaks of: `ask` or `blocked`.
    #[serde(default = "ask")]
    pub default: Approval,
    /// What becomes of redirects that write a file other than `/dev/null`.
    #[serde(default = "ask")]
    pub redirects: Approval,
}

fn ask() -> Approval {
    Approval::Ask
}

/// Why rules are refused. Rules are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// More than [`RULES_MAX`].
    #[error("there are at most {RULES_MAX} rules")]
    TooMany,
    /// More than [`EXAMPLES_MAX`] examples.
    #[error("rule {number} (`{pattern}`) has more than {EXAMPLES_MAX} examples")]
    TooManyExamples {
        /// The rule's place.
        number: usize,
        /// Its pattern.
        pattern: String,
    },
    /// `default: preApproved`.
    #[error("`default` is ask or blocked: what no rule speaks of is never pre-approved")]
    Default,
    /// An example of `match` is decided by something else.
    #[error("rule {number} (`{pattern}`) says that it matches `{example}`, but that is {found}")]
    NoMatch {
        /// The rule's place.
        number: usize,
        /// Its pattern.
        pattern: String,
        /// The example.
        example: String,
        /// What decides it, and how.
        found: String,
    },
    /// An example of `not_match` is decided by the rule.
    #[error("rule {number} (`{pattern}`) says that it does not match `{example}`, but it does: {found}")]
    Matches {
        /// The rule's place.
        number: usize,
        /// Its pattern.
        pattern: String,
        /// The example.
        example: String,
        /// The command of it that the rule decides, and how.
        found: String,
    },
}

impl Default for Rules {
    fn default() -> Self {
        Self { rules: Vec::new(), default: Approval::Ask, redirects: Approval::Ask }
    }
}

impl Rules {
    /// The rules as they are written.
    pub fn all(&self) -> &[Rule] {
        &self.rules
    }

    /// What becomes of commands that no rule speaks of.
    pub fn default_approval(&self) -> Approval {
        self.default
    }

    /// What becomes of redirects that write a file.
    pub fn redirects(&self) -> Approval {
        self.redirects
    }
}

impl From<Rules> for RulesDocument {
    fn from(rules: Rules) -> Self {
        Self { rules: rules.rules, default: rules.default, redirects: rules.redirects }
    }
}
