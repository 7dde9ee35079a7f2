//! MCP bundles (`.mcpb`): once unpacked they lack only a `toolset.yaml`.

use std::fs;
use std::path::Path;

use pegboard_model::servers::{McpbManifest, Platform, Question};
use sha2::{Digest, Sha256};

use super::error::{BundleError, disk};
use super::intake::BundleFile;
use super::limits::BundleLimits;
use super::name::MANIFEST;

/// The file that makes a folder an MCP bundle.
pub(crate) const MCPB_MANIFEST: &str = "manifest.json";

/// What an MCP bundle asks for, and what people should know of it. Empty for any other bundle.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    pub(crate) questions: Vec<Question>,
    pub(crate) notes: Vec<String>,
}

/// Writes the `toolset.yaml` of an unpacked MCP bundle. Any other bundle is left alone.
pub(super) fn adopt(
    root: &Path,
    files: &mut Vec<BundleFile>,
    limits: &BundleLimits,
) -> Result<Asked, BundleError> {
    let listed = files.iter().find(|file| file.path == MCPB_MANIFEST);
    let Some(listed) = listed.filter(|_| !files.iter().any(|file| file.path == MANIFEST)) else {
        return Ok(Asked::default());
    };
    if listed.size > limits.manifest_bytes {
        return Err(BundleError::ManifestTooLarge { limit: limits.manifest_bytes });
    }
    let bytes = fs::read(root.join(MCPB_MANIFEST)).map_err(disk("`manifest.json` could not be read"))?;
    let text = String::from_utf8(bytes).map_err(|_| BundleError::ManifestNotText)?;
    let bundle = McpbManifest::parse(&text, MCPB_MANIFEST).map_err(BundleError::Manifest)?;
    let plan = bundle.toolset(here())?;
    let yaml = plan.toolset.to_yaml().map_err(|_| BundleError::NoManifest)?;
    fs::write(root.join(MANIFEST), &yaml).map_err(disk("`toolset.yaml` could not be written"))?;
    let sha256 = Sha256::digest(yaml.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    let size = yaml.len() as u64;
    files.push(BundleFile { path: MANIFEST.to_owned(), sha256, size, executable: false });
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(Asked { questions: plan.questions, notes: plan.notes })
}

/// This machine, in the words of MCP bundles.
pub(crate) fn here() -> Platform {
    if cfg!(target_os = "macos") {
        Platform::Darwin
    } else if cfg!(windows) {
        Platform::Win32
    } else {
        Platform::Linux
    }
}
