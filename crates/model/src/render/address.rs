//! Addresses that a frame may show.

use serde_json::Value;
use url::Url;

/// The longest address, in bytes.
const URL_MAX: usize = 8192;

/// How much of a bad address a message repeats, in characters.
const QUOTED_CHARS: usize = 200;

/// A port as a number or as digits.
pub(crate) fn port_number(value: &Value) -> Option<u16> {
    let port = match value {
        Value::Number(number) => u16::try_from(number.as_u64()?).ok()?,
        Value::String(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => digits.parse().ok()?,
        _ => return None,
    };
    (port != 0).then_some(port)
}

/// Whether a frame may show this address: http or https, with a host, without a user name or password, and written so
/// that every reader of it sees the same address.
pub(crate) fn check_url(text: &str) -> Result<(), String> {
    let refused = |why: &str| Err(format!("`{}` {why}", text.chars().take(QUOTED_CHARS).collect::<String>()));
    if text.len() > URL_MAX {
        return refused("is too long for an address");
    }
    if text.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\') {
        return refused("holds a character that an address must not hold");
    }
    match Url::parse(text) {
        Ok(url) if !matches!(url.scheme(), "http" | "https") => refused("is not an http or https address"),
        Ok(url) if !url.username().is_empty() || url.password().is_some() => {
            refused("holds a user name or password")
        }
        Ok(url) if url.host().is_some() => Ok(()),
        _ => refused("is not an http or https address"),
    }
}
