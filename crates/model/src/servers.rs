//! MCP servers as the house knows them: how they are registered, how they stand, and what they told of themselves.
//!
//! What a server says is kept as it said it ([`Announced`]): a field that this version has no word for still reaches
//! whoever understands it.

mod announced;
mod failure;
mod provider;
mod status;
mod tool;

pub use announced::Announced;
pub use failure::{ServerFailure, ServerFault};
pub use provider::{Apart, ServerConfig, ServerEvents, ServerProvider, SignIn, Vault, VaultError};
pub use status::{ServerReport, ServerStatus};
pub use tool::{DEFINITION_MAX, TOOLS_MAX, UpstreamTool, UpstreamToolError};
