//! Names of HTTP headers, and the form of their values.

use std::borrow::Cow;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

use super::method;

/// The session, up to 2025-11-25.
pub const SESSION_ID: &str = "mcp-session-id";

/// The protocol version of each request after the handshake.
pub const PROTOCOL_VERSION: &str = "mcp-protocol-version";

/// The last event that arrived of a stream that is to go on.
pub const LAST_EVENT_ID: &str = "last-event-id";

/// The method of the message, since 2026-07-28.
pub const METHOD: &str = "mcp-method";

/// The tool, prompt or resource that the message names, since 2026-07-28.
pub const NAME: &str = "mcp-name";

/// Before the name of an argument that its tool wants in a header as well (`x-mcp-header`), since 2026-07-28.
pub const PARAM_PREFIX: &str = "mcp-param-";

/// Around a value that cannot stand in a header as it is: its Base64 between these two.
const BASE64_BEGIN: &str = "=?base64?";
const BASE64_END: &str = "?=";

/// What the header [`NAME`] says of a request: the tool, prompt, resource or task that it names.
pub fn subject<'a>(method: &str, params: &'a Value) -> Option<&'a str> {
    let key = match method {
        method::TOOLS_CALL | method::PROMPTS_GET => "name",
        method::RESOURCES_READ | method::RESOURCES_SUBSCRIBE | method::RESOURCES_UNSUBSCRIBE => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return None,
    };
    params.get(key)?.as_str()
}

/// A value in the form that a header takes.
pub fn encode(value: &str) -> Cow<'_, str> {
    let is_visible = value.chars().all(|char| matches!(char, ' '..='~'));
    let is_trimmed = !value.starts_with(' ') && !value.ends_with(' ');
    let looks_encoded = value.starts_with(BASE64_BEGIN) && value.ends_with(BASE64_END);
    if is_visible && is_trimmed && !looks_encoded {
        return Cow::Borrowed(value);
    }
    Cow::Owned(format!("{BASE64_BEGIN}{}{BASE64_END}", BASE64_STANDARD.encode(value)))
}

/// The value that a header stands for; `None` when its Base64 holds no text.
pub fn decode(value: &str) -> Option<Cow<'_, str>> {
    let inner = value.strip_prefix(BASE64_BEGIN).and_then(|rest| rest.strip_suffix(BASE64_END));
    let Some(inner) = inner else { return Some(Cow::Borrowed(value)) };
    let bytes = BASE64_STANDARD.decode(inner).ok()?;
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::proptest;

    use super::{decode, encode};

    #[test]
    fn plain_values_stay_readable() {
        assert_eq!(encode("us-west1"), "us-west1");
        assert_eq!(encode("a b"), "a b");
        assert_eq!(encode(" a"), "=?base64?IGE=?=");
        assert_eq!(encode("日本"), "=?base64?5pel5pys?=");
        assert_eq!(decode("=?base64?%%?="), None);
    }

    proptest! {
        #[test]
        fn any_text_comes_back_and_can_stand_in_a_header(text in ".*") {
            let encoded = encode(&text);
            assert!(encoded.chars().all(|char| matches!(char, ' '..='~')));
            assert_eq!(decode(&encoded).as_deref(), Some(text.as_str()));
        }
    }
}
