//! What the built-in `read_file` gave back of a picture, as a model reads it: named, and not written out.

use serde_json::Value;

use crate::inference::Picture;

/// A file that was read as base64 and is a picture.
struct File<'a> {
    path: &'a str,
    bytes: u64,
    media_type: &'static str,
    base64: &'a str,
}

/// What a model reads; `None` where it is no picture.
pub(super) fn read(result: &Value) -> Option<String> {
    let File { path, bytes, media_type, .. } = pictured(result)?;
    Some(format!("[{path}, {media_type}, {bytes} bytes]"))
}

/// The picture, in base64.
pub(super) fn picture(result: &Value) -> Option<&str> {
    Some(pictured(result)?.base64)
}

fn pictured(result: &Value) -> Option<File<'_>> {
    let base64 = result.get("base64")?.as_str()?;
    Some(File {
        path: result.get("path")?.as_str()?,
        bytes: result.get("bytes")?.as_u64()?,
        media_type: Picture::media_type_in(base64)?,
        base64,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{picture, read};

    #[test]
    fn a_file_that_is_a_picture_is_named_and_others_are_not() {
        let file = |base64: &str| json!({"path": "a.png", "bytes": 8, "base64": base64});
        let png = file("iVBORw0KGgo=");
        assert_eq!(read(&png).as_deref(), Some("[a.png, image/png, 8 bytes]"));
        assert_eq!(picture(&png), Some("iVBORw0KGgo="));
        for other in
            [file(""), file("$$"), file("JVBERi0xLjcK"), json!({"path": "a", "text": "b"}), json!("a")]
        {
            assert_eq!((read(&other), picture(&other)), (None, None), "{other}");
        }
    }
}
