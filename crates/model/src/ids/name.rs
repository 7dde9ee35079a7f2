//! Names that people and bundles choose.
//!
//! Invariant: a name never holds `:` or `~`, because those two join names to tool ids and server keys.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

/// The longest name, in bytes (all allowed characters are one byte).
pub const NAME_MAX: usize = 64;

/// Why a text is no name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing was given.
    #[error("an id must not be empty")]
    Empty,
    /// More than [`NAME_MAX`] bytes.
    #[error("an id must be at most {NAME_MAX} characters long, this one has {0}")]
    TooLong(usize),
    /// It starts with something other than a letter or digit.
    #[error("an id must start with a letter or a digit, `{0}` does not")]
    Start(String),
    /// It holds a character outside `A-Z a-z 0-9 . _ -`.
    #[error("`{character}` is not allowed in the id `{name}`: use letters, digits, `-`, `_` and `.`")]
    Character {
        /// The whole text.
        name: String,
        /// The first character that is refused.
        character: char,
    },
}

fn check(text: &str) -> Result<(), NameError> {
    if text.is_empty() {
        return Err(NameError::Empty);
    }
    if text.len() > NAME_MAX {
        return Err(NameError::TooLong(text.chars().count()));
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    if let Some(character) = text.chars().find(|c| !allowed(*c)) {
        return Err(NameError::Character { name: text.to_owned(), character });
    }
    if !text.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return Err(NameError::Start(text.to_owned()));
    }
    Ok(())
}

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// A name of Pegboard's own; a test reads each of them as it would another's.
            #[allow(dead_code, reason = "not every sort of name has some of Pegboard's own")]
            pub(crate) fn of_own_words(text: String) -> Self {
                debug_assert!(check(&text).is_ok());
                Self(text)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = NameError;

            fn from_str(text: &str) -> Result<Self, NameError> {
                check(text)?;
                Ok(Self(text.to_owned()))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    )+};
}

names! {
    /// The identity of an installed toolset, such as `app-builder`.
    ToolsetId,
    /// A tool's id inside its toolset, or a built-in's name, such as `write_file`.
    ToolName,
    /// An MCP server's id inside its toolset.
    ServerId,
    /// A key of a toolset's or tool's configuration, such as `api_key`.
    ConfigKey,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{NameError, ToolName, ToolsetId};

    #[test]
    fn names_are_letters_digits_dot_underscore_and_hyphen() {
        for good in ["a", "app-builder", "Write_File.v2", "0x"] {
            assert_eq!(good.parse::<ToolsetId>().unwrap().as_str(), good);
        }
        for bad in ["", "-a", ".a", "a:b", "a~b", "a/b", "a b", "ä", "a\0", &"x".repeat(65)] {
            bad.parse::<ToolName>().unwrap_err();
        }
    }

    #[test]
    fn the_error_names_the_character() {
        let error = "a~b".parse::<ToolsetId>().unwrap_err();
        assert_eq!(error, NameError::Character { name: "a~b".into(), character: '~' });
    }
}
