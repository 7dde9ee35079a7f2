//! The folder whose toolsets and container tools are imported at start (spec 5, "Tool Registry Service").

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pegboard_engine::{Consent, Engine, ImportSource, InstallOutcome};
use pegboard_model::provider::Progress;
use tokio_util::sync::CancellationToken;

/// The folder in the data folder that is read where none is named.
const FOLDER: &str = "tools";

/// Files that make a folder one that can be imported.
const MANIFESTS: [&str; 2] = ["toolset.yaml", "manifest.json"];

/// Imports every folder below `named`, or below the data folder's `tools`. One that is refused is told of in the log, and
/// the others are not harmed. What is installed already in the same version is left alone.
pub(super) async fn import(engine: &Engine, named: Option<&Path>, data: &Path, stop: &CancellationToken) {
    let folder = named.map_or_else(|| data.join(FOLDER), Path::to_owned);
    let found = match tokio::task::spawn_blocking({
        let folder = folder.clone();
        move || folders(&folder)
    })
    .await
    {
        Ok(Ok(found)) => found,
        Ok(Err(error)) if named.is_none() && error.kind() == std::io::ErrorKind::NotFound => return,
        Ok(Err(error)) => {
            tracing::error!(folder = %folder.display(), %error, "the folder of tools cannot be read");
            return;
        }
        Err(_) => return,
    };
    for path in found {
        if stop.is_cancelled() {
            return;
        }
        let source = ImportSource::Folder(path.clone());
        match engine.import(source, Consent::Whatever, Arc::new(Logged)).await {
            Ok(imported) if imported.outcome == InstallOutcome::Unchanged => {}
            Ok(imported) => {
                let (toolset, version) = (&imported.toolset.id, &imported.toolset.version);
                tracing::info!(%toolset, version, "imported from the folder of tools");
            }
            Err(error) => {
                tracing::error!(folder = %path.display(), %error, "a folder of tools is refused");
            }
        }
    }
}

/// Those that have a manifest, by name.
fn folders(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if MANIFESTS.iter().any(|name| path.join(name).is_file()) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

struct Logged;

impl Progress for Logged {
    fn step(&self, line: &str) {
        tracing::debug!("{line}");
    }
}
