//! What of a command line is not known before it runs.

/// Why a command line, or a part of it, cannot be judged by rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unclear {
    /// Longer than [`COMMAND_MAX`](super::COMMAND_MAX).
    #[error("it is too long to be judged")]
    TooLong,
    /// More than [`NESTING_MAX`](super::NESTING_MAX), or deeper than [`DEPTH_MAX`](super::DEPTH_MAX).
    #[error("it is nested too deeply to be judged")]
    TooNested,
    /// Control characters, or characters that look like a space or like nothing.
    #[error("it has characters that cannot be seen")]
    Characters,
    /// A backslash at the end of a line that may join an operator, or that stands in a here-document's line.
    #[error("a backslash joins lines in the middle of something")]
    JoinedLines,
    /// The parser refuses it.
    #[error("it is not understood as shell syntax")]
    Syntax,
    /// There is no command in it.
    #[error("there is no command in it")]
    Nothing,
    /// The end of a here-document is not a plain word, or does not come.
    #[error("where its here-document ends is not plain")]
    HereDocument,
    /// A variable, pattern or substitution in the place of a program's name, or a name with unusual characters.
    #[error("which program runs is known only when it runs")]
    Name,
    /// `NAME=value`, also as a loop's variable.
    #[error("it sets a variable, which can change what programs do")]
    Assignment,
    /// A builtin that changes the shell: `eval`, `source`, `trap`, `alias`, `export`, …
    #[error("it changes the shell itself, and so what comes after it")]
    ShellState,
    /// A function is defined, which may take a program's name.
    #[error("it defines a function")]
    Function,
    /// `coproc`.
    #[error("it starts a coprocess")]
    Coprocess,
    /// `${x@P}`, `${!x}`, `${x:=y}`, subscripts and the like.
    #[error("it has an expansion that can do more than insert a value")]
    Expansion,
    /// Arithmetic with names in it: bash evaluates what they hold.
    #[error("it has arithmetic on values that are not known yet")]
    Arithmetic,
    /// A word with an unquoted character that belongs to no word.
    #[error("it has a word that is not understood")]
    Word,
    /// A redirect other than of a file with a known name.
    #[error("it has a redirect that is not understood")]
    Redirect,
    /// Options of a program that runs others that are not known here.
    #[error("what it runs depends on options that are not understood")]
    Options,
    /// A shell that reads commands from its input, or a text that is known only when it runs.
    #[error("it runs commands that are not known yet")]
    Commands,
    /// A program that runs others elsewhere or as somebody else; only a rule that names it and what it runs allows it.
    #[error("it runs another command in its own way: only a rule that names both allows it")]
    Runner,
}
