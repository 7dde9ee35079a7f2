//! The files of chats as resources: `pegboard://chats/{chat_id}/files/{path}`.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use pegboard_engine::{At, Engine};
use pegboard_mcp::endpoint::house::Refusal;
use pegboard_mcp::endpoint::limits::RESOURCE_MAX;
use pegboard_model::ids::ChatId;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::{Value, json};

use crate::mcp::view::no_such;
use crate::mcp::{refusal, shelf};

/// What the addresses begin with.
const PREFIX: &str = "pegboard://chats/";
/// What stands between chat and path.
const FILES: &str = "/files/";
/// What a path in an address keeps as it is.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The address of a file of a chat.
pub(super) fn uri(chat: ChatId, path: &str) -> String {
    format!("{PREFIX}{chat}{FILES}{}", utf8_percent_encode(path, PATH))
}

/// The chat and the path of an address; `None` for one that is not ours.
pub(super) fn parse(uri: &str) -> Option<(ChatId, String)> {
    let (chat, path) = uri.strip_prefix(PREFIX)?.split_once(FILES)?;
    let path = percent_decode_str(path).decode_utf8().ok()?;
    Some((chat.parse().ok()?, path.into_owned()))
}

/// The files of a chat, by path. Links are none.
pub(super) async fn list(engine: &Engine, chat: ChatId) -> Result<Vec<Value>, Refusal> {
    let files = engine.files(chat, At::Active).await.map_err(|error| refusal::file("", error))?;
    let files = files.entries.into_iter().filter(|entry| entry.kind != "link");
    let shown = files.map(|entry| {
        let name = entry.path.rsplit('/').next().unwrap_or(&entry.path);
        let mut resource = json!({
            "uri": uri(chat, &entry.path), "name": name, "title": entry.path, "mimeType": mime(&entry.path),
        });
        if let Some(size) = entry.size {
            resource["size"] = size.into();
        }
        resource
    });
    Ok(shown.collect())
}

/// The template of all these addresses.
pub(super) fn template() -> Value {
    json!({
        "uriTemplate": format!("{PREFIX}{{chat_id}}{FILES}{{+path}}"),
        "name": "workspace-file",
        "title": "A file of a chat's workspace",
        "description": "As it is now. Each call of a tool is a commit on these files.",
    })
}

/// A file, as a `ReadResourceResult`.
pub(super) async fn read(engine: &Engine, uri: &str) -> Result<Value, Refusal> {
    let Some((chat, path)) = parse(uri) else {
        return Err(no_such("resource", uri, None));
    };
    let content = engine.file(chat, &path, At::Active).await.map_err(|error| refusal::file(uri, error))?;
    if content.entry.size.is_some_and(|size| size > RESOURCE_MAX) {
        let max = RESOURCE_MAX >> 20;
        return Err(Refusal::Invalid(format!(
            "`{path}` is larger than the {max} MiB that are read over MCP"
        )));
    }
    let bytes = shelf::bytes(content, RESOURCE_MAX).await.map_err(|error| refusal::failed(&error))?;
    let mime = mime(&path);
    let content = match String::from_utf8(bytes) {
        Ok(text) => json!({"uri": uri, "mimeType": mime, "text": text}),
        Err(error) => {
            json!({"uri": uri, "mimeType": mime, "blob": BASE64_STANDARD.encode(error.as_bytes())})
        }
    };
    Ok(json!({"contents": [content]}))
}

/// What tells one state of a file from another.
pub(super) async fn stamp(engine: &Engine, uri: &str) -> Option<String> {
    let (chat, path) = parse(uri)?;
    let files = engine.files(chat, At::Active).await.ok()?;
    files.entries.into_iter().find(|entry| entry.path == path).map(|entry| entry.sha256.to_string())
}

/// By the name: contents are never sniffed.
fn mime(path: &str) -> String {
    mime_guess::from_path(path).first_or_octet_stream().essence_str().to_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{parse, uri};

    #[test]
    fn addresses_read_back() {
        let chat = "01890a5d-ac96-774b-bcce-b302099a8057".parse().unwrap();
        for path in ["a.txt", "src/ä b.rs", "files/files/x", "100%", "a#?b"] {
            assert_eq!(parse(&uri(chat, path)), Some((chat, path.to_owned())));
        }
        for other in ["pegboard://chats/x/files/a", "file:///etc/passwd", "pegboard://chats/", ""] {
            assert_eq!(parse(other), None);
        }
    }
}
