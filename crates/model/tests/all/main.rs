//! What is decided without I/O, from the outside.

mod arguments;
mod client_config;
mod config;
mod formats;
mod manifest;
mod mcpb;
mod properties;
mod registry;
mod shell;
mod shell_properties;
mod zones;
