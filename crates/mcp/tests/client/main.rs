//! The client against real servers, good and bad.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout)]

mod calls;
mod hostile;
mod house;
mod lifecycle;
mod reference;
mod remote;
