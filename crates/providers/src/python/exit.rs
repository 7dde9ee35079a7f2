//! How a call's process ended, and how that is said.

use crate::signal::by_signal;

/// The end of a call's child.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Exit {
    /// It returned this code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
    /// The runner ended it, because it used too much; that in a sentence.
    OverBudget(String),
    /// It was never made.
    Refused(String),
    /// The whole runner is gone; how that came.
    RunnerGone(String),
}

impl Exit {
    /// A sentence, with what is known to help.
    pub(super) fn sentence(&self) -> String {
        match self {
            Self::Code(0) => "The tool's process ended without an answer: something in it ended Python \
                              (os._exit, or a library that does)."
                .to_owned(),
            Self::Code(code) => {
                format!("The tool's process ended with exit code {code} before it answered.")
            }
            Self::Signal(signal) => format!("The tool's process {}.", by_signal(*signal)),
            Self::OverBudget(sentence) => sentence.clone(),
            Self::Refused(message) => format!("No process could be made for the call: {message}"),
            Self::RunnerGone(how) => {
                format!("The process that runs the toolset's tools {how}; the next call starts a new one.")
            }
        }
    }
}
