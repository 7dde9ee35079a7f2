//! Toolsets as bundles declare them: `toolset.yaml`, manifest version "1" (spec 1 §3).
//!
//! [`ToolsetManifest::parse`] reads a manifest strictly and reports every problem at once;
//! [`ToolsetManifest::to_yaml`] writes it back in one canonical form, so that what is exported once is exported the
//! same ever after.

mod changes;
mod effects;
mod entrypoint;
mod hooks;
mod manifest;
mod names;
mod node;
mod parse;
mod read_containers;
mod read_node;
mod read_overrides;
mod read_providers;
mod read_servers;
mod read_tools;
mod sandbox;
mod texts;
mod write;
mod write_bounds;
mod write_config;
mod write_node;

pub use changes::{Difference, ToolsetChanges, ToolsetState};
pub use effects::{Effect, EffectFacts, EffectKind, effects};
pub use entrypoint::{Entrypoint, EntrypointError};
pub use hooks::Hooks;
pub use manifest::{
    Isolation, IsolationError, MANIFEST_VERSION, McpServer, PythonSection, Requirements, ServerScope,
    ToolDeclaration, ToolsetManifest, Transport,
};
pub use names::full_tool_id;
pub use node::{NodeApproval, NodeCode, NodePackage, NodePackageError, NodeSection, NodeSource};
pub(crate) use read_node::{read_code, read_imports, read_packages};
pub(crate) use read_providers::read_confinement;
pub(crate) use read_servers::{ARGS_MAX, VALUE_MAX, VARIABLES_MAX, is_header_name, is_variable_name};
pub use sandbox::{Insistence, Network, Sandbox, Writes};
pub use write::ManifestWriteError;
