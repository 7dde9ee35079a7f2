//! A word of a command, as far as it is known before the command runs.

use crate::shell::limits::is_deceptive;

/// What a word will be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Text {
    /// This, to the letter.
    Known(String),
    /// It is known how it begins. `one`: it is one word; otherwise it may become several, or none.
    Open { begins: String, one: bool },
}

/// A word of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// As it is written, for people.
    pub(super) shown: String,
    pub(super) text: Text,
}

impl Word {
    /// A word that is known.
    #[cfg(test)]
    pub(super) fn known(text: &str) -> Self {
        Self { shown: text.to_owned(), text: Text::Known(text.to_owned()) }
    }

    /// Any number of words of which nothing is known, shown as `shown`.
    pub(super) fn anything(shown: &str) -> Self {
        Self { shown: shown.to_owned(), text: Text::Open { begins: String::new(), one: false } }
    }

    /// The word, where it is known.
    pub(super) fn as_known(&self) -> Option<&str> {
        match &self.text {
            Text::Known(text) => Some(text),
            Text::Open { .. } => None,
        }
    }

    /// Whether it is known to be this word.
    pub(super) fn is(&self, text: &str) -> bool {
        self.as_known() == Some(text)
    }

    /// Whether it is one word.
    pub(super) fn is_one(&self) -> bool {
        match self.text {
            Text::Known(_) => true,
            Text::Open { one, .. } => one,
        }
    }

    /// Whether it is known to be an option.
    pub(super) fn is_option(&self) -> bool {
        self.as_known().is_some_and(|text| text.len() > 1 && text.starts_with('-'))
    }

    /// Whether it is not known and may be, or bring along, an option.
    pub(super) fn may_be_option(&self) -> bool {
        match &self.text {
            Text::Known(_) => false,
            // A variable that may be split into words is told by an empty beginning (see `scan`), so that where there is
            // one, each of the words has it.
            Text::Open { begins, .. } => begins.is_empty() || begins.starts_with('-'),
        }
    }
}

/// Words as one line, for people: at most 200 characters.
pub(super) fn shown(words: &[Word]) -> String {
    let mut line = String::new();
    for word in words {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word.shown);
        if line.len() > 4 * SHOWN_CHARS {
            break;
        }
    }
    shortened(&line)
}

const SHOWN_CHARS: usize = 200;

/// A text on one line, at most 200 characters of it.
pub(super) fn shortened(text: &str) -> String {
    let mut chars = text.trim().chars().map(|c| match c {
        '\n' | '\t' => ' ',
        c if is_deceptive(c) => '\u{fffd}',
        c => c,
    });
    let mut line: String = chars.by_ref().take(SHOWN_CHARS).collect();
    if chars.next().is_some() {
        line.push('…');
    }
    line
}
