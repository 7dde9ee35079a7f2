//! The client half: every MCP server as a source of tools.
//!
//! From below: `transport` carries messages, `exchange` ties answers to questions, `peer` speaks the protocol,
//! `connection` is one live server with its tools, `slot` decides when there is one, `server` has a slot for each chat,
//! `registry` knows them all, and [`McpProvider`] is what the engine sees.

mod ask;
mod call;
mod caretaker;
mod config;
mod connection;
mod environment;
mod exchange;
mod fault;
mod guard;
mod house;
pub mod limits;
mod listing;
mod log;
mod negotiate;
mod oauth;
mod peer;
mod provider;
mod questions;
mod registry;
mod request;
mod rounds;
mod server;
mod slot;
mod subscription;
mod target;
mod transport;
mod upstream;
mod variables;

pub use config::{GuardProgram, McpConfig};
pub use guard::stand_guard;
pub use provider::McpProvider;
