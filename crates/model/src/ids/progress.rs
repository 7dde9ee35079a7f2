//! The name that a client gives to a long step, to recognise what is told of it.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// The longest name, in characters.
const LENGTH_MAX: usize = 64;

/// The name of one long step, chosen by who waits for it: 1 to 64 printable ASCII characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ProgressId(String);

/// The text is no name of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it must be 1 to {LENGTH_MAX} printable ASCII characters without spaces")]
pub struct ProgressIdError;

impl FromStr for ProgressId {
    type Err = ProgressIdError;

    fn from_str(text: &str) -> Result<Self, ProgressIdError> {
        let holds =
            (1..=LENGTH_MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        if holds { Ok(Self(text.to_owned())) } else { Err(ProgressIdError) }
    }
}

impl fmt::Display for ProgressId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::ProgressId;

    #[test]
    fn a_step_has_a_short_plain_name() {
        for good in ["a", "0193-x", &"x".repeat(64)] {
            assert_eq!(good.parse::<ProgressId>().unwrap().to_string(), good);
        }
        for bad in ["", " ", "a b", "a\n", "ä", &"x".repeat(65)] {
            bad.parse::<ProgressId>().unwrap_err();
        }
    }
}
