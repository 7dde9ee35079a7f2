//! Policy: the one place that decides whether a call may run.
//!
//! Invariant: a [`Permit`] is made in this module only, and every provider wants one.

mod approval;
mod decision;
mod permit;

pub use approval::{Approval, ApprovalError};
pub use decision::{Decision, Facts, KillSwitch, Lapsed, approve, judge};
pub use permit::{Permit, Rule};
