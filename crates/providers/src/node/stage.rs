//! A folder in which a bundle's modules and its packages find each other: a copy of the bundle's files, a link to the
//! packages, and the file that `import` is called in. The bundle's own folder is not written to.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use pegboard_model::provider::Bundle;

use crate::node::sdk::IMPORTER;

/// How deep folders of a bundle are copied; bundles are checked for less when they come in.
const DEPTH: usize = 64;

/// Lays the folder out below `stages`, once for each state of bundle and packages, and gives it.
pub(super) fn stage(
    stages: &Path,
    bundle: &Bundle,
    packages: Option<&Path>,
    runner: &Path,
) -> io::Result<PathBuf> {
    let set = packages.and_then(Path::parent).and_then(Path::file_name).unwrap_or_default();
    let name = format!("{}-{}", bundle.fingerprint.as_str(), set.to_string_lossy());
    let parent = stages.join(bundle.toolset.as_str());
    let target = parent.join(name);
    if target.is_dir() {
        return Ok(target);
    }
    fs::create_dir_all(&parent)?;
    let beside = tempfile::Builder::new().prefix(".making-").tempdir_in(&parent)?;
    copy(&bundle.root, beside.path(), DEPTH)?;
    fs::copy(runner.join(IMPORTER.0), beside.path().join(IMPORTER.1))?;
    if let Some(packages) = packages {
        symlink(packages, beside.path().join("node_modules"))?;
    }
    match fs::rename(beside.path(), &target) {
        Ok(()) => {
            // It is not there under its old name any more.
            let _renamed = beside.keep();
            Ok(target)
        }
        Err(_) if target.is_dir() => Ok(target),
        Err(cause) => Err(cause),
    }
}

/// Copies plain files and folders. Packages that somebody packed into the bundle stay where they are: what is installed
/// is what the manifest and the lock file name.
fn copy(from: &Path, to: &Path, depth: usize) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, name) = (entry.file_type()?, entry.file_name());
        if kind.is_file() {
            fs::copy(entry.path(), to.join(name))?;
        } else if kind.is_dir() && name != "node_modules" && depth > 0 {
            fs::create_dir(to.join(&name))?;
            copy(&entry.path(), &to.join(name), depth - 1)?;
        }
    }
    Ok(())
}
