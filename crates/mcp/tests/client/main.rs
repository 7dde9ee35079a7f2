//! The client against real servers, good and bad.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod calls;
mod hostile;
mod house;
mod lifecycle;
mod reference;
mod remote;
