//! What an uninstall would take away, and what it would leave.

use pegboard_model::ids::{ServerKey, ToolId, ToolsetId};
use pegboard_model::toolset::ToolsetManifest;

use super::manage::{detail, removable};
use crate::core::Core;
use crate::lookup::LookupError;
use crate::store::{CallFilter, OverrideLayer, StoreError};

/// What an uninstall would come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UninstallPreview {
    /// Declared tools that go.
    pub tools: Vec<ToolId>,
    /// Files of the bundle that go.
    pub files: usize,
    /// What they have together.
    pub bytes: u64,
    /// Overrides of the user's own that go.
    pub user_overrides: usize,
    /// Saved inputs that go.
    pub saved_inputs: u64,
    /// MCP servers that go.
    pub mcp_servers: Vec<ServerKey>,
    /// Recorded calls of its tools, which stay.
    pub calls_kept: u64,
    /// Installed toolsets that say that they require it.
    pub required_by: Vec<ToolsetId>,
}

pub(crate) async fn uninstall_preview(core: &Core, id: &str) -> Result<UninstallPreview, LookupError> {
    removable(&core.registry.current(), id)?;
    let detail = detail(core, id).await?;
    let id = &detail.toolset.id;
    let overrides = core.store.overrides().await?.into_iter();
    let mine = overrides.filter(|(owner, layer, _)| owner == id && *layer == OverrideLayer::User);
    let calls = CallFilter { toolset: Some(id.clone()), ..CallFilter::default() };
    let servers = detail.mcp_servers.into_iter();
    Ok(UninstallPreview {
        tools: detail.tools.into_iter().map(|tool| tool.id).collect(),
        files: detail.files.len(),
        bytes: detail.files.iter().map(|file| u64::try_from(file.size).unwrap_or(0)).sum(),
        user_overrides: mine.count(),
        saved_inputs: core.store.count_saved_inputs(id).await?,
        mcp_servers: servers.map(|row| ServerKey { toolset: row.toolset, server: row.id }).collect(),
        calls_kept: core.store.count_calls(&calls).await?,
        required_by: required_by(core, id).await?,
    })
}

async fn required_by(core: &Core, id: &ToolsetId) -> Result<Vec<ToolsetId>, StoreError> {
    let manifests = core.store.toolset_manifests().await?;
    let requires = |text: &str| match ToolsetManifest::parse(text, "toolset.yaml") {
        Ok(manifest) => manifest.requires.contains(id),
        // Whether it requires this one cannot be known, and the removal of this one does not depend on it.
        Err(error) => {
            tracing::warn!(%error, "a stored manifest cannot be read");
            false
        }
    };
    let all = manifests.into_iter();
    Ok(all.filter(|(other, text)| other != id && requires(text)).map(|(other, _)| other).collect())
}
