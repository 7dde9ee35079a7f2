//! The built-in tools, on real folders.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod escape;
mod files;
mod house;
mod shell;
