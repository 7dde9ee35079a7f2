//! The few calls by which this crate looks at a folder: always relative to an open folder, never through
//! a link.

pub(crate) mod clock;
pub(crate) mod listing;
pub(crate) mod open;
pub(crate) mod remove;
pub(crate) mod stamp;
