//! WordPiece: from words to the pieces that a model knows.

use std::collections::HashMap;
use std::path::Path;

use crate::config::{Config, whole};
use crate::error::ModelError;
use crate::words::{Enough, Words};

/// Bytes of a vocabulary.
const FILE_MAX: u64 = 32 << 20;

/// Characters of a word; a longer one is unknown.
const WORD_MAX: usize = 100;

/// What stands before a piece that continues a word.
const CONTINUED: &str = "##";

/// Cuts texts into the pieces of one vocabulary.
#[derive(Debug)]
pub(crate) struct Tokenizer {
    words: Words,
    /// Pieces that begin a word.
    first: HashMap<Box<str>, u32>,
    /// Pieces that continue one, without their mark.
    further: HashMap<Box<str>, u32>,
    unknown: u32,
    begin: u32,
    end: u32,
    /// Tokens of a text at most, the two around it included.
    most: usize,
}

impl Tokenizer {
    /// Reads `vocab.txt`, one piece a line.
    pub(crate) fn read(folder: &Path, config: &Config) -> Result<Self, ModelError> {
        let path = folder.join("vocab.txt");
        let invalid = |reason: String| ModelError::Invalid { path: path.clone(), reason };
        let bytes = whole(&path, FILE_MAX)?;
        let text = String::from_utf8(bytes).map_err(|error| invalid(format!("it is not UTF-8: {error}")))?;
        let (mut first, mut further) = (HashMap::new(), HashMap::new());
        let mut lines = 0;
        for (number, line) in (0_u32..).zip(text.lines()) {
            match line.strip_prefix(CONTINUED).filter(|rest| !rest.is_empty()) {
                Some(rest) => further.insert(rest.into(), number),
                None => first.insert(line.into(), number),
            };
            lines += 1;
        }
        if lines != config.vocab_size {
            let asked = config.vocab_size;
            return Err(invalid(format!("it has {lines} lines, and config.json says {asked}")));
        }
        let special =
            |piece: &str| first.get(piece).copied().ok_or_else(|| invalid(format!("`{piece}` is missing")));
        let (unknown, begin, end) = (special("[UNK]")?, special("[CLS]")?, special("[SEP]")?);
        let words = Words::new().map_err(|error| invalid(error.to_string()))?;
        Ok(Self { words, first, further, unknown, begin, end, most: config.tokens })
    }

    /// The tokens of a text, between the two that mark its ends. At least those two, at most as many as the model takes.
    pub(crate) fn tokens(&self, text: &str) -> Vec<u32> {
        let mut tokens = vec![self.begin];
        self.words.each(text, |word| {
            self.pieces(word, &mut tokens);
            if tokens.len() >= self.most { Enough::Yes } else { Enough::No }
        });
        tokens.truncate(self.most - 1);
        tokens.push(self.end);
        tokens
    }

    /// The longest known pieces, from the left; a word that they do not make up is unknown as a whole.
    fn pieces(&self, word: &str, tokens: &mut Vec<u32>) {
        let known = tokens.len();
        if word.chars().nth(WORD_MAX).is_some() {
            tokens.push(self.unknown);
            return;
        }
        let mut rest = word;
        while !rest.is_empty() {
            let pieces = if rest.len() == word.len() { &self.first } else { &self.further };
            let Some((token, length)) = longest(pieces, rest) else {
                tokens.truncate(known);
                tokens.push(self.unknown);
                return;
            };
            tokens.push(token);
            rest = rest.get(length..).unwrap_or_default();
        }
    }
}

fn longest(pieces: &HashMap<Box<str>, u32>, word: &str) -> Option<(u32, usize)> {
    let ends = word.char_indices().map(|(start, character)| start + character.len_utf8());
    ends.rev().find_map(|end| Some((*pieces.get(word.get(..end)?)?, end)))
}
