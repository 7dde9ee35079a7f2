//! A verdict and what led to it.

use std::fmt;

use serde::Serialize;

use crate::approval::Approval;
use crate::shell::unclear::Unclear;

/// What the rules say of a command line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShellVerdict {
    /// The strictest of what they say of its commands.
    pub decision: Approval,
    /// The first command of the line that the decision comes from, and why.
    pub because: Because,
}

/// Which command of a line decided, and why. As text: one sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Because {
    /// The command, or the part of it that is not clear, on one line; at most 200 characters.
    pub command: String,
    /// Why.
    #[serde(serialize_with = "as_text")]
    pub reason: Reason,
}

/// Why a command is judged as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// A rule speaks of it.
    Rule {
        /// Its place among the rules, from 1.
        number: usize,
        /// Its pattern.
        pattern: String,
    },
    /// No rule does.
    NoRule,
    /// It opens a file for writing.
    Redirect,
    /// A rule allows it, but not with this option.
    Option {
        /// The word that can make the program run or write something else.
        option: String,
        /// The rule's place.
        number: usize,
        /// Its pattern.
        pattern: String,
    },
    /// A word that is not known yet may make it what a stricter rule speaks of.
    MayBe {
        /// That rule's place.
        number: usize,
        /// Its pattern.
        pattern: String,
    },
    /// It cannot be judged.
    Unclear(Unclear),
}

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.command, self.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule { number, pattern } => write!(f, "rule {number} (`{pattern}`)"),
            Self::NoRule => f.write_str("no rule speaks of it"),
            Self::Redirect => f.write_str("it writes a file"),
            Self::Option { option, number, pattern } => {
                write!(f, "`{option}` can do more than rule {number} (`{pattern}`) names")
            }
            Self::MayBe { number, pattern } => {
                write!(
                    f,
                    "a word that is not known yet may make it what rule {number} (`{pattern}`) speaks of"
                )
            }
            Self::Unclear(unclear) => unclear.fmt(f),
        }
    }
}

fn as_text<S: serde::Serializer>(reason: &Reason, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(reason)
}
