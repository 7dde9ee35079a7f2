//! JSON-RPC 2.0 as MCP uses it: messages, errors, protocol versions and the names on the wire.
//!
//! Parameters and results stay [`serde_json::Value`]: what this version has no word for passes through untouched.

pub mod header;
pub mod limits;
pub mod meta;
pub mod method;

mod error;
mod id;
mod message;
mod param_header;
mod version;

pub use error::{RpcError, code};
pub use id::Id;
pub use message::{InvalidMessage, Message, Notification, Request, Response};
pub use param_header::{ParamHeader, ParamHeaderError};
pub use version::{Era, ProtocolVersion, UnknownVersion};
