//! A model that nobody needs.

use std::time::Duration;

/// How long a model that nobody needs stays in memory.
pub const MODEL_IDLE: Duration = Duration::from_secs(60);

/// Whether a model lies in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InMemory {
    Yes,
    No,
}
