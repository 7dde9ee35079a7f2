//! How a call without an answer is told to its caller.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use pegboard_model::call::{FailureKind, ToolFailure};
use pegboard_model::provider::RunLimits;

use crate::signal::by_signal;

/// What V8 prints when its heap is full, before it aborts.
const FULL_HEAP: &str = "heap out of memory";

/// Why the server ended a call.
#[derive(Debug, Clone, Copy)]
pub(super) enum Ending {
    /// Its time was over.
    Timeout,
    /// Somebody cancelled it.
    Cancelled,
    /// It announced an answer of so many bytes.
    TooLarge(u64),
}

/// What the caller is told of a call that the server ended.
pub(super) fn stopped(ending: Ending, limits: RunLimits) -> ToolFailure {
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

/// What the caller is told of a call whose process ended without an answer.
pub(super) fn crashed(status: Option<ExitStatus>, log: &str) -> ToolFailure {
    let code = status.and_then(|status| status.code());
    let signal = status.and_then(|status| status.signal());
    let message = match (code, signal) {
        (_, Some(_)) if log.contains(FULL_HEAP) => {
            "The tool used up the memory that its process has, and was ended. Give it less to do at once."
                .to_owned()
        }
        (_, Some(signal)) => format!("The tool's process {}.", by_signal(signal)),
        (Some(0), None) => {
            "The tool's process ended without an answer: something in it called process.exit.".to_owned()
        }
        (Some(code), None) => format!("The tool's process ended with exit code {code} before it answered."),
        (None, None) => "The tool's process ended without an answer.".to_owned(),
    };
    let failure = ToolFailure::new(FailureKind::Crashed, message);
    match log.trim() {
        "" => failure,
        log => failure.with_detail(last_chars(log)),
    }
}

/// The end of a log that goes into a failure's detail.
pub(super) fn last_chars(log: &str) -> &str {
    const DETAIL_BYTES: usize = 8 << 10;
    let mut start = log.len().saturating_sub(DETAIL_BYTES);
    while !log.is_char_boundary(start) {
        start += 1;
    }
    &log[start..]
}
