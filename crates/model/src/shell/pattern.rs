//! Patterns: the words that a command begins with.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::shell::word::Word;

/// The longest pattern, in bytes.
pub const PATTERN_MAX: usize = 500;

/// The words of a rule. As text: separated by one space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pattern(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    /// This word.
    Literal(String),
    /// `*`: any one word.
    Any,
    /// `**`: whatever comes.
    Rest,
}

/// Why a text is no pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// It has no words.
    #[error("a pattern has at least one word, such as `git status`")]
    Empty,
    /// It begins with `*` or `**`.
    #[error("a pattern begins with the name of a program, not with `*`")]
    AnyProgram,
    /// `*` as a part of a word, or `**` before the end.
    #[error("`*` stands for a whole word, and `**` only at the end")]
    Star,
    /// Quotes, operators, variables and the like.
    #[error("a pattern is words without quotes, variables and operators; this has `{0}`")]
    Character(char),
    /// Longer than [`PATTERN_MAX`].
    #[error("a pattern has at most {PATTERN_MAX} bytes")]
    TooLong,
}

/// Whether a rule that asks or blocks speaks of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Match {
    Yes,
    /// That depends on a word that is not known.
    Maybe,
    No,
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        if text.len() > PATTERN_MAX {
            return Err(PatternError::TooLong);
        }
        let outside = |c: &char| (c.is_control() && *c != '\t') || "'\"\\`$|&;<>(){}#!?".contains(*c);
        if let Some(c) = text.chars().find(outside) {
            return Err(PatternError::Character(c));
        }
        let mut parts = Vec::new();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            parts.push(match word {
                "*" => Part::Any,
                "**" if words.peek().is_none() => Part::Rest,
                word if word.contains('*') => return Err(PatternError::Star),
                word => Part::Literal(word.to_owned()),
            });
        }
        match parts.first() {
            None => Err(PatternError::Empty),
            Some(Part::Literal(_)) => Ok(Self(parts)),
            Some(Part::Any | Part::Rest) => Err(PatternError::AnyProgram),
        }
    }
}

impl Pattern {
    /// How much a pattern says: its words, and those of them that are not `*`. Of two that match, the greater decides.
    pub(super) fn weight(&self) -> (usize, usize) {
        let words = self.0.iter().filter(|part| **part != Part::Rest).count();
        (words, self.literals().count())
    }

    fn literals(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| match part {
            Part::Literal(word) => Some(word.as_str()),
            Part::Any | Part::Rest => None,
        })
    }

    /// Whether this word stands in it, or the name of the option that it is (`--output` of `--output=x`).
    pub(super) fn names(&self, word: &str) -> bool {
        let name = word.split('=').next().unwrap_or(word);
        self.literals().any(|literal| literal == word || literal == name)
    }

    /// Whether a command begins with these words: what it takes to be allowed.
    pub(super) fn begins(&self, words: &[&Word]) -> bool {
        let mut words = words.iter();
        self.0.iter().all(|part| match part {
            Part::Literal(literal) => words.next().is_some_and(|word| word.is(literal)),
            Part::Any => words.next().is_some_and(|word| word.is_one()),
            Part::Rest => true,
        })
    }

    /// Whether a command is one that these words mean, in any order that programs take them in: what it takes to be stopped.
    pub(super) fn means(&self, words: &[&Word]) -> Match {
        let (Some((program, rest)), Some(Part::Literal(name))) = (words.split_first(), self.0.first()) else {
            return Match::No;
        };
        if !program
            .as_known()
            .is_some_and(|known| known.rsplit('/').next() == Some(name.as_str()) || known == name)
        {
            return Match::No;
        }
        let mut reader = Reader { words: rest, found: Match::Yes };
        for part in self.0.iter().skip(1) {
            let there = match part {
                Part::Rest => true,
                Part::Any => reader.any(),
                Part::Literal(option) if option.starts_with('-') => reader.option(option),
                Part::Literal(word) => reader.word(word),
            };
            if !there {
                return Match::No;
            }
        }
        reader.found
    }
}

struct Reader<'a> {
    words: &'a [&'a Word],
    found: Match,
}

impl Reader<'_> {
    fn any(&mut self) -> bool {
        match self.words.split_first() {
            Some((_, rest)) => {
                self.words = rest;
                true
            }
            None => false,
        }
    }

    /// An option may stand anywhere, alone, with a value, or bundled with others.
    fn option(&mut self, option: &str) -> bool {
        if self.words.iter().any(|word| word.as_known().is_some_and(|word| has_option(word, option))) {
            return true;
        }
        self.maybe(self.words.iter().any(|word| word.may_be_option()))
    }

    /// A word must come next, but options, and what may be their values, are looked past.
    fn word(&mut self, wanted: &str) -> bool {
        let Some((next, rest)) = self.words.split_first() else {
            return false;
        };
        if next.is(wanted) {
            self.words = rest;
            return true;
        }
        if !next.is_option() && next.as_known().is_some() {
            return false;
        }
        if let Some(at) = self.words.iter().position(|word| word.is(wanted)) {
            self.words = self.words.get(at + 1..).unwrap_or_default();
            return true;
        }
        self.maybe(self.words.iter().any(|word| word.as_known().is_none()))
    }

    fn maybe(&mut self, may: bool) -> bool {
        if may {
            self.found = Match::Maybe;
        }
        may
    }
}

fn has_option(word: &str, option: &str) -> bool {
    let bundled = match (option.strip_prefix('-'), word.strip_prefix('-')) {
        (Some(letter), Some(letters)) if letter.len() == 1 && letter != "-" => {
            !letters.starts_with('-') && letters.contains(letter)
        }
        _ => false,
    };
    word == option || bundled || word.strip_prefix(option).is_some_and(|value| value.starts_with('='))
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, part) in self.0.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { " " })?;
            f.write_str(match part {
                Part::Literal(word) => word,
                Part::Any => "*",
                Part::Rest => "**",
            })?;
        }
        Ok(())
    }
}

impl TryFrom<String> for Pattern {
    type Error = PatternError;

    fn try_from(text: String) -> Result<Self, PatternError> {
        text.parse()
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> Self {
        pattern.to_string()
    }
}
