//! Calls that nobody asked for at that moment: a schedule was due, or a webhook was called.

use std::fmt;
use std::str::FromStr;

/// What set a call off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TriggeredBy {
    /// A schedule.
    Cron,
    /// Somebody who knows the tool's webhook.
    Webhook,
}

impl TriggeredBy {
    /// The word in records and on every surface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Cron => "cron",
            Self::Webhook => "webhook",
        }
    }
}

impl fmt::Display for TriggeredBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is no trigger.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` sets nothing off: use cron or webhook")]
pub struct TriggeredByError(String);

impl FromStr for TriggeredBy {
    type Err = TriggeredByError;

    fn from_str(text: &str) -> Result<Self, TriggeredByError> {
        [Self::Cron, Self::Webhook]
            .into_iter()
            .find(|by| by.as_str() == text)
            .ok_or_else(|| TriggeredByError(text.chars().take(40).collect()))
    }
}

/// What a call that was set off brings with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Triggered {
    /// What set it off.
    pub by: TriggeredBy,
    /// What the result's text is appended to.
    pub prompt: String,
}
