//! A server as a file of another program proposes it: nothing of it is kept until somebody says so.

use std::collections::BTreeMap;
use std::fmt;

use crate::ids::ServerId;
use crate::toolset::McpServer;

/// A text that nobody is shown again: neither its `Debug` form nor any serialised one has it.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretValue(String);

impl SecretValue {
    /// Takes a text into keeping.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text, for whoever encrypts it or hands it to a server.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SecretValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// One server that a file proposes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedServer {
    /// The name for people: as the file has it.
    pub title: String,
    /// The name in the file, where it could not be an id and `server.id` was made of it.
    pub renamed_from: Option<String>,
    /// How it is reached. Values hold `${NAME}` wherever the file had something that may be secret.
    pub server: McpServer,
    /// The values that the file had for them, by name.
    pub secrets: BTreeMap<String, SecretValue>,
    /// What somebody should be asked before it is added.
    pub questions: Vec<Question>,
    /// What people should know: what was left out or read in another sense.
    pub notes: Vec<String>,
}

impl ProposedServer {
    /// Its id, which is free of everything that ids must not hold and unique within its file.
    pub fn id(&self) -> &ServerId {
        &self.server.id
    }
}

/// Something that a server needs and its file does not say. The answer becomes the variable's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The variable, as it stands in `${…}`.
    pub name: String,
    /// What it is for; may be empty.
    pub about: String,
    /// Whether the server is of no use without it.
    pub required: bool,
    /// Whether the answer should not be shown while it is typed.
    pub secret: bool,
    /// What holds without an answer; the server's texts say it as well, as in `${NAME:-default}`.
    pub default: Option<String>,
    /// The only answers that are taken; empty when any is.
    pub choices: Vec<String>,
    /// What sort of text is wanted.
    pub format: AnswerFormat,
    /// The argument before it, such as `--region`, which goes where there is no answer and no default.
    pub flag: Option<String>,
}

impl Question {
    /// A question for a variable that only its name is known of.
    pub fn bare(name: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            secret: super::placeholders::names_a_secret(&name),
            name,
            about: String::new(),
            required: true,
            default: None,
            choices: Vec::new(),
            format: AnswerFormat::Text,
            flag: None,
        }
    }
}

/// What sort of text an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnswerFormat {
    /// Any text.
    #[default]
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A file or folder on the server's machine.
    Path,
}

impl AnswerFormat {
    /// The word for it on every surface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Path => "path",
        }
    }
}
