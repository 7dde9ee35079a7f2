//! What a model is told, and what it says.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::picture::Picture;

/// All that a model is told at once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prompt {
    /// Instructions; empty is none.
    pub system: String,
    /// The conversation, oldest first.
    pub said: Vec<Said>,
    /// The tools that it may ask for.
    pub tools: Vec<Offered>,
}

/// One message of the conversation.
#[derive(Debug, Clone, PartialEq)]
pub enum Said {
    /// By the person.
    User {
        /// What they wrote.
        text: String,
        /// What they show with it.
        pictures: Vec<Picture>,
    },
    /// By the model. What it asked for follows as [`Said::Tool`], one for each.
    Model {
        /// What it said; may be empty.
        text: String,
        /// The calls that it asked for.
        asked: Vec<Asked>,
    },
    /// What a tool answered.
    Tool {
        /// [`Asked::id`].
        id: String,
        /// The tool's wire name.
        name: String,
        /// The answer, cut to what a model reads.
        text: String,
        /// What it shows with it.
        pictures: Vec<Picture>,
    },
}

impl Said {
    /// By the person, without pictures.
    pub fn user(text: impl Into<String>) -> Self {
        Self::User { text: text.into(), pictures: Vec::new() }
    }

    pub(super) fn pictures(&mut self) -> Option<&mut Vec<Picture>> {
        match self {
            Self::User { pictures, .. } | Self::Tool { pictures, .. } => Some(pictures),
            Self::Model { .. } => None,
        }
    }
}

/// A tool that a model may ask for.
#[derive(Debug, Clone, PartialEq)]
pub struct Offered {
    /// Its wire name.
    pub name: String,
    /// What it does.
    pub description: String,
    /// JSON Schema of its arguments.
    pub input_schema: Value,
}

/// A call that a model asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// The model's own name of it, which its result carries back.
    pub id: String,
    /// A wire name, if the model kept to what it was offered.
    pub name: String,
    /// The arguments; a text where the model wrote something that is no JSON.
    pub args: Value,
    /// What the model's server wants to see again beside the call, unread.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<String>,
}

/// A piece of what a model says.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// A piece of text.
    Text(String),
    /// A piece of what it thinks before it speaks.
    Reasoning(String),
    /// It begins to ask for a call.
    AskBegun {
        /// [`Asked::id`].
        id: String,
        /// [`Asked::name`].
        name: String,
    },
    /// A piece of that call's arguments, as JSON text.
    AskInput {
        /// [`Asked::id`].
        id: String,
        /// What comes next.
        delta: String,
    },
    /// The call is whole. Always comes, also where nothing came of it before.
    Asked(Asked),
}

/// How a model's answer ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ended {
    /// Why.
    pub reason: EndReason,
    /// What it took.
    pub usage: Usage,
}

/// Why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndReason {
    /// It is done, or waits for the calls that it asked for.
    Done,
    /// It may not write more.
    Length,
    /// Its server held the rest back.
    Filtered,
}

/// Tokens of one answer; nothing where the server does not say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Read.
    pub input: Option<u64>,
    /// Written, what was thought included.
    pub output: Option<u64>,
}

impl Usage {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let add = |a: Option<u64>, b: Option<u64>| match (a, b) {
            (Some(a), Some(b)) => Some(a.saturating_add(b)),
            (a, b) => a.or(b),
        };
        Self { input: add(self.input, other.input), output: add(self.output, other.output) }
    }
}
