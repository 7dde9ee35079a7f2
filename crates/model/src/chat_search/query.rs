//! What is looked for in chats.

use super::words::words;

/// Words of a query that count.
const QUERY_WORDS_MAX: usize = 32;

/// What is looked for: every term, each a row of words of which the last may be unfinished.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChatQuery {
    pub(super) terms: Vec<Vec<String>>,
}

impl ChatQuery {
    /// Reads what a person typed. Nothing, where it has no word.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut left = QUERY_WORDS_MAX;
        let mut terms = Vec::new();
        for term in text.split_whitespace() {
            let mut term = words(term);
            term.truncate(left);
            left -= term.len();
            if !term.is_empty() {
                terms.push(term);
            }
        }
        (!terms.is_empty()).then_some(Self { terms })
    }

    /// The terms; none is empty, and words are letters and digits.
    #[must_use]
    pub fn terms(&self) -> &[Vec<String>] {
        &self.terms
    }
}
