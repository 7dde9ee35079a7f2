//! What a tool of an MCP server answered (`CallToolResult`), as a model reads it: block by block, bytes named and not written out.

use std::borrow::Cow;

use serde_json::Value;

/// Blocks that a model reads. The rest are counted.
const BLOCKS_MAX: usize = 100;

/// What a model reads of an answer; `None` where it is none, or holds nothing.
pub(super) fn read(answer: &Value) -> Option<String> {
    let blocks = blocks(answer);
    let mut read: Vec<Cow<'_, str>> = blocks.iter().take(BLOCKS_MAX).map(block).collect();
    if blocks.len() > BLOCKS_MAX {
        read.push(format!("[{} more blocks are left out]", blocks.len() - BLOCKS_MAX).into());
    }
    // Servers are to say the same as text as well, for clients that read nothing else; not all do.
    if !blocks.iter().any(|block| text(block).is_some()) {
        read.extend(answer.get("structuredContent").map(|structured| structured.to_string().into()));
    }
    (!read.is_empty()).then(|| read.join("\n"))
}

/// The pictures in an answer, in base64, as far as their sender says what they are.
pub(super) fn pictures(answer: &Value) -> impl Iterator<Item = &str> {
    blocks(answer).iter().take(BLOCKS_MAX).filter_map(|block| match Block::of(block) {
        Block::Bytes { media_type, base64, .. } if media_type.starts_with("image/") => Some(base64),
        _ => None,
    })
}

fn blocks(answer: &Value) -> &[Value] {
    answer.get("content").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

enum Block<'a> {
    Text(&'a str),
    /// What stands somewhere, as text.
    Resource {
        uri: &'a str,
        text: &'a str,
    },
    /// Where something stands.
    Link {
        uri: &'a str,
        name: &'a str,
    },
    Bytes {
        uri: Option<&'a str>,
        media_type: &'a str,
        base64: &'a str,
    },
    /// What no server should send.
    Other,
}

impl<'a> Block<'a> {
    fn of(block: &'a Value) -> Self {
        let known = match block.get("type").and_then(Value::as_str) {
            Some("text") => text(block).map(Self::Text),
            Some("image" | "audio") => bytes(block, "data", None),
            Some("resource") => block.get("resource").and_then(resource),
            Some("resource_link") => link(block),
            _ => None,
        };
        known.unwrap_or(Self::Other)
    }
}

fn text(block: &Value) -> Option<&str> {
    block.get("text").and_then(Value::as_str)
}

fn resource(resource: &Value) -> Option<Block<'_>> {
    let uri = resource.get("uri")?.as_str()?;
    match text(resource) {
        Some(text) => Some(Block::Resource { uri, text }),
        None => bytes(resource, "blob", Some(uri)),
    }
}

fn link(block: &Value) -> Option<Block<'_>> {
    let uri = block.get("uri")?.as_str()?;
    let name = block.get("title").or_else(|| block.get("name")).and_then(Value::as_str);
    Some(Block::Link { uri, name: name.unwrap_or(uri) })
}

fn bytes<'a>(block: &'a Value, data: &str, uri: Option<&'a str>) -> Option<Block<'a>> {
    let base64 = block.get(data)?.as_str()?;
    let media_type = block.get("mimeType").and_then(Value::as_str).unwrap_or("application/octet-stream");
    Some(Block::Bytes { uri, media_type, base64 })
}

fn block(value: &Value) -> Cow<'_, str> {
    match Block::of(value) {
        Block::Text(text) => text.into(),
        Block::Resource { uri, text } => format!("[{uri}]\n{text}").into(),
        Block::Link { uri, name } => format!("[{name}: {uri}]").into(),
        Block::Bytes { uri, media_type, base64 } => {
            let place = uri.map(|uri| format!("{uri}, ")).unwrap_or_default();
            format!("[{place}{media_type}, {} bytes]", decoded(base64)).into()
        }
        Block::Other => value.to_string().into(),
    }
}

/// How many bytes a text in base64 stands for.
fn decoded(base64: &str) -> usize {
    base64.trim_end_matches('=').len() * 3 / 4
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{BLOCKS_MAX, pictures, read};

    #[test]
    fn an_answer_is_read_block_by_block_and_bytes_are_named() {
        let answer = json!({"content": [
            {"type": "text", "text": "Here it is:"},
            {"type": "image", "mimeType": "image/png", "data": "iVBORw0KGgo="},
            {"type": "audio", "mimeType": "audio/wav", "data": "UklGRg=="},
            {"type": "resource", "resource": {"uri": "file:///a.md", "mimeType": "text/markdown", "text": "# A"}},
            {"type": "resource", "resource": {"uri": "file:///b.gif", "mimeType": "image/gif", "blob": "R0lGODlh"}},
            {"type": "resource_link", "uri": "https://example.org/c", "name": "C"},
            {"type": "image"},
            {"type": "new"},
        ], "structuredContent": {"left": "out"}});
        insta::assert_snapshot!(read(&answer).unwrap(), @r#"
        Here it is:
        [image/png, 8 bytes]
        [audio/wav, 4 bytes]
        [file:///a.md]
        # A
        [file:///b.gif, image/gif, 6 bytes]
        [C: https://example.org/c]
        {"type":"image"}
        {"type":"new"}
        "#);
        assert_eq!(pictures(&answer).collect::<Vec<_>>(), ["iVBORw0KGgo=", "R0lGODlh"]);
    }

    #[test]
    fn what_is_said_nowhere_else_is_read_as_json() {
        let picture = json!({"type": "image", "mimeType": "image/png", "data": ""});
        let told = json!({"content": [picture], "structuredContent": {"width": 3}});
        assert_eq!(read(&told).unwrap(), "[image/png, 0 bytes]\n{\"width\":3}");
        for none in [json!({}), json!([]), json!({"content": []}), json!({"content": "text"}), Value::Null] {
            assert_eq!((read(&none), pictures(&none).count()), (None, 0), "{none}");
        }
    }

    #[test]
    fn of_many_blocks_the_first_are_read() {
        let block = json!({"type": "image", "mimeType": "image/png", "data": "AAAA"});
        let many = json!({"content": vec![block; BLOCKS_MAX + 2]});
        assert!(read(&many).unwrap().ends_with("[image/png, 3 bytes]\n[2 more blocks are left out]"));
        assert_eq!(pictures(&many).count(), BLOCKS_MAX);
    }
}
