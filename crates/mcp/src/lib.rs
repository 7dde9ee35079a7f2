//! Both halves of MCP: the client, which is a provider, and the endpoint.
//!
//! The room is laid and empty: what a toolset declares under `mcp_servers` is installed, listed and exported, and
//! nothing connects to it yet. This will be the only crate that names an MCP library.
