//! Reading of typed values out of a tree: what does not fit becomes a problem with its place and key path, and reading
//! goes on.

use serde_json::Value;

use super::node::{Entry, Kind, Node};
use super::problem::{Place, Problem};
use crate::suggest::nearest;

/// How much of a wrong text a message repeats, in characters.
const QUOTED_CHARS: usize = 60;

/// All problems found so far.
#[derive(Debug, Default)]
pub(crate) struct Problems(pub(crate) Vec<Problem>);

impl Problems {
    pub(crate) fn add(&mut self, place: Place, path: &str, message: impl Into<String>) {
        self.0.push(Problem { place, path: path.to_owned(), message: message.into() });
    }
}

/// A node with the key path that leads to it.
#[derive(Debug, Clone)]
pub(crate) struct At<'n> {
    pub(crate) node: &'n Node,
    pub(crate) path: String,
}

/// A map whose keys are being read.
#[derive(Debug)]
pub(crate) struct Section<'n> {
    entries: &'n [Entry],
    pub(crate) place: Place,
    pub(crate) path: String,
}

impl<'n> At<'n> {
    pub(crate) fn problem(&self, problems: &mut Problems, message: impl Into<String>) {
        problems.add(self.node.place, &self.path, message);
    }

    /// A map with only these keys.
    pub(crate) fn section(&self, known: &[&str], problems: &mut Problems) -> Option<Section<'n>> {
        let section = self.open_section(problems)?;
        for entry in section.entries.iter().filter(|entry| !known.contains(&entry.key.as_str())) {
            let wanted = match nearest(&entry.key, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("known keys are {}", known.join(", ")),
            };
            let within = if self.path.is_empty() { String::new() } else { format!(" in {}", self.path) };
            let message = format!("unknown key `{}`{within}: {wanted}", quoted(&entry.key));
            problems.add(entry.key_place, "", message);
        }
        Some(section)
    }

    /// A map with any keys.
    pub(crate) fn open_section(&self, problems: &mut Problems) -> Option<Section<'n>> {
        match &self.node.kind {
            Kind::Map(entries) => Some(Section { entries, place: self.node.place, path: self.path.clone() }),
            _ => self.expected("a map of keys and values", problems),
        }
    }

    pub(crate) fn list(&self, problems: &mut Problems) -> Option<Vec<At<'n>>> {
        match &self.node.kind {
            Kind::List(items) => Some(
                items
                    .iter()
                    .enumerate()
                    .map(|(index, node)| At { node, path: format!("{}[{index}]", self.path) })
                    .collect(),
            ),
            _ => self.expected("a list", problems),
        }
    }

    pub(crate) fn boolean(&self, problems: &mut Problems) -> Option<bool> {
        match &self.node.kind {
            Kind::Bool(value) => Some(*value),
            _ => self.expected("true or false", problems),
        }
    }

    /// A text of at most `limit` bytes.
    pub(crate) fn text(&self, limit: usize, problems: &mut Problems) -> Option<String> {
        match &self.node.kind {
            Kind::Text(text) if text.len() > limit => {
                self.problem(problems, format!("this text is longer than {limit} bytes"));
                None
            }
            Kind::Text(text) if text.contains('\0') => {
                self.problem(problems, "a text must not hold a NUL character");
                None
            }
            Kind::Text(text) => Some(text.clone()),
            Kind::Number(_, written) => {
                self.expected(&format!("a text (put it in quotes: \"{}\")", quoted(written)), problems)
            }
            Kind::Bool(value) => self.expected(&format!("a text (put it in quotes: \"{value}\")"), problems),
            _ => self.expected("a text", problems),
        }
    }

    /// A text that some type reads.
    pub(crate) fn parsed<T: std::str::FromStr>(&self, limit: usize, problems: &mut Problems) -> Option<T>
    where
        T::Err: std::fmt::Display,
    {
        let text = self.text(limit, problems)?;
        match text.parse() {
            Ok(value) => Some(value),
            Err(error) => {
                self.problem(problems, error.to_string());
                None
            }
        }
    }

    /// One of a few words.
    pub(crate) fn word<T: Copy>(&self, words: &[(&str, T)], problems: &mut Problems) -> Option<T> {
        let text = self.text(usize::MAX, problems)?;
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == text) {
            return Some(*value);
        }
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let wanted = match nearest(&text, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("use {}", known.join(" or ")),
        };
        self.problem(problems, format!("unknown value `{}`: {wanted}", quoted(&text)));
        None
    }

    pub(crate) fn json(&self) -> Value {
        self.node.to_json()
    }

    pub(crate) fn expected<T>(&self, wanted: &str, problems: &mut Problems) -> Option<T> {
        let found = match &self.node.kind {
            Kind::Null => "nothing".to_owned(),
            Kind::Bool(value) => value.to_string(),
            Kind::Number(_, written) => format!("the number {}", quoted(written)),
            Kind::Text(text) => format!("the text `{}`", quoted(text)),
            Kind::List(_) => "a list".to_owned(),
            Kind::Map(_) => "a map".to_owned(),
        };
        self.problem(problems, format!("expected {wanted}, found {found}"));
        None
    }
}

impl<'n> Section<'n> {
    /// A map without keys, for one that was left out.
    pub(crate) fn empty(place: Place, path: String) -> Self {
        Self { entries: &[], place, path }
    }

    /// A key's value; a key without a value counts as missing.
    pub(crate) fn get(&self, key: &str) -> Option<At<'n>> {
        let entry = self.entries.iter().find(|entry| entry.key == key)?;
        (!matches!(entry.value.kind, Kind::Null)).then(|| At { node: &entry.value, path: self.path_of(key) })
    }

    /// A key's value, with a problem when it is missing.
    pub(crate) fn required(&self, key: &str, problems: &mut Problems) -> Option<At<'n>> {
        let found = self.get(key);
        if found.is_none() {
            match self.entries.iter().find(|entry| entry.key == key) {
                Some(entry) => problems.add(entry.key_place, &self.path_of(key), "this key needs a value"),
                None => problems.add(self.place, &self.path, format!("the key `{key}` is missing")),
            }
        }
        found
    }

    pub(crate) fn boolean(&self, key: &str, problems: &mut Problems) -> Option<bool> {
        self.get(key)?.boolean(problems)
    }

    pub(crate) fn text(&self, key: &str, limit: usize, problems: &mut Problems) -> Option<String> {
        self.get(key)?.text(limit, problems)
    }

    /// A list's items; a missing key is an empty list.
    pub(crate) fn list(&self, key: &str, limit: usize, problems: &mut Problems) -> Vec<At<'n>> {
        let Some(at) = self.get(key) else {
            return Vec::new();
        };
        let items = at.list(problems).unwrap_or_default();
        if items.len() > limit {
            at.problem(problems, format!("this list has {} entries, more than {limit}", items.len()));
            return Vec::new();
        }
        items
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = (&'n str, Place, At<'n>)> {
        self.entries.iter().map(|entry| {
            let at = At { node: &entry.value, path: self.path_of(&entry.key) };
            (entry.key.as_str(), entry.key_place, at)
        })
    }

    pub(crate) fn path_of(&self, key: &str) -> String {
        let key = quoted(key);
        if self.path.is_empty() { key } else { format!("{}.{key}", self.path) }
    }

    /// Where a key stands; the section itself where there is no such key.
    pub(crate) fn place_of(&self, key: &str) -> Place {
        self.entries.iter().find(|entry| entry.key == key).map_or(self.place, |entry| entry.key_place)
    }
}

fn quoted(text: &str) -> String {
    let mut chars = text.chars();
    let mut shown: String =
        chars.by_ref().take(QUOTED_CHARS).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if chars.next().is_some() {
        shown.push('…');
    }
    shown
}
