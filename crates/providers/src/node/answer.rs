//! From what a runner said to what the caller is told.

use pegboard_model::call::{FailureKind, ToolFailure};

use crate::fault;
use crate::node::protocol::Fault;

/// A failure that the runner itself reports.
pub(super) fn failure(fault: Fault) -> ToolFailure {
    fault::failure(fault.kind, fault.message, fault.traceback)
}

/// An event that does not answer what was asked.
pub(super) fn unexpected() -> ToolFailure {
    ToolFailure::new(FailureKind::Crashed, "The tool's process answered something that it was not asked.")
}
