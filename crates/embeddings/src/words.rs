//! From text to words, as BERT was taught to see them.

use regex::Regex;
use unicode_normalization::UnicodeNormalization;

/// Scripts without spaces, of which each character is a word.
const IDEOGRAPHS: &str = r"\x{4E00}-\x{9FFF}\x{3400}-\x{4DBF}\x{20000}-\x{2A6DF}\x{2A700}-\x{2B73F}\x{2B740}-\x{2B81F}\x{2B820}-\x{2CEAF}\x{F900}-\x{FAFF}\x{2F800}-\x{2FA1F}";

/// What stands alone beside a word: punctuation, and what ASCII has of symbols.
const MARKS: &str = r"\p{P}$+<=>^`|~";

/// Splits texts into words. Cases and accents are taken off.
#[derive(Debug)]
pub(crate) struct Words {
    dropped: Regex,
    accents: Regex,
    word: Regex,
}

impl Words {
    pub(crate) fn new() -> Result<Self, regex::Error> {
        Ok(Self {
            dropped: Regex::new(r"[\x{0}\x{FFFD}\p{C}--\t\n\r]")?,
            accents: Regex::new(r"\p{Mn}")?,
            word: Regex::new(&format!(r"[{IDEOGRAPHS}]|[{MARKS}]|[^\s{IDEOGRAPHS}{MARKS}]+"))?,
        })
    }

    /// Calls `each` with every word, in order, until it says that it has enough.
    pub(crate) fn each(&self, text: &str, mut each: impl FnMut(&str) -> Enough) {
        let shown = self.dropped.replace_all(text, "");
        let apart: String = shown.nfd().collect();
        let plain = self.accents.replace_all(&apart, "").to_lowercase();
        for word in self.word.find_iter(&plain) {
            if each(word.as_str()) == Enough::Yes {
                break;
            }
        }
    }
}

/// Whether more words are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Enough {
    Yes,
    No,
}

#[cfg(test)]
mod tests {
    use super::{Enough, Words};

    fn words(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        Words::new().unwrap().each(text, |word| {
            found.push(word.to_owned());
            Enough::No
        });
        found
    }

    #[test]
    fn words_lose_cases_and_accents_and_what_nobody_sees() {
        assert_eq!(
            words("Déjà-vu: read_file()\t5€"),
            ["deja", "-", "vu", ":", "read", "_", "file", "(", ")", "5€"]
        );
        assert_eq!(words("天气 soft\u{ad}hyphen\u{200b} İ"), ["天", "气", "softhyphen", "i"]);
        assert!(words(" \u{0}\n").is_empty());
    }
}
