//! What a bundle holds, against what its manifest says.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::render::RendererKind;
use pegboard_model::toolset::{Requirements, ToolsetManifest};

use super::containers;
use super::error::{BundleError, disk};
use super::intake::BundleFile;
use super::limits::BundleLimits;
use super::name::MANIFEST;

/// Missing files that an error names.
const MISSING_MAX: usize = 50;

/// Reads the manifest and finds every file that it names.
pub(super) fn check(
    root: &Path,
    files: &[BundleFile],
    limits: &BundleLimits,
) -> Result<ToolsetManifest, BundleError> {
    let listed = files.iter().find(|file| file.path == MANIFEST).ok_or(BundleError::NoManifest)?;
    if listed.size > limits.manifest_bytes {
        return Err(BundleError::ManifestTooLarge { limit: limits.manifest_bytes });
    }
    let bytes = fs::read(root.join(MANIFEST)).map_err(disk("`toolset.yaml` could not be read"))?;
    let text = String::from_utf8(bytes).map_err(|_| BundleError::ManifestNotText)?;
    let manifest = ToolsetManifest::parse(&text, MANIFEST).map_err(BundleError::Manifest)?;
    let mut missing = missing(&manifest, files);
    if missing.is_empty() {
        return Ok(manifest);
    }
    if missing.len() > MISSING_MAX {
        let more = missing.len() - MISSING_MAX;
        missing.truncate(MISSING_MAX);
        missing.push(format!("… and {more} more"));
    }
    Err(BundleError::Missing(missing))
}

/// Over paths, bytes and what may be run, independent of how the files came here.
pub(super) fn fingerprint(files: &[BundleFile]) -> Fingerprint {
    Fingerprint::of(files.iter().flat_map(|file| {
        let run = if file.executable { "x" } else { "" };
        [file.path.as_str(), file.sha256.as_str(), run]
    }))
}

/// One line for each file that the manifest names and the bundle lacks.
fn missing(manifest: &ToolsetManifest, files: &[BundleFile]) -> Vec<String> {
    let there: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let mut missing = containers::missing(manifest, &there);
    for tool in &manifest.tools {
        missing.extend(missing_module(tool.entrypoint.module(), &format!("the tool `{}`", tool.id), &there));
    }
    if let Some(python) = &manifest.python {
        for (key, hook) in python.hooks.iter() {
            missing.extend(missing_module(hook.module(), &format!("`python.{key}`"), &there));
        }
        if let Some(Requirements::File(file)) = &python.requirements
            && !there.contains(plain(file))
        {
            missing.push(format!("{file}, for `python.requirements`"));
        }
    }
    for change in manifest.tool_overrides.iter().filter(|o| o.renderer == Some(RendererKind::Html)) {
        let artifact = change.renderer_config.as_ref().and_then(|config| config.get("artifact")?.as_str());
        // One with an expression is known only when the tool has run.
        if let Some(artifact) = artifact.filter(|path| !path.contains('$'))
            && !there.contains(plain(artifact))
        {
            missing.push(format!("{artifact}, the html artifact of `{}`", change.tool_id));
        }
    }
    missing
}

/// A module lies where its dotted path says, from the bundle's top or from its `tools/` folder; it is a file or a
/// package.
fn missing_module(module: &str, wanted_by: &str, there: &BTreeSet<&str>) -> Option<String> {
    let path = module.replace('.', "/");
    let found = ["", "tools/"]
        .iter()
        .any(|base| [".py", "/__init__.py"].iter().any(|end| there.contains(&*format!("{base}{path}{end}"))));
    (!found).then(|| format!("{path}.py, the module of {wanted_by} (or tools/{path}.py)"))
}

/// A manifest's relative path as files are listed.
fn plain(path: &str) -> &str {
    path.trim_start_matches("./")
}
