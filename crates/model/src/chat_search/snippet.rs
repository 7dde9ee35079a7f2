//! The part of a text that shows why it was found.

use std::ops::Range;

use super::query::ChatQuery;
use super::words::{WORDS_MAX, placed};

/// Characters before what was found.
const BEFORE: usize = 60;
/// And behind it.
const BEHIND: usize = 120;

/// A part of a snippet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// As it is written.
    pub text: String,
    /// Whether the query asked for it.
    pub found: bool,
}

/// The surroundings of what was found first, with every word in them that was asked for marked.
#[must_use]
pub fn snippet(text: &str, query: &ChatQuery) -> Vec<Piece> {
    let words: Vec<(String, Range<usize>)> = placed(text).take(WORDS_MAX).collect();
    let mut found: Vec<Range<usize>> = Vec::new();
    for at in 0..words.len() {
        for term in &query.terms {
            if is_at(&words[at..], term) {
                found.extend(words[at..at + term.len()].iter().map(|(_, place)| place.clone()));
            }
        }
    }
    found.sort_by_key(|place| place.start);
    found.dedup();
    let first = found.first().map_or(0, |place| place.start);
    let start = text[..first].char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at);
    let end = text[first..].char_indices().nth(BEHIND).map_or(text.len(), |(at, _)| first + at);
    let mut pieces = Pieces::default();
    if start > 0 {
        pieces.add("…", false);
    }
    let mut at = start;
    for place in found.into_iter().filter(|place| place.end <= end) {
        pieces.add(&text[at..place.start], false);
        pieces.add(&text[place.clone()], true);
        at = place.end;
    }
    pieces.add(&text[at..end], false);
    if end < text.len() {
        pieces.add("…", false);
    }
    pieces.0
}

fn is_at(words: &[(String, Range<usize>)], term: &[String]) -> bool {
    let Some((last, before)) = term.split_last() else { return false };
    words.len() >= term.len()
        && before.iter().zip(words).all(|(asked, (word, _))| asked == word)
        && words[before.len()].0.starts_with(last.as_str())
}

/// One line: what is blank between words is one space.
#[derive(Default)]
struct Pieces(Vec<Piece>);

impl Pieces {
    fn add(&mut self, text: &str, found: bool) {
        let mut line = String::new();
        for c in text.chars() {
            let c = if c.is_control() || c.is_whitespace() { ' ' } else { c };
            if c != ' ' || !line.ends_with(' ') {
                line.push(c);
            }
        }
        if !line.is_empty() {
            self.0.push(Piece { text: line, found });
        }
    }
}
