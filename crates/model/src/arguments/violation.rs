//! What is wrong with arguments.

use std::fmt;

use serde::Serialize;

/// One rule that one argument breaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// The argument, such as `items[0].name`; empty for the arguments as a whole.
    pub path: String,
    /// The JSON Schema keyword that is broken, such as `minimum`.
    pub rule: String,
    /// The whole story in plain words, the argument's name included.
    pub message: String,
}

/// All violations of one check. Never empty. As text: the messages, separated by `; `.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Violations(pub Vec<Violation>);

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, violation) in self.0.iter().enumerate() {
            if number > 0 {
                f.write_str("; ")?;
            }
            f.write_str(&violation.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Violations {}
