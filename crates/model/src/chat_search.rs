//! Finding chats by what is said in them: the words of a text, what a query asks for, and where a text has it.
//!
//! Words are cut here and not by a database, so that every database finds the same, and nothing in a query can be an operator.

use std::ops::Range;

use serde_json::Value;

mod query;
mod snippet;

pub use query::ChatQuery;
pub use snippet::{Piece, snippet};

/// Characters of a word that count.
const WORD_MAX: usize = 64;
/// Words of one text that can be found.
pub const WORDS_MAX: usize = 16_000;
/// And their bytes, which databases limit.
const BYTES_MAX: usize = 400_000;

/// What a message says, without its calls and thoughts.
#[must_use]
pub fn said(content: &Value) -> String {
    let parts = content.as_array().map(Vec::as_slice).unwrap_or_default();
    let texts = parts.iter().filter(|part| part["type"] == "text").filter_map(|part| part["text"].as_str());
    texts.collect::<Vec<_>>().join("\n\n")
}

/// The words of a text by which it is found, in their order.
#[must_use]
pub fn words(text: &str) -> Vec<String> {
    let mut bytes = 0;
    let kept = placed(text).take(WORDS_MAX).map(|(word, _)| word).take_while(|word| {
        bytes += word.len();
        bytes <= BYTES_MAX
    });
    kept.collect()
}

/// Words with their places. Where a script sets no spaces between words, each character is one.
fn placed(text: &str) -> impl Iterator<Item = (String, Range<usize>)> + '_ {
    let mut chars = text.char_indices().peekable();
    std::iter::from_fn(move || {
        while let Some((start, first)) = chars.next() {
            if !first.is_alphanumeric() {
                continue;
            }
            let mut end = start + first.len_utf8();
            if !is_word_alone(first) {
                while let Some((at, next)) = chars.next_if(|(_, c)| c.is_alphanumeric() && !is_word_alone(*c))
                {
                    end = at + next.len_utf8();
                }
            }
            let word = text[start..end].chars().take(WORD_MAX).flat_map(char::to_lowercase);
            // Small letters of a capital may bring a mark that is no letter.
            return Some((word.filter(|c| c.is_alphanumeric()).collect(), start..end));
        }
        None
    })
}

/// Thai, Lao, Burmese and Khmer; kana, ideographs and syllables of East Asia.
fn is_word_alone(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xAC00..=0xD7AF
        | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::{ChatQuery, said, snippet, words};

    #[test]
    fn words_are_small_letters_and_each_ideograph_is_one() {
        assert_eq!(
            words("Read_me: ÜBER 東京に行く x2"),
            ["read", "me", "über", "東", "京", "に", "行", "く", "x2"]
        );
        assert_eq!(words("'\"; -- * NEAR( \u{0}"), ["near"]);
    }

    #[test]
    fn only_what_is_said_counts() {
        let content = json!([{"type": "text", "text": "a"}, {"type": "reasoning", "text": "b"},
            {"type": "tool-call", "args": {"text": "c"}}, {"type": "text", "text": "d"}, 7]);
        assert_eq!(said(&content), "a\n\nd");
        assert_eq!(said(&json!({"type": "text"})), "");
    }

    #[test]
    fn a_query_has_words_and_no_operators() {
        let query = ChatQuery::read("foo-bar 東京 AND\"x").unwrap_or_default();
        assert_eq!(query.terms(), [vec!["foo", "bar"], vec!["東", "京"], vec!["and", "x"]]);
        assert_eq!(ChatQuery::read(" \"*( "), None);
        let long = ChatQuery::read(&"word ".repeat(100)).unwrap_or_default();
        assert_eq!(long.terms().len(), 32);
    }

    fn shown(text: &str, query: &str) -> String {
        let pieces = snippet(text, &ChatQuery::read(query).unwrap_or_default());
        pieces
            .iter()
            .map(|piece| if piece.found { format!("[{}]", piece.text) } else { piece.text.clone() })
            .collect()
    }

    #[test]
    fn a_snippet_shows_what_was_found() {
        assert_eq!(shown("Plan the\n\ntrip to Rome", "tri"), "Plan the [trip] to Rome");
        assert_eq!(shown("東京に行く", "京に"), "東[京][に]行く");
        let long = format!("{} needle {}", "hay ".repeat(100), "straw ".repeat(100));
        let told = shown(&long, "needle");
        assert!(told.starts_with("…") && told.ends_with('…') && told.contains("[needle]"), "{told}");
        assert!(told.chars().count() < 220, "{told}");
    }

    proptest! {
        /// No text breaks the languages of the databases, and a snippet is a part of its text.
        #[test]
        fn hostile_texts_stay_texts(text in any::<String>(), query in any::<String>()) {
            if let Some(query) = ChatQuery::read(&query) {
                prop_assert!(!snippet(&text, &query).iter().any(|piece| piece.text.is_empty()));
                prop_assert!(query.terms().iter().flatten().all(|word| word.chars().all(char::is_alphanumeric)));
                prop_assert!(query.terms().iter().all(|term| !term.is_empty()));
            }
            for word in words(&text) {
                prop_assert!(!word.is_empty() && word.chars().all(char::is_alphanumeric));
            }
        }
    }
}
