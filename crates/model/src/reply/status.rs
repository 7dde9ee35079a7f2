//! How a reply stands.

use std::fmt;
use std::str::FromStr;

/// How a reply stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyStatus {
    /// It is being written.
    Running,
    /// A call that it asked for waits for a person.
    Waiting,
    /// It is whole.
    Done,
    /// A person stopped it.
    Stopped,
    /// The model did not answer, or it came to a limit.
    Failed,
    /// The server ended while it was written.
    Interrupted,
}

/// A text is no status of a reply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no status of a reply")]
pub struct ReplyStatusError(String);

impl ReplyStatus {
    const ALL: [Self; 6] =
        [Self::Running, Self::Waiting, Self::Done, Self::Stopped, Self::Failed, Self::Interrupted];

    /// As it is written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Waiting => "waiting",
            Self::Done => "done",
            Self::Stopped => "stopped",
            Self::Failed => "failed",
            Self::Interrupted => "interrupted",
        }
    }

    /// Whether it can be gone on with.
    #[must_use]
    pub fn can_go_on(self) -> bool {
        matches!(self, Self::Waiting | Self::Stopped | Self::Failed | Self::Interrupted)
    }
}

impl fmt::Display for ReplyStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ReplyStatus {
    type Err = ReplyStatusError;

    fn from_str(text: &str) -> Result<Self, ReplyStatusError> {
        let found = Self::ALL.into_iter().find(|status| status.as_str() == text);
        found.ok_or_else(|| ReplyStatusError(text.to_owned()))
    }
}
