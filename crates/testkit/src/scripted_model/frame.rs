//! What goes over the wire, whichever protocol it is.

use super::gate::Gate;

/// A part of a stream.
pub(super) enum Frame {
    Bytes(String),
    Wait(Gate),
    /// The connection ends here.
    Cut,
}

/// A failure in a protocol's words.
pub(super) struct Refusal {
    pub(super) status: u16,
    pub(super) body: String,
}
