//! What a runner says of a call that went wrong.

use pegboard_model::call::{FailureKind, ToolFailure};
use serde::Deserialize;

/// What went wrong in a call's process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ErrorKind {
    Import,
    Missing,
    Arguments,
    Raised,
    NotJson,
    TooLarge,
}

/// A failure that the call's process itself reports.
pub(crate) fn failure(kind: ErrorKind, message: String, traceback: Option<String>) -> ToolFailure {
    let kind = match kind {
        ErrorKind::Import => FailureKind::Import,
        ErrorKind::Missing => FailureKind::Missing,
        ErrorKind::Arguments => FailureKind::Arguments,
        ErrorKind::Raised => FailureKind::Raised,
        ErrorKind::NotJson => FailureKind::NotJson,
        ErrorKind::TooLarge => FailureKind::TooLarge,
    };
    ToolFailure { detail: traceback.filter(|text| !text.is_empty()), ..ToolFailure::new(kind, message) }
}
