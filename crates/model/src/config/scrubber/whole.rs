//! Texts and JSON that are there as a whole.

use std::borrow::Cow;
use std::fmt;

use serde_json::{Map, Value};

use super::needle::{Needles, needles};
use super::search::Search;

/// What stands in the place of a secret.
pub const MASK: &str = "***";

/// Knows secrets and takes them out.
#[derive(Default)]
pub struct Scrubber {
    pub(super) needles: Needles,
}

impl Scrubber {
    /// One that takes out these secrets. Those of fewer than [`super::SECRET_CHARS_MIN`] characters are not looked for.
    pub fn new<'s>(secrets: impl IntoIterator<Item = &'s str>) -> Self {
        Self { needles: Needles::of(secrets.into_iter().flat_map(needles)) }
    }

    /// Whether there is nothing to look for.
    pub fn is_idle(&self) -> bool {
        self.needles.is_empty()
    }

    /// A text with `***` in the place of each secret; what overlaps is one.
    pub fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.is_idle() {
            return Cow::Borrowed(text);
        }
        let mut search = Search::default();
        search.feed(&self.needles, text.as_bytes());
        let found = search.take_found(text.len());
        if found.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(masked(text, 0, &found)) }
    }

    /// The same for every text of a JSON value, keys included. A number with a secret's digits becomes a text.
    pub fn json(&self, value: Value) -> Value {
        if self.is_idle() {
            return value;
        }
        match value {
            Value::String(text) => Value::String(self.owned(text)),
            Value::Number(number) => {
                let written = number.to_string();
                match self.text(&written) {
                    Cow::Borrowed(_) => Value::Number(number),
                    Cow::Owned(masked) => Value::String(masked),
                }
            }
            Value::Array(items) => items.into_iter().map(|item| self.json(item)).collect(),
            Value::Object(entries) => {
                let entries = entries.into_iter().map(|(key, value)| (self.owned(key), self.json(value)));
                Value::Object(entries.collect::<Map<_, _>>())
            }
            Value::Null | Value::Bool(_) => value,
        }
    }

    /// A text of one's own, which stays where it is when there is nothing to take out.
    pub fn owned(&self, text: String) -> String {
        match self.text(&text) {
            Cow::Borrowed(_) => text,
            Cow::Owned(masked) => masked,
        }
    }
}

impl fmt::Debug for Scrubber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scrubber").finish_non_exhaustive()
    }
}

/// A text that begins at `base` with the found places, which are sorted and apart, masked.
pub(super) fn masked(text: &str, base: usize, found: &[(usize, usize)]) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = 0;
    for (from, to) in found {
        shown.push_str(text.get(rest..from - base).unwrap_or_default());
        shown.push_str(MASK);
        rest = to - base;
    }
    shown.push_str(text.get(rest..).unwrap_or_default());
    shown
}
