//! Arguments that a person keeps under a name, to call a tool with them again.

use std::fmt;
use std::str::FromStr;

/// How many a tool may have.
pub const SAVED_INPUTS_MAX: usize = 100;
/// The most that the arguments of one may have, in bytes of JSON.
pub const SAVED_INPUT_BYTES: usize = 64 << 10;
/// The longest name, in characters.
pub const INPUT_NAME_MAX: usize = 80;

/// The name of a saved input: one line of 1 to [`INPUT_NAME_MAX`] characters without space at either end.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct InputName(String);

/// Why a text is no name of a saved input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InputNameError {
    /// Nothing, or only space.
    #[error("the name of a saved input must not be empty")]
    Empty,
    /// More than [`INPUT_NAME_MAX`] characters.
    #[error("the name of a saved input may have at most {INPUT_NAME_MAX} characters")]
    TooLong,
    /// Space at an end, or a control character.
    #[error("the name of a saved input must be one line without space at its ends")]
    Character,
    /// `.` or `..`: clients take them out of an address.
    #[error("a saved input cannot be called `.` or `..`")]
    Dots,
}

impl FromStr for InputName {
    type Err = InputNameError;

    fn from_str(text: &str) -> Result<Self, InputNameError> {
        if text.trim().is_empty() {
            return Err(InputNameError::Empty);
        }
        if text.chars().count() > INPUT_NAME_MAX {
            return Err(InputNameError::TooLong);
        }
        if text.trim() != text || text.chars().any(char::is_control) {
            return Err(InputNameError::Character);
        }
        if matches!(text, "." | "..") {
            return Err(InputNameError::Dots);
        }
        Ok(Self(text.to_owned()))
    }
}

impl InputName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for InputName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{InputName, InputNameError};

    #[test]
    fn names_are_one_line() {
        for good in ["a", "weekly report", "Ä/ö?#%", &"ü".repeat(80), "…"] {
            assert_eq!(good.parse::<InputName>().unwrap().as_str(), good);
        }
        for (bad, why) in [
            ("", InputNameError::Empty),
            ("\u{a0} ", InputNameError::Empty),
            (&"ü".repeat(81), InputNameError::TooLong),
            (" a", InputNameError::Character),
            ("a\n", InputNameError::Character),
            ("a\0b", InputNameError::Character),
            (".", InputNameError::Dots),
            ("..", InputNameError::Dots),
        ] {
            assert_eq!(bad.parse::<InputName>().unwrap_err(), why, "{bad:?}");
        }
    }
}
