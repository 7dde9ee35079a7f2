//! Policy: the one place that decides whether a call may run.
//!
//! Invariant: a [`Permit`] is made in this module only, and every provider wants one.

mod decision;
mod grant;
mod permit;

pub use decision::{Decision, Facts, Granted, KillSwitch, Lapsed, approve, is_settled, judge};
pub use grant::{Given, Grant, Reach, ReachError};
pub use permit::{Permit, Rule};
