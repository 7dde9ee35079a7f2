//! Finding chats by what is said in them: the words of a text, what a query asks for, and where a text has it.
//!
//! Words are cut here and not by a database, so that every database finds the same, and nothing in a query can be an operator.

use serde_json::Value;

mod query;
mod snippet;
mod words;

pub use query::ChatQuery;
pub use snippet::{Piece, snippet};
pub use words::{WORDS_MAX, words};

/// What a message says, without its calls and thoughts.
#[must_use]
pub fn said(content: &Value) -> String {
    let parts = content.as_array().map(Vec::as_slice).unwrap_or_default();
    let texts = parts.iter().filter(|part| part["type"] == "text").filter_map(|part| part["text"].as_str());
    texts.collect::<Vec<_>>().join("\n\n")
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
