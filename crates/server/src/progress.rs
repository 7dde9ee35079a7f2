//! What is told of long steps.

use pegboard_model::provider::Progress;

/// Long steps of an HTTP operation go to the log: the client waits for the answer.
pub(crate) struct Logged;

impl Progress for Logged {
    fn step(&self, line: &str) {
        tracing::info!("{line}");
    }
}
