//! A whole house in a temporary folder, for tests.
//!
//! Everything is real: the server's own program, Python, SQLite and PostgreSQL. What a machine lacks is said aloud
//! and left out.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test that cannot go on fails"
)]

mod answer;
pub mod containers;
mod database;
mod house;
mod people;
pub mod postgres;
mod scripted_model;
mod session;
mod suite;

pub use answer::Answer;
pub use database::{Database, TestDatabase};
pub use house::{House, HouseBuilder};
pub use people::filters;
pub use scripted_model::{Gate, ScriptedCall, ScriptedModel, Turn, call, call_written};
pub use session::McpSession;
