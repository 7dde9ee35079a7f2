//! What a running server leaves in its data folder, so that other commands find it.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use url::Url;

use crate::cli::connection::ServerFile;
use crate::cli::exit::Failure;

/// The note of a running server. Taken away when dropped; a killed server's is overwritten by the next one.
pub(super) struct RunningNote(PathBuf);

impl RunningNote {
    pub(super) fn write(data: &Path, url: &Url) -> Result<Self, Failure> {
        let place = ServerFile::place(data);
        let unwritable =
            |error: String| Failure::internal(format!("{} cannot be written: {error}", place.display()));
        let note = ServerFile { url: url.clone(), pid: std::process::id() };
        let text = serde_json::to_vec_pretty(&note).map_err(|error| unwritable(error.to_string()))?;
        // Renamed into place, so that nobody reads half of it.
        let file = NamedTempFile::new_in(data).map_err(|error| unwritable(error.to_string()))?;
        fs::write(file.path(), text).map_err(|error| unwritable(error.to_string()))?;
        file.persist(&place).map_err(|error| unwritable(error.to_string()))?;
        Ok(Self(place))
    }
}

impl Drop for RunningNote {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_file(&self.0) {
            tracing::warn!(%error, "the note of this server could not be taken away");
        }
    }
}
