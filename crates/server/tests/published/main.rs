//! What others publish, on both sides of a real house: reference servers behind it, SDKs and the Inspector before it.
//!
//! `make test` installs them and names their folders; without that, these tests say that they are left out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

mod clients;
mod packages;
mod servers;
