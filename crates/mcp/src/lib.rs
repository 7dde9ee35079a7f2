//! Both halves of MCP: the client, which is a provider, and the endpoint.
//!
//! [`rpc`] holds the words of the protocol that both speak. The halves do not know each other.
#![deny(missing_docs)]

pub mod client;
pub mod endpoint;
pub mod relay;
pub mod rpc;
