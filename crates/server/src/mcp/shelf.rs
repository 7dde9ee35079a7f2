//! Results that were too large for the database and stand in the workspace.

use std::io::Read;

use pegboard_engine::record::CallRecord;
use pegboard_engine::{At, Engine, FileContent};
use serde_json::Value;

/// A result's handle: the file, and all of it in bytes.
pub(super) fn handle(result: &Value) -> Option<(&str, u64)> {
    let handle = result.as_object().filter(|handle| handle.len() == 2)?;
    Some((handle.get("$file")?.as_str()?, handle.get("bytes")?.as_u64()?))
}

/// The first bytes of a call's file as it was when the call ended.
pub(super) async fn read(engine: &Engine, call: &CallRecord, path: &str, limit: u64) -> Option<Vec<u8>> {
    let at = call.post_manifest.map_or(At::Active, At::Manifest);
    let content = engine.file(call.chat, path, at).await.ok()?;
    bytes(content, limit).await.ok()
}

/// The first bytes of a file.
pub(super) async fn bytes(content: FileContent, limit: u64) -> std::io::Result<Vec<u8>> {
    let work = move || {
        let mut bytes = Vec::new();
        content.reader.take(limit).read_to_end(&mut bytes).map(|_| bytes)
    };
    tokio::task::spawn_blocking(work).await.map_err(std::io::Error::from)?
}
