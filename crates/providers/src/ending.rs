//! How a call that the server ended is told to its caller.

use pegboard_model::call::{FailureKind, ToolFailure};
use pegboard_model::provider::RunLimits;

/// Why the server ended a call.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ending {
    /// Its time was over.
    Timeout,
    /// Somebody cancelled it.
    Cancelled,
    /// It announced an answer of so many bytes.
    TooLarge(u64),
}

/// What the caller is told of a call that the server ended.
pub(crate) fn stopped(ending: Ending, limits: RunLimits) -> ToolFailure {
    match ending {
        Ending::Timeout => ToolFailure::new(
            FailureKind::Timeout,
            format!(
                "The tool did not finish within {} s and was ended. Give it less to do, or a longer time limit.",
                limits.timeout.as_secs_f64()
            ),
        ),
        Ending::Cancelled => ToolFailure::new(FailureKind::Cancelled, "The call was cancelled."),
        Ending::TooLarge(bytes) => ToolFailure::new(
            FailureKind::TooLarge,
            format!(
                "The result has {bytes} bytes, the limit is {}. Write it to a file in the workspace and return its path.",
                limits.result_bytes
            ),
        ),
    }
}

/// A call whose process ended without an answer, with the end of what it printed.
pub(crate) fn crashed(message: impl Into<String>, log: &str) -> ToolFailure {
    let failure = ToolFailure::new(FailureKind::Crashed, message);
    match log.trim() {
        "" => failure,
        log => failure.with_detail(last_chars(log)),
    }
}

/// The end of a log that goes into a failure's detail.
pub(crate) fn last_chars(log: &str) -> &str {
    const DETAIL_BYTES: usize = 8 << 10;
    let mut start = log.len().saturating_sub(DETAIL_BYTES);
    while !log.is_char_boundary(start) {
        start += 1;
    }
    &log[start..]
}
