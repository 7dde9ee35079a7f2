//! When tools run by themselves.
//!
//! A run has a call's id from the moment it is claimed, and the database takes each id once. So a run that was claimed
//! and did not begin, because its server ended, can be begun by whoever finds it, and still happens at most once; a call that
//! began is never run again. Of each tool one run goes on at a time: what was missed meanwhile, or while no server ran, is one run.

mod change;
mod defined;
mod run;
mod scheduler;
mod show;

pub use change::{ChangeScheduleError, SCHEDULES_MAX, ScheduleChange};
pub use run::RunScheduleError;

pub(crate) use change::{change, remove};
pub(crate) use run::run_now;
pub(crate) use scheduler::begin;
pub(crate) use show::{list, of_tool};

#[cfg(test)]
mod tests;
