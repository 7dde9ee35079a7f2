//! The Python provider against real Python, the real runner and real `uv`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod calls;
mod environments;
mod hooks;
mod hostile;
mod house;
mod lifecycle;
mod sandbox;
