//! Finds and ends what a house started, also what hides from its process group or outlives its parent.
//!
//! A started process carries marks in its environment, which whatever it starts inherits. Linux only: it stands on
//! `/proc` and on process handles.
#![deny(missing_docs)]

mod environment;
mod mark;
mod sweep;

pub use environment::inherited;
pub use mark::{HOUSE, Mark};
pub use sweep::{SweepError, end_marked, sweep};
