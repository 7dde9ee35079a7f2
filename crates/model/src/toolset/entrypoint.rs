//! Entrypoints of Python tools.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The longest entrypoint, in bytes.
const ENTRYPOINT_MAX: usize = 256;

/// A function in a module: `module.path:function`, both made of Python identifiers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entrypoint {
    text: String,
    colon: usize,
}

impl Entrypoint {
    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The module's dotted path, such as `tools.files`.
    pub fn module(&self) -> &str {
        &self.text[..self.colon]
    }

    /// The function's name.
    pub fn function(&self) -> &str {
        &self.text[self.colon + 1..]
    }
}

impl fmt::Display for Entrypoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Why a text is no entrypoint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EntrypointError {
    /// Not exactly one `:`.
    #[error("`{0}` is not an entrypoint: write `module.path:function`, such as `tools.files:write_file`")]
    Shape(String),
    /// A part is no Python identifier.
    #[error("`{part}` in the entrypoint `{text}` is not a Python name")]
    Part {
        /// The whole text, shortened.
        text: String,
        /// The first part that is refused.
        part: String,
    },
    /// More than 256 bytes.
    #[error("an entrypoint must be at most {ENTRYPOINT_MAX} bytes long")]
    TooLong,
}

impl FromStr for Entrypoint {
    type Err = EntrypointError;

    fn from_str(text: &str) -> Result<Self, EntrypointError> {
        if text.len() > ENTRYPOINT_MAX {
            return Err(EntrypointError::TooLong);
        }
        let (module, function) = match text.split_once(':') {
            Some((module, function)) if !module.is_empty() && !function.is_empty() => (module, function),
            _ => return Err(EntrypointError::Shape(text.to_owned())),
        };
        if let Some(part) = module.split('.').chain([function]).find(|part| !is_identifier(part)) {
            return Err(EntrypointError::Part { text: text.to_owned(), part: part.to_owned() });
        }
        Ok(Self { text: text.to_owned(), colon: module.len() })
    }
}

/// Whether Python takes the text as a name. Letters of every script are let through, as Python does; the few that
/// Python refuses beyond that fail at import with Python's own message.
fn is_identifier(text: &str) -> bool {
    const KEYWORDS: [&str; 35] = [
        "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
        "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in",
        "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
    ];
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_')
        && !KEYWORDS.contains(&text)
}

impl Serialize for Entrypoint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Entrypoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Entrypoint;

    #[test]
    fn module_and_function() {
        let entrypoint: Entrypoint = "tools.files:write_file".parse().unwrap();
        assert_eq!((entrypoint.module(), entrypoint.function()), ("tools.files", "write_file"));
    }

    #[test]
    fn what_python_could_not_name_is_refused() {
        for text in [
            "", ":", "a:", ":b", "a", "a:b:c", "a.:b", ".a:b", "a..b:c", "1a:b", "a:1b", "a b:c", "a:b()",
            "a/b:c", "a-b:c", "a:import", "class:x", "a:b\n", "../a:b", "a;b:c",
        ] {
            text.parse::<Entrypoint>().unwrap_err();
        }
        format!("{}:b", "a".repeat(300)).parse::<Entrypoint>().unwrap_err();
    }
}
