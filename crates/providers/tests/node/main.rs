//! The Node provider against real Node, the real runner and real npm.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod calls;
mod hostile;
mod house;
mod packages;
