//! What models are told of calls: of answers of MCP servers and of files also what was too large for the record.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::Read;
use std::sync::Arc;

use pegboard_model::call::{CallStatus, ProviderKind};
use pegboard_model::ids::CallId;
use pegboard_model::inference::{Picture, PictureRoom};
use pegboard_model::reply::{self, Moment};
use serde_json::Value;
use tokio::task::spawn_blocking;

use crate::core::Core;
use crate::oversize;
use crate::record::CallRecord;
use crate::registry::Registry;
use crate::workspace::{self, At};

/// Bytes of all results that are read back at once. Twenty pictures of the usual size have a place.
const READ_BACK_MAX: u64 = 20_000_000;
/// The built-in tool that gives back files, pictures as well.
const READ_FILE: &str = "read_file";
/// What a model is told of a call that has not ended.
const WAITS: &str = "The call waits for a person, who has not decided yet.";

/// What came of calls.
pub(crate) struct Results {
    registry: Arc<Registry>,
    /// Those that the record has only the place of.
    whole: HashMap<CallId, Value>,
}

impl Results {
    /// Reads back what may have pictures in it, the newest first, as far as there is room. Of other results that are too large for the
    /// record a model is told the place.
    pub(crate) async fn read(core: &Core, calls: impl IntoIterator<Item = &CallRecord>) -> Self {
        let mut shelved: Vec<_> = calls.into_iter().filter_map(|call| Some((call, handle(call)?))).collect();
        shelved.sort_unstable_by_key(|(call, _)| Reverse(call.id));
        let mut results = Self { registry: core.registry.current(), whole: HashMap::new() };
        let mut room = READ_BACK_MAX;
        for (call, handle) in shelved {
            let Some(left) = room.checked_sub(handle.bytes) else { break };
            room = left;
            if let Some(value) = read(core, call, &handle).await {
                results.whole.insert(call.id, value);
            }
        }
        results
    }

    /// What a model is told of a call. `name` is the tool's wire name.
    pub(crate) fn told(&self, name: &str, call: &CallRecord, moment: Moment) -> String {
        match (&call.result, &call.error) {
            (_, Some(failure)) => reply::told(name, call.provider, Err(failure)),
            (Some(result), None) => match self.withheld(call, moment) {
                Some(instead) => instead.to_owned(),
                None => self.result(name, call, result),
            },
            (None, None) => match call.status {
                CallStatus::Success | CallStatus::Error => reply::told(name, call.provider, Ok(&Value::Null)),
                CallStatus::Running | CallStatus::Pending => WAITS.to_owned(),
            },
        }
    }

    fn result(&self, name: &str, call: &CallRecord, result: &Value) -> String {
        let whole = self.whole.get(&call.id);
        let told = reply::told(name, call.provider, Ok(whole.unwrap_or(result)));
        match oversize::handle(result).filter(|_| whole.is_some()) {
            Some(handle) => format!("{told}\n[The whole result is in the workspace file `{}`]", handle.file),
            None => told,
        }
    }

    /// What is said in place of a result that its tool's author does not want models to have.
    fn withheld(&self, call: &CallRecord, moment: Moment) -> Option<&'static str> {
        let entry = self.registry.tool(&call.tool.to_string())?;
        reply::withheld(&entry.row.container.as_ref()?.output, moment)
    }

    /// The pictures in a result, as far as there is room.
    pub(crate) fn pictures(&self, call: &CallRecord, room: &mut PictureRoom) -> Vec<Picture> {
        let result = self.whole.get(&call.id).or(call.result.as_ref()).filter(|_| call.error.is_none());
        let mut pictures = Vec::new();
        for base64 in result.into_iter().flat_map(|result| reply::pictures(call.provider, result)) {
            if room.is_full() {
                break;
            }
            pictures.extend(Picture::in_base64(base64).filter(|picture| room.take(picture)));
        }
        pictures
    }
}

/// The place of a result that may have pictures in it.
fn handle(call: &CallRecord) -> Option<oversize::Handle<'_>> {
    let may_picture = match call.provider {
        Some(ProviderKind::Mcp) => true,
        Some(ProviderKind::Builtin) => call.tool.name() == READ_FILE,
        _ => false,
    };
    oversize::handle(call.result.as_ref().filter(|_| may_picture)?)
}

async fn read(core: &Core, call: &CallRecord, handle: &oversize::Handle<'_>) -> Option<Value> {
    let at = At::Manifest(call.post_manifest?);
    let content = match workspace::file(core, call.chat, handle.file, at).await {
        Ok(content) => content,
        Err(error) => {
            tracing::warn!(call = %call.id, ?error, "a model is told only the place of a result");
            return None;
        }
    };
    // A chat that was imported says itself how large it is.
    let bytes = handle.bytes;
    let reading = spawn_blocking(move || {
        let mut text = Vec::new();
        content.reader.take(bytes).read_to_end(&mut text)?;
        Ok::<Value, std::io::Error>(serde_json::from_slice(&text)?)
    });
    match reading.await {
        Ok(Ok(value)) => Some(value),
        Ok(Err(error)) => {
            tracing::warn!(call = %call.id, ?error, "a model is told only the place of a result");
            None
        }
        Err(error) => {
            tracing::error!(call = %call.id, ?error, "reading a result was cut off");
            None
        }
    }
}
