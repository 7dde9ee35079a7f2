//! Files that are part of this program, where other programs find them.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// Writes these files, by their relative paths, into a folder below `parent` that is named after all of them, once for
/// each version of them; gives that folder.
///
/// They are written beside and renamed, so that a folder with the right name is always whole.
pub(crate) fn unpack(mut files: Vec<(String, Cow<'static, [u8]>)>, parent: &Path) -> io::Result<PathBuf> {
    files.sort_unstable();
    let mut hasher = Sha256::new();
    for part in files.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes]) {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    let hash: String = hasher.finalize().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let target = parent.join(hash);
    if target.is_dir() {
        return Ok(target);
    }
    fs::create_dir_all(parent)?;
    let beside = tempfile::Builder::new().prefix(".making-").tempdir_in(parent)?;
    for (name, bytes) in files {
        let path = beside.path().join(name);
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
