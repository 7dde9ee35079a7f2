//! Policy: the one place that decides whether a call may run.
//!
//! Invariant: a [`Permit`] is made in this module only, and every provider wants one.

mod decision;
mod grant;
mod permit;
mod trial;

pub use decision::{Decision, Facts, Granted, KillSwitch, Lapsed, approve, asks, is_settled, judge};
pub use grant::{Given, Grant, Reach, ReachError};
pub use permit::{Network, Permit, Rule, TrialPermit};
pub use trial::{Contained, NoTrial, try_out};
