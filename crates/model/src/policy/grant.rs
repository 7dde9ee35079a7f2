//! Remembered yeses: what a person allowed beyond the one call they were asked about.

use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value};

use crate::call::Resolved;
use crate::fingerprint::Fingerprint;
use crate::ids::{ChatId, GrantId, ToolId};
use crate::time::Timestamp;

/// How far a yes reaches. A session is a chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reach {
    /// This one call; nothing is remembered.
    #[default]
    Once,
    /// The same tool with the same arguments, in the same chat.
    SameArguments,
    /// The same tool, in the same chat.
    SameTool,
}

impl Reach {
    /// All of them, the narrowest first.
    pub const ALL: [Self; 3] = [Self::Once, Self::SameArguments, Self::SameTool];

    /// The word in the database and on every surface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::SameArguments => "same_arguments",
            Self::SameTool => "same_tool",
        }
    }
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is no reach.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not how far a yes can reach: use once, same_arguments or same_tool")]
pub struct ReachError(String);

impl FromStr for Reach {
    type Err = ReachError;

    fn from_str(text: &str) -> Result<Self, ReachError> {
        Self::ALL
            .into_iter()
            .find(|reach| reach.as_str() == text)
            .ok_or_else(|| ReachError(text.chars().take(40).collect()))
    }
}

/// A remembered yes.
///
/// Invariant: it stands in for a person's yes and for nothing else. What is blocked stays blocked, and a tool that is
/// not the one the person saw any more (another fingerprint) is asked about again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// Which one.
    pub id: GrantId,
    /// For this tool.
    pub tool: ToolId,
    /// In this chat.
    pub chat: ChatId,
    /// With these arguments; `None` is any.
    pub arguments: Option<Fingerprint>,
    /// As it was when the person said yes: its definition and its bundle.
    pub fingerprint: Fingerprint,
    /// Who said yes.
    pub by: String,
    /// When.
    pub at: Timestamp,
}

impl Grant {
    /// What a yes with this reach leaves behind; nothing for one that was meant once.
    pub fn of(resolved: &Resolved, reach: Reach, given: Given) -> Option<Self> {
        let arguments = match reach {
            Reach::Once => return None,
            Reach::SameArguments => Some(of_arguments(&resolved.args)),
            Reach::SameTool => None,
        };
        Some(Self {
            id: given.id,
            tool: resolved.tool.clone(),
            chat: given.chat,
            arguments,
            fingerprint: resolved.fingerprint.clone(),
            by: given.by,
            at: given.at,
        })
    }

    /// How far it reaches.
    pub fn reach(&self) -> Reach {
        if self.arguments.is_some() { Reach::SameArguments } else { Reach::SameTool }
    }

    /// Whether it speaks of this call in this chat.
    pub fn covers(&self, resolved: &Resolved, chat: ChatId) -> bool {
        self.tool == resolved.tool
            && self.chat == chat
            && self.fingerprint == resolved.fingerprint
            && self.arguments.as_ref().is_none_or(|arguments| *arguments == of_arguments(&resolved.args))
    }
}

/// Who gave a grant, where and when.
#[derive(Debug, Clone)]
pub struct Given {
    /// A fresh id.
    pub id: GrantId,
    /// The chat of the call that the person saw.
    pub chat: ChatId,
    /// The person, by the name of their token.
    pub by: String,
    /// When.
    pub at: Timestamp,
}

/// Arguments by their content: the order of keys does not count.
fn of_arguments(args: &Map<String, Value>) -> Fingerprint {
    Fingerprint::of([sorted(&Value::Object(args.clone())).to_string()])
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort();
            Value::Object(keys.into_iter().map(|key| (key.clone(), sorted(&map[key]))).collect())
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        other => other.clone(),
    }
}
