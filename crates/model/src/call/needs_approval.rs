//! When a tool's own code wants a person to see its calls.

use std::str::FromStr;

/// When a tool's own code wants a person to see its calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NeedsApproval {
    /// Each of them.
    Always,
    /// None, says its author.
    Never,
    /// That depends on the input: the code is asked about each call.
    Depends,
}

impl NeedsApproval {
    /// The word in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Never => "never",
            Self::Depends => "depends",
        }
    }
}

/// The text is none of the three words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not one of always, never and depends")]
pub struct NeedsApprovalError(String);

impl FromStr for NeedsApproval {
    type Err = NeedsApprovalError;

    fn from_str(text: &str) -> Result<Self, NeedsApprovalError> {
        [Self::Always, Self::Never, Self::Depends]
            .into_iter()
            .find(|one| one.as_str() == text)
            .ok_or_else(|| NeedsApprovalError(text.chars().take(40).collect()))
    }
}
