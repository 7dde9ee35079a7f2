//! Colours that a manifest names.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::named_colours::NAMES;

/// The longest colour, in bytes.
const COLOUR_MAX: usize = 64;

/// A CSS colour that is one: `#4a90d4`, `rgba(74, 144, 212, 0.10)`, `hsl(210 60% 50%)`, `tomato`. It can stand in a style
/// without saying anything else there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Colour(String);

/// The text is no colour.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a colour: write it as `#4a90d4`, `rgba(74, 144, 212, 0.1)`, `hsl(210, 60%, 50%)` or by its CSS name"
)]
pub struct ColourError(String);

impl Colour {
    /// As CSS.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Colour {
    type Err = ColourError;

    fn from_str(text: &str) -> Result<Self, ColourError> {
        let colour = text.trim().to_ascii_lowercase();
        let is_colour = colour.len() <= COLOUR_MAX
            && (is_hex(&colour) || is_function(&colour) || NAMES.binary_search(&colour.as_str()).is_ok());
        if is_colour { Ok(Self(colour)) } else { Err(ColourError(text.chars().take(40).collect())) }
    }
}

impl TryFrom<String> for Colour {
    type Error = ColourError;

    fn try_from(text: String) -> Result<Self, ColourError> {
        text.parse()
    }
}

impl From<Colour> for String {
    fn from(colour: Colour) -> Self {
        colour.0
    }
}

fn is_hex(text: &str) -> bool {
    let Some(digits) = text.strip_prefix('#') else { return false };
    matches!(digits.len(), 3 | 4 | 6 | 8) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_function(text: &str) -> bool {
    let Some((name, rest)) = text.split_once('(') else { return false };
    let Some(inner) = rest.strip_suffix(')') else { return false };
    let parts: Vec<&str> = inner.split([',', ' ', '/']).filter(|part| !part.is_empty()).collect();
    let is_known = matches!(name, "rgb" | "rgba" | "hsl" | "hsla");
    is_known && matches!(parts.len(), 3 | 4) && parts.into_iter().all(is_number)
}

/// `12`, `0.5`, `.5`, `50%`, `120deg`
fn is_number(text: &str) -> bool {
    let number = text.strip_suffix('%').or_else(|| text.strip_suffix("deg")).unwrap_or(text);
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    is_plain && number.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Colour, NAMES};

    #[test]
    fn the_names_can_be_searched() {
        assert!(NAMES.is_sorted());
    }

    #[test]
    fn colours_are_taken() {
        for text in [
            "#fff",
            "#4a90d4",
            "#4a90d480",
            "rgba(74, 144, 212, 0.10)",
            "rgb(1 2 3 / 50%)",
            "hsl(210, 60%, 50%)",
            "hsla(210deg, 60%, 50%, .5)",
            "tomato",
            "transparent",
            "RebeccaPurple",
        ] {
            assert_eq!(text.parse::<Colour>().unwrap().as_str(), text.to_lowercase());
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for text in [
            "",
            "#",
            "#12",
            "#ggg",
            "red;position:fixed",
            "url(x)",
            "var(--x)",
            "rgb()",
            "rgb(1,2)",
            "rgb(1,2,x)",
            "rgb(1,2,3);x",
            "expression(1)",
            "rgb(1,2,3",
            "color-mix(in srgb, red, blue)",
            "-1",
            "inherit",
            "rgb(1,2,3,4,5)",
            "rgb(inf,nan,1)",
            "rgb(1e9,1,1)",
            "rouge",
        ] {
            text.parse::<Colour>().unwrap_err();
        }
    }
}
