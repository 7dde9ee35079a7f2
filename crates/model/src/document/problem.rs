//! What is wrong with a document, in words for its author.

use std::fmt;

/// How many problems are reported; the rest are counted.
pub(crate) const PROBLEMS_MAX: usize = 50;

/// A place in a file; both count from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where it stands.
    pub place: Place,
    /// The key it is about, such as `tools[1].renderer.type`; empty for the document as a whole.
    pub path: String,
    /// What is wrong and what to write instead.
    pub message: String,
}

/// Everything that was found wrong with one document, in the order of the file. Never empty.
///
/// As text: one line per problem, `toolset.yaml:12:5: tools[0].enabled: expected …`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentErrors {
    /// The file's name, as it was given to the parser.
    pub file: String,
    /// The first problems, at most 50.
    pub problems: Vec<Problem>,
    /// How many more there are.
    pub more: usize,
}

impl DocumentErrors {
    pub(crate) fn new(file: &str, mut problems: Vec<Problem>) -> Self {
        problems.sort_by_key(|problem| problem.place);
        let more = problems.len().saturating_sub(PROBLEMS_MAX);
        problems.truncate(PROBLEMS_MAX);
        Self { file: file.to_owned(), problems, more }
    }
}

impl fmt::Display for DocumentErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, problem) in self.problems.iter().enumerate() {
            let newline = if number == 0 { "" } else { "\n" };
            let Place { line, column } = problem.place;
            write!(f, "{newline}{}:{line}:{column}: ", self.file)?;
            if !problem.path.is_empty() {
                write!(f, "{}: ", problem.path)?;
            }
            f.write_str(&problem.message)?;
        }
        if self.more > 0 {
            write!(f, "\n… and {} more", self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for DocumentErrors {}
