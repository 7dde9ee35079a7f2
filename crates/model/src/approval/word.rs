//! The three words that every rule ends in (spec 3, principle 3).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What a rule says of a call.
///
/// The order is that of strictness, so the strictest of several is their maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Approval {
    /// It runs.
    PreApproved,
    /// A person must see it first.
    Ask,
    /// It never runs, and asking a person would not change that.
    Blocked,
}

impl Approval {
    /// All of them, the mildest first.
    pub const ALL: [Self; 3] = [Self::PreApproved, Self::Ask, Self::Blocked];

    /// The word in files, records and on every surface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PreApproved => "preApproved",
            Self::Ask => "ask",
            Self::Blocked => "blocked",
        }
    }
}

impl fmt::Display for Approval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is no approval.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an approval: use preApproved, ask or blocked")]
pub struct ApprovalError(String);

impl FromStr for Approval {
    type Err = ApprovalError;

    fn from_str(text: &str) -> Result<Self, ApprovalError> {
        Self::ALL
            .into_iter()
            .find(|approval| approval.as_str() == text)
            .ok_or_else(|| ApprovalError(text.chars().take(40).collect()))
    }
}
