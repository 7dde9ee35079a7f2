//! Export (spec 1 §3.4): the bundle as it stands in the database.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::PathBuf;

use pegboard_model::document::DocumentErrors;
use pegboard_model::ids::{ServerId, ToolName};
use pegboard_model::overrides::ToolOverride;
use pegboard_model::render::RendererKind;
use pegboard_model::toolset::{ManifestWriteError, McpServer, ToolsetManifest, Transport, full_tool_id};

use super::manage::{ToolsetDetail, detail, installed};
use super::placeholder::placeholder;
use crate::bundle::{Head, MANIFEST, PackError, Packed, pack};
use crate::core::Core;
use crate::lookup::LookupError;
use crate::record::{McpServerRecord, ToolsetFile};
use crate::store::{OverrideLayer, StoreError};

/// Why a toolset could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// There is none.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// What was kept of its manifest cannot be read.
    #[error("the stored manifest of the toolset is damaged: import the toolset again")]
    Manifest(#[source] DocumentErrors),
    /// Its manifest cannot be written.
    #[error(transparent)]
    Write(#[from] ManifestWriteError),
    /// A server's row says something that no manifest can.
    #[error("the MCP server `{0}` is stored without what its type needs: import the toolset again")]
    Server(ServerId),
    /// A stored file is damaged, or the archive could not be written.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// The work was broken off.
    #[error("the export was broken off")]
    Interrupted,
}

impl From<StoreError> for ExportError {
    fn from(error: StoreError) -> Self {
        Self::Lookup(error.into())
    }
}

/// The toolset as a ZIP: an unnamed temporary file, at its beginning.
///
/// `toolset.yaml` is written anew. What stands there of tools is what the bundle declared: what their code says is
/// read from the code again by whoever imports it. Overrides are the bundle's with the user's over them, and servers
/// are as stored, without their secrets. Everything else is packed as it was installed.
pub(crate) async fn export(core: &Core, id: &str) -> Result<File, ExportError> {
    installed(&core.registry.current(), id)?;
    let detail = detail(core, id).await?;
    let id = &detail.toolset.id;
    let mut manifest = stated(core, &detail).await?;
    let layers = core.store.overrides().await?;
    let own = layers.into_iter().filter(|(owner, ..)| owner == id).map(|(_, layer, change)| (layer, change));
    manifest.tool_overrides = overrides(&manifest, own.collect(), &detail.files);
    let yaml = manifest.to_yaml()?;
    packed(MANIFEST, yaml, stored(detail.files)).await
}

/// The manifest as it was installed, with the servers as they are stored and without their secrets.
pub(super) async fn stated(core: &Core, detail: &ToolsetDetail) -> Result<ToolsetManifest, ExportError> {
    let stored = core.store.toolset_manifest(&detail.toolset.id).await?.unwrap_or_default();
    let mut manifest = ToolsetManifest::parse(&stored, MANIFEST).map_err(ExportError::Manifest)?;
    manifest.mcp_servers = servers(&manifest.mcp_servers, &detail.mcp_servers)?;
    Ok(manifest)
}

/// The files of a toolset, ready to be packed.
pub(super) fn stored(files: Vec<ToolsetFile>) -> Vec<Packed> {
    let packed = |file: ToolsetFile| Packed {
        path: file.path,
        stored: PathBuf::from(file.stored_path),
        sha256: file.sha256,
    };
    files.into_iter().map(packed).collect()
}

/// An archive of a manifest and files.
pub(super) async fn packed(
    name: &'static str,
    text: String,
    files: Vec<Packed>,
) -> Result<File, ExportError> {
    let packed = tokio::task::spawn_blocking(move || pack(Head { name, text: &text }, files)).await;
    Ok(packed.map_err(|_| ExportError::Interrupted)??)
}

/// Both layers as one, by tool id. Left out is what no importer would take: an override of a tool that an upgrade took
/// away, and a user's html renderer whose artifact is not in the bundle.
fn overrides(
    manifest: &ToolsetManifest,
    layers: Vec<(OverrideLayer, ToolOverride)>,
    files: &[ToolsetFile],
) -> Vec<ToolOverride> {
    let tools: Vec<&ToolName> = manifest.tools.iter().map(|tool| &tool.id).collect();
    let servers: Vec<&ServerId> = manifest.mcp_servers.iter().map(|server| &server.id).collect();
    let there: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let (user, bundle): (Vec<_>, Vec<_>) =
        layers.into_iter().partition(|(layer, _)| *layer == OverrideLayer::User);
    let mut by_tool: BTreeMap<String, ToolOverride> =
        bundle.into_iter().map(|(_, change)| (change.tool_id.clone(), change)).collect();
    for (_, change) in user {
        let change = without_lost_artifact(change, &there);
        let change = match by_tool.get(&change.tool_id) {
            Some(lower) => change.over(lower),
            None => change,
        };
        by_tool.insert(change.tool_id.clone(), change);
    }
    let known = |change: &ToolOverride| {
        full_tool_id(&change.tool_id, &manifest.id, &tools, &servers).as_ref() == Some(&change.tool_id)
    };
    let says_something = |change: &ToolOverride| *change != ToolOverride::new(change.tool_id.clone());
    by_tool.into_values().filter(|change| known(change) && says_something(change)).collect()
}

fn without_lost_artifact(change: ToolOverride, there: &BTreeSet<&str>) -> ToolOverride {
    let artifact = change.renderer_config.as_ref().and_then(|config| config.get("artifact")?.as_str());
    let lost =
        artifact.is_some_and(|path| !path.contains('$') && !there.contains(path.trim_start_matches("./")));
    if change.renderer == Some(RendererKind::Html) && lost {
        ToolOverride { renderer: None, renderer_config: None, ..change }
    } else {
        change
    }
}

/// The servers as stored, in the manifest's order, those it does not name behind the others.
fn servers(declared: &[McpServer], rows: &[McpServerRecord]) -> Result<Vec<McpServer>, ExportError> {
    let place = |row: &McpServerRecord| declared.iter().position(|server| server.id == row.id);
    let mut rows: Vec<&McpServerRecord> = rows.iter().collect();
    rows.sort_by_key(|row| place(row).unwrap_or(usize::MAX));
    rows.into_iter().map(server).collect()
}

fn server(row: &McpServerRecord) -> Result<McpServer, ExportError> {
    let mut server = row.declaration().ok_or_else(|| ExportError::Server(row.id.clone()))?;
    match &mut server.transport {
        Transport::Stdio { env, .. } => *env = masked(&row.env),
        Transport::Sse { headers, .. } | Transport::StreamableHttp { headers, .. } => {
            *headers = masked(&row.headers);
        }
    }
    Ok(server)
}

fn masked(pairs: &[(String, String)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(key, value)| (key.clone(), placeholder(key, value))).collect()
}
