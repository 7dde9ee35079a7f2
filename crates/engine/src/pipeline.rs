//! One call's way: resolve, policy, start, run, snapshot, plan, finish. Each step takes the value the one before it
//! made; nothing flows back.

mod admit;
mod at_work;
mod begin;
mod company;
mod depth;
mod error;
mod execute;
mod finish;
mod look_ahead;
mod own_word;
mod resolve;
mod subcalls;
mod told;

pub use error::CallError;

pub(crate) use admit::{Judged, Place, admit_approved, judge};
pub(crate) use begin::carrier;
pub(crate) use company::company;
pub(crate) use execute::run;
pub(crate) use finish::{Looks, interrupted, render_plan};
pub(crate) use own_word::own_word;
pub(crate) use resolve::{Target, contained, resolve, resolve_again};
pub(crate) use subcalls::Way;
pub(crate) use told::settings;
