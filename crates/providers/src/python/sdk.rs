//! The Python sources of `covalt_toolset`, which are part of this program.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

/// The package's name, which is the folder its sources stand in.
const PACKAGE: &str = "covalt_toolset";

/// What every environment holds: a requirements file with exact versions and hashes, which are ours and trusted.
pub(super) const BASE_REQUIREMENTS: &str = include_str!("../../../../sdk/python/base-requirements.txt");

#[derive(RustEmbed)]
#[folder = "../../sdk/python/src/covalt_toolset"]
#[include = "**/*.py"]
struct Sources;

/// Writes the sources below `folder/sdk`, once for each version of them, and gives the folder for `PYTHONPATH`.
///
/// They are written beside and renamed, so that a folder with the right name is always whole.
pub(super) fn unpack(folder: &Path) -> io::Result<PathBuf> {
    let mut names: Vec<_> = Sources::iter().collect();
    names.sort_unstable();
    let mut files = Vec::with_capacity(names.len());
    let mut hasher = Sha256::new();
    for name in names {
        let Some(file) = Sources::get(&name) else {
            continue;
        };
        for part in [name.as_bytes(), &file.data] {
            hasher.update((part.len() as u64).to_be_bytes());
            hasher.update(part);
        }
        files.push((name, file.data));
    }
    let hash: String = hasher.finalize().iter().take(12).map(|byte| format!("{byte:02x}")).collect();

    let parent = folder.join("sdk");
    let target = parent.join(hash);
    if target.is_dir() {
        return Ok(target);
    }
    fs::create_dir_all(&parent)?;
    let beside = tempfile::Builder::new().prefix(".making-").tempdir_in(&parent)?;
    for (name, bytes) in files {
        let path = beside.path().join(PACKAGE).join(&*name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, bytes)?;
    }
    match fs::rename(beside.path(), &target) {
        Ok(()) => {
            // It is not there under its old name any more.
            let _renamed = beside.keep();
            Ok(target)
        }
        // Another process was first, with the same files.
        Err(_) if target.is_dir() => Ok(target),
        Err(cause) => Err(cause),
    }
}
