//! Folders that are made beside their place and renamed, so that one with the right name is always whole.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Waits until no other process holds this lock file; it is held until the file is dropped.
pub(crate) async fn lock(path: PathBuf) -> io::Result<File> {
    let locking = tokio::task::spawn_blocking(move || {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        let file = File::options().create(true).truncate(false).write(true).open(path)?;
        file.lock()?;
        Ok(file)
    });
    locking.await.map_err(io::Error::other)?
}

/// A half-made folder, which goes when it is not renamed to its place.
pub(crate) struct Unfinished(PathBuf);

impl Unfinished {
    /// The folder, which somebody is about to make.
    pub(crate) fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Err(cause) = fs::remove_dir_all(&self.0)
            && cause.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(%cause, "a half-made environment could not be removed");
        }
    }
}
