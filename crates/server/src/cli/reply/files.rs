//! Files of this machine that go with what is said.

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pegboard_model::attachment::FILE_BYTES_MAX;
use serde_json::{Value, json};

use crate::cli::exit::Failure;

/// The parts of a message that bring these files.
///
/// # Errors
/// When one cannot be read, or is too large.
pub(super) fn parts(paths: &[PathBuf]) -> Result<Vec<Value>, Failure> {
    paths.iter().map(|path| part(path)).collect()
}

fn part(path: &Path) -> Result<Value, Failure> {
    let shown = path.display();
    let failed = |error| Failure::usage(format!("{shown} cannot be read: {error}"));
    let size = fs::metadata(path).map_err(failed)?.len();
    if size > FILE_BYTES_MAX as u64 {
        let mib = FILE_BYTES_MAX >> 20;
        return Err(Failure::usage(format!(
            "{shown} is too large to go with a message, which takes {mib} MiB"
        ))
        .hint("pegboard workspace put takes it; name its path in what you say."));
    }
    let content = fs::read(path).map_err(failed)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let media_type = mime_guess::from_path(path).first_or_octet_stream();
    let url = format!("data:{media_type};base64,{}", STANDARD.encode(content));
    Ok(json!({"type": "file", "mediaType": media_type.essence_str(), "filename": name, "url": url}))
}
