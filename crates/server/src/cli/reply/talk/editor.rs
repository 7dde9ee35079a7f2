//! Lines that a person types, with a history.

use std::path::{Path, PathBuf};

use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use crate::cli::exit::Failure;

/// Lines of the history.
const HISTORY_MAX: usize = 1_000;
/// What the history is called in the data folder.
const HISTORY: &str = "chat-history";

/// What a person did at the prompt.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Said(String),
    /// They pressed Ctrl-C: the line is given up.
    Nothing,
    /// They pressed Ctrl-D, or the terminal is gone.
    End,
}

pub(super) struct Editor {
    lines: DefaultEditor,
    /// Where the history is kept; a server that was found by its address has no place for it.
    history: Option<PathBuf>,
}

impl Editor {
    /// # Errors
    /// When the terminal cannot be used.
    pub(super) fn new(notes: Option<&Path>) -> Result<Self, Failure> {
        let config = Config::builder().max_history_size(HISTORY_MAX).map_err(|error| unusable(&error))?;
        let mut lines = DefaultEditor::with_config(config.build()).map_err(|error| unusable(&error))?;
        let history = notes.map(|notes| notes.join(HISTORY));
        if let Some(history) = &history {
            // The first time there is none.
            let _ = lines.load_history(history);
        }
        Ok(Self { lines, history })
    }

    /// Waits for a line.
    ///
    /// # Errors
    /// When the terminal breaks.
    pub(super) fn line(&mut self, prompt: &str) -> Result<Line, Failure> {
        match self.lines.readline(prompt) {
            Ok(text) => {
                if !text.trim().is_empty() {
                    self.remember(&text);
                }
                Ok(Line::Said(text))
            }
            Err(ReadlineError::Interrupted) => Ok(Line::Nothing),
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(error) => Err(unusable(&error)),
        }
    }

    /// A history that cannot be kept is no reason to end a conversation.
    fn remember(&mut self, text: &str) {
        let _ = self.lines.add_history_entry(text);
        if let Some(history) = &self.history {
            let _ = self.lines.save_history(history);
        }
    }
}

fn unusable(error: &ReadlineError) -> Failure {
    Failure::internal(format!("the terminal cannot be used: {error}"))
}
