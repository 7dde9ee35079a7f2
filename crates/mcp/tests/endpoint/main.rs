//! The endpoint, as clients of both generations meet it: a scripted house behind it, real HTTP before it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod handshake;
mod scripted;
mod stateless;
