//! The server half: what the house offers, to every client that speaks MCP over HTTP.
//!
//! A request's way: [`http`] reads it and finds its generation; a client up to 2025-11-25 has a `session`, a later one
//! says everything in each request (`stateless`). Both become an `exchange`, whose work `dispatch` does on the
//! [`house::House`], and which may ask and tell the client while it runs.

pub mod house;
pub mod limits;

mod answer;
mod approval;
mod calls;
mod capabilities;
mod changes;
mod chat_argument;
mod chat_choice;
mod client;
mod dispatch;
mod event_stream;
mod exchange;
mod failure;
mod guest;
mod handshake;
mod http;
mod incoming;
mod level;
mod line;
mod listen;
mod paging;
mod questions;
mod request_head;
mod service;
mod session;
mod sessions;
mod stateless;
mod suspended;
mod tool_result;

pub use http::{CHAT_HEADER, router};
pub use service::Endpoint;
