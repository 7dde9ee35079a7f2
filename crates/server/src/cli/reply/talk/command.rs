//! What a line that begins with `/` asks for.

use pegboard_model::ids::{MessageId, ToolName};
use pegboard_model::inference::ProfileName;

use crate::cli::exit::Failure;

/// What `/help` shows.
pub(super) const HELP: &str = "\
/worker [NAME]   have this worker reply; nobody in particular without a name
/model [NAME]    ask this language model; the usual one without a name
/files           the files of the chat
/diff            what the last change did to them
/undo            go back to before your last message, with the files
/retry           have the last reply written anew, beside it
/go-on           have a reply go on that stopped half-way
/tree            the messages of the chat and its branches
/branch ID       go to another message, with the files
/new             begin another chat
/quit            leave; Ctrl-D does the same
Ctrl-C stops a reply that is being written. Any other line is said to the model; // begins one with a slash.";

/// A line that is none for the model.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Command {
    Help,
    Worker(Option<ToolName>),
    Model(Option<ProfileName>),
    Files,
    Diff,
    Undo,
    Retry,
    GoOn,
    Tree,
    Branch(MessageId),
    New,
    Quit,
}

impl Command {
    /// Reads a line; nothing, where it is for the model.
    ///
    /// # Errors
    /// When there is no such command, or it wants something else.
    pub(super) fn read(line: &str) -> Result<Option<Self>, Failure> {
        let Some(rest) = line.trim().strip_prefix('/').filter(|rest| !rest.starts_with('/')) else {
            return Ok(None);
        };
        let (name, argument) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let argument = Some(argument.trim()).filter(|argument| !argument.is_empty());
        Ok(Some(match (name, argument) {
            ("help" | "?", None) => Self::Help,
            ("worker", name) => Self::Worker(name.map(parsed).transpose()?),
            ("model", name) => Self::Model(name.map(parsed).transpose()?),
            ("files", None) => Self::Files,
            ("diff", None) => Self::Diff,
            ("undo", None) => Self::Undo,
            ("retry", None) => Self::Retry,
            ("go-on", None) => Self::GoOn,
            ("tree", None) => Self::Tree,
            ("branch", Some(id)) => Self::Branch(parsed(id)?),
            ("new", None) => Self::New,
            ("quit" | "exit" | "q", None) => Self::Quit,
            _ => return Err(Failure::usage(format!("`/{rest}` is no command here")).hint("/help lists them")),
        }))
    }
}

fn parsed<T: std::str::FromStr>(text: &str) -> Result<T, Failure>
where
    T::Err: std::fmt::Display,
{
    text.parse().map_err(|error: T::Err| Failure::usage(error.to_string()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Command;

    #[test]
    fn commands_are_told_from_what_is_said() {
        for said in ["", "hello", "a /quit", "//quit is how one leaves"] {
            assert_eq!(Command::read(said).unwrap(), None, "{said}");
        }
        assert_eq!(Command::read(" /quit ").unwrap(), Some(Command::Quit));
        assert_eq!(Command::read("/worker").unwrap(), Some(Command::Worker(None)));
        assert_eq!(
            Command::read("/worker  scribe").unwrap(),
            Some(Command::Worker(Some("scribe".parse().unwrap())))
        );
        for wrong in ["/nothing", "/", "/branch", "/branch x", "/undo 3"] {
            assert!(Command::read(wrong).is_err(), "{wrong}");
        }
    }
}
