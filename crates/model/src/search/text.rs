//! From text to terms.

use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

/// Characters of a query that are read.
pub const QUERY_MAX: usize = 4_000;

/// Sentences of a query that are looked at by themselves.
pub const SENTENCES_MAX: usize = 8;

/// Characters of a description that a language model reads.
pub(super) const DESCRIPTION_MAX: usize = 1_000;

/// Characters of one term; what is longer is no word.
const TERM_MAX: usize = 64;

/// Words that say nothing of what a tool is for.
const STOP_WORDS: &[&str] = &[
    "a", "about", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by",
    "can", "could", "d", "did", "do", "does", "for", "from", "had", "has", "have", "he", "her", "him", "his",
    "how", "i", "if", "in", "into", "is", "it", "its", "ll", "m", "may", "me", "might", "must", "my", "need",
    "of", "on", "or", "our", "please", "re", "s", "shall", "she", "should", "so", "some", "such", "t",
    "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "those", "to", "too",
    "tool", "up", "us", "use", "used", "ve", "very", "want", "was", "we", "were", "what", "when", "where",
    "which", "who", "will", "with", "would", "you", "your", "yours", "function",
];

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

/// The terms of a text, in order, with repetitions.
pub fn terms(text: &str) -> Vec<String> {
    words(text).into_iter().filter(|word| !STOP_WORDS.contains(&word.as_str())).map(stemmed).collect()
}

fn stemmed(word: String) -> String {
    // The stemmer knows English; what has other letters stays as it is.
    if word.is_ascii() { STEMMER.stem(&word).into_owned() } else { word }
}

/// The words of a text in lower case, split where names are: `readFile_v2` is `read`, `file`, `v2`, and `HTTPServer` is
/// `http`, `server`.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for (character, begins) in letters(text) {
        if begins || character.is_none() {
            finish(&mut word, &mut words);
        }
        word.extend(character.into_iter().flat_map(char::to_lowercase));
    }
    finish(&mut word, &mut words);
    words
}

/// The letters and digits of a text, each with whether a word begins with it inside a name (`readFile`); `None` for what
/// stands between words.
fn letters(text: &str) -> impl Iterator<Item = (Option<char>, bool)> {
    let mut characters = text.chars().peekable();
    let mut before = ' ';
    std::iter::from_fn(move || {
        let character = characters.next()?;
        let next_is_lower = characters.peek().is_some_and(|next| next.is_lowercase());
        let hump = character.is_uppercase()
            && (before.is_lowercase() || before.is_numeric() || (before.is_uppercase() && next_is_lower));
        before = character;
        Some((character.is_alphanumeric().then_some(character), hump))
    })
}

fn finish(word: &mut String, words: &mut Vec<String>) {
    if !word.is_empty() {
        let whole = std::mem::take(word);
        if whole.chars().count() <= TERM_MAX {
            words.push(whole);
        }
    }
}

/// A name as one would say it: its words, with spaces between.
pub(super) fn spoken(name: &str) -> String {
    let mut spoken = String::with_capacity(name.len() + 4);
    let mut gap = false;
    for (character, begins) in letters(name) {
        let Some(character) = character else {
            gap = true;
            continue;
        };
        if (gap || begins) && !spoken.is_empty() {
            spoken.push(' ');
        }
        gap = false;
        spoken.push(character);
    }
    spoken
}

/// As much of a query as is read.
pub(super) fn beginning(query: &str) -> &str {
    match query.char_indices().nth(QUERY_MAX) {
        Some((end, _)) => query.get(..end).unwrap_or(query),
        None => query,
    }
}

/// The query itself, then its sentences where it has several, at most [`SENTENCES_MAX`]. A long request often holds one
/// sentence that says it all.
pub fn sentences(query: &str) -> Vec<&str> {
    let query = beginning(query);
    let parts = query.split_inclusive(['.', '!', '?', ';', '\n']).map(str::trim);
    let parts: Vec<&str> = parts.filter(|part| part.split_whitespace().nth(2).is_some()).collect();
    let mut all = vec![query];
    if parts.len() > 1 {
        all.extend(parts.into_iter().take(SENTENCES_MAX));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{sentences, terms};

    #[test]
    fn names_are_split_and_words_are_stemmed() {
        assert_eq!(terms("readFiles_v2 HTTPServer"), ["read", "file", "v2", "http", "server"]);
        assert_eq!(terms("Listing the repositories of a user"), ["list", "repositori", "user"]);
        assert_eq!(terms("naïve Größe 天気"), ["naïve", "größe", "天気"]);
    }

    #[test]
    fn what_says_nothing_is_left_out() {
        assert!(terms("what is the, and a — or!").is_empty());
        assert!(terms(&"x".repeat(1000)).is_empty());
    }

    #[test]
    fn a_long_query_is_looked_at_by_sentences_as_well() {
        assert_eq!(sentences("read a file"), ["read a file"]);
        let query = "I am planning a trip. What is the weather like? Ok.";
        assert_eq!(sentences(query), [query, "I am planning a trip.", "What is the weather like?"]);
        assert_eq!(sentences(&"ä".repeat(5_000)).first().map(|first| first.chars().count()), Some(4_000));
    }
}
