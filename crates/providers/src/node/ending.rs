//! How a call without an answer is told to its caller.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use pegboard_model::call::ToolFailure;

use crate::ending;
use crate::signal::by_signal;

/// What V8 prints when its heap is full, before it aborts.
const FULL_HEAP: &str = "heap out of memory";

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
    ending::crashed(message, log)
}
