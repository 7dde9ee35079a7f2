//! What a server's tool gave back, as renderers see it.

use std::borrow::Cow;

use serde_json::Value;

/// What `$return` stands for in the configuration of a renderer: the structured content of a tool's result; else its
/// only text, read as JSON where it is an object or a list; else its content as it came.
pub fn returned(result: &Value) -> Cow<'_, Value> {
    if let Some(structured) = result.get("structuredContent") {
        return Cow::Borrowed(structured);
    }
    let Some(content) = result.get("content") else { return Cow::Borrowed(result) };
    let only = content.as_array().filter(|parts| parts.len() == 1).and_then(|parts| parts.first());
    let text = only.filter(|part| part["type"] == "text").and_then(|part| part["text"].as_str());
    match text {
        None => Cow::Borrowed(content),
        Some(text) => match serde_json::from_str(text) {
            Ok(value @ (Value::Object(_) | Value::Array(_))) => Cow::Owned(value),
            Ok(_) | Err(_) => Cow::Owned(Value::String(text.to_owned())),
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::returned;

    #[test]
    fn structured_content_comes_before_texts_and_texts_before_the_rest() {
        let text = json!({"type": "text", "text": "{\"a\": 1}"});
        let both = json!({"content": [text], "structuredContent": {"b": 2}});
        assert_eq!(*returned(&both), json!({"b": 2}));
        assert_eq!(*returned(&json!({"content": [text]})), json!({"a": 1}));
        assert_eq!(*returned(&json!({"content": [{"type": "text", "text": "7"}]})), json!("7"));
        assert_eq!(*returned(&json!({"content": [text, text]})), json!([text, text]));
        assert_eq!(*returned(&json!({"content": []})), json!([]));
        assert_eq!(*returned(&json!(null)), json!(null));
    }
}
