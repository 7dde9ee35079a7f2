//! Container tools of a bundle, and folders that are one: those lack only a `toolset.yaml`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use pegboard_model::container::{ContainerManifest, DOCKERFILE, FolderName, MANIFEST_FILE};
use pegboard_model::document::DocumentErrors;
use pegboard_model::ids::ToolsetId;
use pegboard_model::toolset::ToolsetManifest;
use sha2::{Digest, Sha256};

use super::error::{BundleError, disk};
use super::intake::BundleFile;
use super::limits::BundleLimits;
use super::name::MANIFEST;

/// A container tool of a bundle.
#[derive(Debug, Clone)]
pub(crate) struct ContainerFolder {
    /// Relative to the bundle; `.` is the bundle itself.
    pub(crate) folder: String,
    pub(crate) manifest: Arc<ContainerManifest>,
}

/// Whether a folder without `toolset.yaml` is a container tool. An MCP bundle has a file of the same name.
pub(super) fn is_tool(root: &Path, files: &[BundleFile], limits: &BundleLimits) -> bool {
    let has = |name: &str| files.iter().any(|file| file.path == name);
    if has(MANIFEST) || !has(MANIFEST_FILE) {
        return false;
    }
    let text = text_of(root, MANIFEST_FILE, files, limits).ok();
    text.is_some_and(|text| ContainerManifest::is_meant_by(&text)) || has(DOCKERFILE)
}

/// Writes the `toolset.yaml` of a folder that is a container tool. `name` is the folder's, where it is known.
pub(super) fn adopt(
    root: &Path,
    files: &mut Vec<BundleFile>,
    name: FolderName<'_>,
    limits: &BundleLimits,
) -> Result<(), BundleError> {
    let tool = read_one(root, MANIFEST_FILE, name, files, limits)?;
    let tool = tool.map_err(|errors| BundleError::Containers(vec![errors]))?;
    let yaml = toolset(&tool)?.to_yaml().map_err(|_| BundleError::NoManifest)?;
    fs::write(root.join(MANIFEST), &yaml).map_err(disk("`toolset.yaml` could not be written"))?;
    let sha256 = Sha256::digest(yaml.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    let size = yaml.len() as u64;
    files.push(BundleFile { path: MANIFEST.to_owned(), sha256, size, executable: false });
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(())
}

/// The toolset that such a folder becomes: its id is the tool's name.
fn toolset(tool: &ContainerManifest) -> Result<ToolsetManifest, BundleError> {
    let id: ToolsetId = tool.name.as_str().parse().map_err(|_| BundleError::NoManifest)?;
    Ok(ToolsetManifest {
        id,
        name: tool.name.to_string(),
        version: tool.semantic_version(),
        description: tool.description.clone(),
        prompt_section: None,
        requires: Vec::new(),
        python: None,
        node: None,
        containers: vec![".".to_owned()],
        config_schema: tool.config_schema.clone(),
        tools: Vec::new(),
        tool_overrides: Vec::new(),
        mcp_servers: Vec::new(),
    })
}

/// The container tools that a bundle's manifest names; every problem of every one of them at once.
pub(super) fn read(
    root: &Path,
    toolset: &ToolsetManifest,
    files: &[BundleFile],
    limits: &BundleLimits,
) -> Result<Vec<ContainerFolder>, BundleError> {
    let (mut tools, mut problems) = (Vec::new(), Vec::new());
    for folder in &toolset.containers {
        let (file, name) = match folder.as_str() {
            // Where it lay before, nobody knows any more.
            "." => (MANIFEST_FILE.to_owned(), FolderName::Is(toolset.id.as_str())),
            folder => {
                let name = folder.rsplit('/').next().unwrap_or(folder);
                (format!("{folder}/{MANIFEST_FILE}"), FolderName::Is(name))
            }
        };
        match read_one(root, &file, name, files, limits)? {
            Ok(manifest) => {
                tools.push(ContainerFolder { folder: folder.clone(), manifest: Arc::new(manifest) })
            }
            Err(errors) => problems.push(errors),
        }
    }
    if problems.is_empty() { Ok(tools) } else { Err(BundleError::Containers(problems)) }
}

/// One line for each file that container tools need and the bundle lacks.
pub(super) fn missing(toolset: &ToolsetManifest, there: &BTreeSet<&str>) -> Vec<String> {
    let mut missing = Vec::new();
    for folder in &toolset.containers {
        for name in [MANIFEST_FILE, DOCKERFILE] {
            let file = if folder == "." { name.to_owned() } else { format!("{folder}/{name}") };
            if !there.contains(file.as_str()) {
                missing.push(format!("{file}, for the container tool in `{folder}`"));
            }
        }
    }
    missing
}

fn read_one(
    root: &Path,
    file: &str,
    name: FolderName<'_>,
    files: &[BundleFile],
    limits: &BundleLimits,
) -> Result<Result<ContainerManifest, DocumentErrors>, BundleError> {
    let text = text_of(root, file, files, limits)?;
    Ok(ContainerManifest::parse(&text, file, name))
}

fn text_of(
    root: &Path,
    file: &str,
    files: &[BundleFile],
    limits: &BundleLimits,
) -> Result<String, BundleError> {
    let listed = files.iter().find(|listed| listed.path == file).ok_or(BundleError::NoManifest)?;
    if listed.size > limits.manifest_bytes {
        return Err(BundleError::ManifestTooLarge { limit: limits.manifest_bytes });
    }
    let bytes = fs::read(root.join(file)).map_err(disk("`manifest.json` could not be read"))?;
    String::from_utf8(bytes).map_err(|_| BundleError::ManifestNotText)
}
