//! Results that are too large for the database become files of the workspace; the record keeps a handle.

use std::sync::Arc;

use pegboard_cas::TreePath;
use pegboard_model::call::{FailureKind, ToolFailure};
use pegboard_model::ids::CallId;
use serde_json::{Value, json};

use crate::settle::SettleError;
use crate::turns::Turn;

/// The folder of such files in a workspace.
const SHELF: &str = ".pegboard/results";

/// Puts a result that has more than `max` bytes as JSON on the shelf, before the snapshot, so that it is part of
/// the call's commit. The handle is `{"$file": path, "bytes": n}`.
pub(crate) async fn shelve(
    turn: Turn,
    call: CallId,
    result: Result<Value, ToolFailure>,
    max: usize,
) -> Result<(Turn, Result<Value, ToolFailure>), SettleError> {
    let Ok(value) = &result else {
        return Ok((turn, result));
    };
    let Ok(text) = serde_json::to_vec(value) else {
        return Ok((turn, result));
    };
    if text.len() <= max {
        return Ok((turn, result));
    }
    let bytes = text.len();
    let name = format!("{SHELF}/{call}.json");
    let path = match TreePath::parse(&name) {
        Ok(path) => path,
        Err(error) => return Ok((turn, Err(unshelved(bytes, &error.to_string())))),
    };
    let text: Arc<[u8]> = text.into();
    let (turn, written) = turn.work(move |desk| desk.write(&path, &mut &*text)).await?;
    let handle = match written {
        Ok(()) => Ok(json!({"$file": name, "bytes": bytes})),
        Err(error) => Err(unshelved(bytes, &error.to_string())),
    };
    Ok((turn, handle))
}

/// Where the record says that a result is.
pub(crate) struct Handle<'a> {
    /// A path in the workspace.
    pub(crate) file: &'a str,
    pub(crate) bytes: u64,
}

/// Reads a handle; `None` where a result is anything else.
pub(crate) fn handle(result: &Value) -> Option<Handle<'_>> {
    let handle = result.as_object().filter(|object| object.len() == 2)?;
    let file = handle.get("$file")?.as_str()?;
    let bytes = handle.get("bytes")?.as_u64()?;
    file.strip_prefix(SHELF)?.strip_prefix('/')?;
    Some(Handle { file, bytes })
}

fn unshelved(bytes: usize, why: &str) -> ToolFailure {
    let message = format!("the result has {bytes} bytes and could not be put into the workspace: {why}");
    ToolFailure::new(FailureKind::TooLarge, message)
}
