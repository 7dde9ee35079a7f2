//! What a command was found to run.

use crate::shell::unclear::Unclear;
use crate::shell::word::{Text, Word};

/// What a command runs besides its own program.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::shell) enum Through {
    /// Nothing.
    Nothing,
    /// This command, and it does nothing else: `timeout 5 git status` is `git status`.
    Same(Vec<Word>),
    /// This script, and nothing else: `sh -c 'git status'`.
    Script(String),
    /// These commands, besides what it does itself: `find . -exec grep x {} +`.
    Beside(Vec<Vec<Word>>),
    /// Something that is not known.
    Unknown(Unclear),
    /// A command, but as somebody else, elsewhere, or in another way: `sudo git status`.
    Runner(Known),
    /// It changes the shell; with the script that it runs there, where that is known.
    State(Option<String>),
}

/// What is known of the command that a runner runs.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::shell) struct Known {
    /// The command.
    pub(in crate::shell) command: Option<Vec<Word>>,
    /// Words at one of which it begins.
    pub(in crate::shell) words: Vec<Word>,
    /// A script that may be it.
    pub(in crate::shell) script: Option<String>,
}

impl Through {
    /// Every argument may be where the inner command begins, or a script.
    pub(super) fn runner(arguments: &[Word]) -> Self {
        const BEGINNINGS_MAX: usize = 32;
        let words: Vec<Word> = arguments.iter().take(BEGINNINGS_MAX).cloned().collect();
        let script = words.iter().filter_map(Word::as_known).find(|text| text.contains(char::is_whitespace));
        let script = script.map(str::to_owned);
        Self::Runner(Known { command: None, words, script })
    }
}

/// A word in which the program puts something of its own.
pub(super) fn with_hole(word: &Word, hole: &str) -> Word {
    let Some((before, _)) = word.as_known().and_then(|text| text.split_once(hole)) else {
        return word.clone();
    };
    Word { shown: word.shown.clone(), text: Text::Open { begins: before.to_owned(), one: true } }
}
