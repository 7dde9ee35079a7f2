//! MCP bundles (`.mcpb`, formerly `.dxt`): a ZIP with a `manifest.json` and everything one server needs.
//!
//! [`McpbManifest::parse`] reads manifests of the versions 0.1 to 0.4, [`McpbManifest::toolset`] makes the toolset of
//! one, whose folder is the unpacked bundle; [`mcpb_manifest`] is the way back.

mod export;
mod manifest;
mod plan;

pub use export::{McpbExportError, mcpb_manifest};
pub use manifest::{McpbManifest, McpbServerKind};
pub use plan::{McpbPlan, McpbRefusal, Platform};
