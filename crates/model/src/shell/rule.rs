//! One rule, as it is written.

use serde::{Deserialize, Serialize};

use crate::approval::Approval;
use crate::shell::pattern::Pattern;

/// The most examples of each kind that a rule may have.
pub const EXAMPLES_MAX: usize = 50;

/// What to do with the commands that a pattern speaks of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// How they begin.
    pub pattern: Pattern,
    /// What to do with them.
    pub approval: Approval,
    /// Command lines that this rule must decide; checked when the rules are loaded.
    #[serde(default, rename = "match", skip_serializing_if = "Vec::is_empty")]
    pub matches: Vec<String>,
    /// Command lines of which it must decide nothing; checked likewise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_match: Vec<String>,
}
