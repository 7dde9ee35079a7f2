//! A server, to be taken along.

use std::fs::File;

use super::look::find;
use crate::core::Core;
use crate::toolsets::{self, ExportMcpbError};

/// A server with its toolset's files as an MCP bundle: an unnamed temporary file, at its beginning.
pub(crate) async fn export_mcpb(core: &Core, name: &str) -> Result<File, ExportMcpbError> {
    let key = find(&core.registry.current(), name)?;
    toolsets::export_mcpb(core, &key.toolset).await
}
