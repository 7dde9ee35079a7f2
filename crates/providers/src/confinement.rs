//! Bounds that a process takes before it becomes another program: where it writes, what it cannot read, whether it has a
//! network. Linux only: Landlock and seccomp, through the crates that know them.
//!
//! Invariant: a process is bound before the program that is to be held by the bounds runs a single instruction. So the
//! server starts its own program under another name of its command line ([`ConfineProgram`]); that takes the bounds
//! ([`enter`]) and becomes the program by `exec`, as the same process with the same descriptors.
//!
//! What is bound, and what is not, is what docs/RUNNER_PROTOCOL.md says of Python tools, whose runner does it itself.

mod bounds;
mod enter;
mod files;
mod places;
mod privileges;
mod start;
mod system_calls;

pub(crate) use self::bounds::Files;
pub use self::enter::{EnterError, enter};
pub use self::start::ConfineProgram;
pub(crate) use self::start::{Confinement, Unconfinable};
