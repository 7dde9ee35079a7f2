//! MCP servers as the house knows them: how they are registered, how they stand, and what they told of themselves.
//!
//! What a server says is kept as it said it ([`Announced`]): a field that this version has no word for still reaches
//! whoever understands it.

mod announced;
mod answers;
mod client_config;
mod failure;
mod hiding;
mod mcpb;
mod naming;
mod placeholders;
mod proposed;
mod provider;
mod registry;
mod returned;
mod shown;
mod status;
mod tool;

pub use announced::Announced;
pub use answers::{AnswerErrors, AnswerFault, AnsweredServer, answered_questions};
pub use client_config::{CONFIG_SERVERS_MAX, ClientConfig, to_mcp_servers};
pub use failure::{ServerFailure, ServerFault};
pub use mcpb::{
    McpbExportError, McpbManifest, McpbPlan, McpbRefusal, McpbServerKind, Platform, mcpb_manifest,
};
pub use placeholders::names_a_secret;
pub use proposed::{AnswerFormat, ProposedServer, Question, SecretValue};
pub use provider::{Apart, ServerConfig, ServerEvents, ServerProvider, SignIn, Vault, VaultError};
pub use registry::{RegistryChoice, RegistryEntry, RegistryWay};
pub use returned::returned;
pub use shown::{MASK, VariableUse, masked, variables_of};
pub use status::{ServerReport, ServerStatus};
pub use tool::{Audience, DEFINITION_MAX, TOOLS_MAX, UpstreamTool, UpstreamToolError};
