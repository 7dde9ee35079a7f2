//! `file_exists` and `file_info`.

use cap_std::fs::{Metadata, PermissionsExt};
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::FileError;
use super::place::Place;
use super::workspace::Workspace;

#[derive(Deserialize)]
pub(super) struct Arguments {
    path: String,
}

pub(super) fn file_exists(workspace: &Workspace, args: &Arguments) -> Result<Value, FileError> {
    let place = Place::parse(&args.path)?;
    let found = workspace.look(&place)?;
    Ok(json!({"path": place.shown(), "exists": found.is_some(), "kind": found.as_ref().map(kind)}))
}

pub(super) fn file_info(workspace: &Workspace, args: &Arguments) -> Result<Value, FileError> {
    let place = Place::parse(&args.path)?;
    let found = workspace.look(&place)?.ok_or_else(|| FileError::Missing(place.shown()))?;
    let changed = found.modified().ok().and_then(|time| {
        let since = time.into_std().duration_since(std::time::UNIX_EPOCH).ok()?;
        u64::try_from(since.as_millis()).ok()
    });
    Ok(json!({
        "path": place.shown(),
        "kind": kind(&found),
        "bytes": found.len(),
        "modified_unix_ms": changed,
        "executable": found.is_file() && found.permissions().mode() & 0o111 != 0,
    }))
}

/// The word for what lies there.
pub(super) fn kind(found: &Metadata) -> &'static str {
    if found.is_symlink() {
        "link"
    } else if found.is_dir() {
        "folder"
    } else if found.is_file() {
        "file"
    } else {
        "other"
    }
}
