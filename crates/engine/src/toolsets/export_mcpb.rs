//! One server as an MCP bundle (`.mcpb`), which other programs install.

use std::fs::File;
use std::path::Path;

use pegboard_model::document::DocumentErrors;
use pegboard_model::ids::ToolsetId;
use pegboard_model::servers::{McpbExportError, McpbManifest, mcpb_manifest};
use pegboard_model::toolset::McpServer;

use super::export::{ExportError, packed, stated, stored};
use super::manage::{ToolsetDetail, detail};
use crate::bundle::{MANIFEST, MCPB_MANIFEST, here};
use crate::core::Core;
use crate::lookup::LookupError;

/// The most bytes of a stored `manifest.json` that is looked at.
const READ_MAX: u64 = 1 << 20;

/// Why a server could not be exported as a bundle.
#[derive(Debug, thiserror::Error)]
pub enum ExportMcpbError {
    /// There is none.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// The format cannot hold it.
    #[error(transparent)]
    Shape(#[from] McpbExportError),
    /// Its toolset cannot be packed.
    #[error(transparent)]
    Export(#[from] ExportError),
}

/// A toolset with one server as an MCP bundle: an unnamed temporary file, at its beginning.
///
/// What came as a bundle leaves with the manifest that it had; any other server gets one, in which everything that was
/// kept encrypted is asked for.
pub(crate) async fn export_mcpb(core: &Core, toolset: &ToolsetId) -> Result<File, ExportMcpbError> {
    let detail = detail(core, toolset.as_str()).await?;
    let manifest = match original(&detail) {
        Some(text) => text,
        None => {
            let toolset = stated(core, &detail).await?;
            let files: Vec<&str> = detail.files.iter().map(|file| file.path.as_str()).collect();
            let manifest = mcpb_manifest(&toolset, &files)?;
            format!("{manifest:#}\n")
        }
    };
    let mut files = stored(detail.files);
    files.retain(|file| file.path != MANIFEST);
    Ok(packed(MCPB_MANIFEST, manifest, files).await?)
}

/// The `manifest.json` that the toolset's one server was made of.
fn original(detail: &ToolsetDetail) -> Option<String> {
    let file = detail.files.iter().find(|file| file.path == MCPB_MANIFEST)?;
    let text = read(Path::new(&file.stored_path))?;
    let plan = read_manifest(&text).ok()?.toolset(here()).ok()?;
    let [row] = detail.mcp_servers.as_slice() else { return None };
    let stored = row.declaration()?;
    // Whether it is switched on is no part of the bundle.
    let same = |planned: &McpServer| McpServer { enabled: planned.enabled, ..stored.clone() } == *planned;
    plan.toolset.mcp_servers.iter().all(same).then_some(text)
}

fn read(file: &Path) -> Option<String> {
    let length = std::fs::metadata(file).ok()?.len();
    if length > READ_MAX { None } else { std::fs::read_to_string(file).ok() }
}

fn read_manifest(text: &str) -> Result<McpbManifest, DocumentErrors> {
    McpbManifest::parse(text, MCPB_MANIFEST)
}
