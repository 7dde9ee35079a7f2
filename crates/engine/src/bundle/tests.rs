#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod forge;
mod hostile;
mod round_trip;
mod sources;

use std::fs;
use std::path::{Path, PathBuf};

use pegboard_model::provider::Progress;
use tempfile::TempDir;

use super::{BundleError, BundleLimits, ImportSource, Staged, stage};

/// A manifest that needs nothing else.
const MANIFEST: &str = "manifest_version: \"1\"\nid: sample\nname: Sample\nversion: \"1.0.0\"\n";

struct Silent;

impl Progress for Silent {
    fn step(&self, _line: &str) {}
}

/// A folder of its own for one test, with a staging folder in it.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn staging(&self) -> PathBuf {
        self.path("staging")
    }

    async fn stage(&self, source: ImportSource, limits: &BundleLimits) -> Result<Staged, BundleError> {
        stage(&source, &self.staging(), limits, &Silent).await
    }

    async fn stage_zip(&self, bytes: &[u8], limits: &BundleLimits) -> Result<Staged, BundleError> {
        let file = self.path("upload.zip");
        fs::write(&file, bytes).unwrap();
        self.stage(ImportSource::Zip { file, name: "upload.zip".into() }, limits).await
    }

    /// What is left in the staging folder.
    fn left_over(&self) -> Vec<PathBuf> {
        fs::read_dir(self.staging()).map(|all| all.map(|e| e.unwrap().path()).collect()).unwrap_or_default()
    }
}

/// A toolset of every kind of file, written to `folder`.
fn write_sample(folder: &Path) {
    for (path, text) in [
        (
            "toolset.yaml",
            "manifest_version: \"1\"\nid: sample\nname: Sample\nversion: \"1.0.0\"\ntools:\n  - id: draw\n    \
             entrypoint: tools.draw:draw\n    renderer:\n      type: html\n      artifact: artifacts/chart.html\n",
        ),
        ("tools/draw.py", "def draw(workspace):\n    return {}\n"),
        ("artifacts/chart.html", "<html></html>"),
        ("assets/data.json", "{}"),
        ("run.sh", "#!/bin/sh\n"),
    ] {
        let file = folder.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(folder.join("run.sh"), fs::Permissions::from_mode(0o700)).unwrap();
}

fn paths(staged: &Staged) -> Vec<&str> {
    staged.files.iter().map(|file| file.path.as_str()).collect()
}
