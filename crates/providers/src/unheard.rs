//! Whom a provider speaks to when no caller listens.

use pegboard_model::provider::{Host, Progress};
use tokio_util::sync::CancellationToken;

/// Nobody.
pub(crate) struct Unheard;

impl Host for Unheard {
    fn cancelled(&self) -> CancellationToken {
        CancellationToken::new()
    }

    fn log(&self, _text: &str) {}
}

impl Progress for Unheard {
    fn step(&self, _line: &str) {}
}

/// The server's log, for an environment that a call has to wait for.
pub(crate) struct Logged;

impl Progress for Logged {
    fn step(&self, line: &str) {
        tracing::info!("{line}");
    }
}
