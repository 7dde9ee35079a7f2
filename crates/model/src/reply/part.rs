//! What a reply consists of, as it is kept in its message.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ids::CallId;
use crate::inference::Asked;

/// A reply, in the order in which it was written.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reply {
    /// Its parts.
    pub parts: Vec<ReplyPart>,
}

/// One part of a reply.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ReplyPart {
    /// The model begins to answer.
    StepStart,
    /// What was said before, in short, where it had become too long for the model.
    Summary(Summary),
    /// What it thought.
    Reasoning {
        /// The thought.
        text: String,
    },
    /// What it said.
    Text {
        /// The words.
        text: String,
    },
    /// A call that it asked for.
    ToolCall(AskedCall),
}

/// The beginning of a conversation, summed up by the model that goes on with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// So many messages it stands for, from the first one of the branch on.
    pub messages: usize,
    /// What was said in them.
    pub text: String,
}

/// A call that a model asked for. Its id is written down before the call begins, so that it is never made twice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AskedCall {
    /// The call's id, if it comes to one.
    pub call_id: CallId,
    /// As the model asked.
    #[serde(flatten)]
    pub asked: Asked,
    /// Why no call was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// What Pegboard itself answered, where the call was for no tool of a toolset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered: Option<Box<Value>>,
}

impl AskedCall {
    /// Whether there is nothing more to do for it, whatever the record of calls says.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.refused.is_some() || self.answered.is_some()
    }
}

impl Reply {
    /// Reads the content of a message. Parts of another kind, which a client may have put there, are left out.
    #[must_use]
    pub fn read(content: &Value) -> Self {
        let parts = content.as_array().map(Vec::as_slice).unwrap_or_default();
        Self { parts: parts.iter().filter_map(|part| serde_json::from_value(part.clone()).ok()).collect() }
    }

    /// The steps, each without the mark of its beginning.
    pub fn steps(&self) -> impl Iterator<Item = &[ReplyPart]> {
        // What stands before the first mark is a step of its own only where it holds something.
        self.parts.split(|part| *part == ReplyPart::StepStart).enumerate().filter_map(|(at, step)| {
            let is_one = at > 0 || !step.is_empty();
            is_one.then_some(step)
        })
    }

    /// What the model asked for in its last step.
    pub fn last_asked(&self) -> impl Iterator<Item = &AskedCall> {
        self.steps().last().unwrap_or_default().iter().filter_map(ReplyPart::asked)
    }

    /// Notes why a call was not made.
    pub fn refuse(&mut self, call: CallId, reason: String) {
        if let Some(asked) = self.asked_mut(call) {
            asked.refused = Some(reason);
        }
    }

    /// Notes what Pegboard itself answered.
    pub fn answer(&mut self, call: CallId, answer: Value) {
        if let Some(asked) = self.asked_mut(call) {
            asked.answered = Some(Box::new(answer));
        }
    }

    fn asked_mut(&mut self, call: CallId) -> Option<&mut AskedCall> {
        let mut asked = self.parts.iter_mut().filter_map(|part| match part {
            ReplyPart::ToolCall(asked) => Some(asked),
            _ => None,
        });
        asked.find(|asked| asked.call_id == call)
    }

    /// Takes away a last step that asked for nothing: it was cut off, and is to be written again.
    pub fn drop_cut_step(&mut self) {
        if self.last_asked().next().is_none()
            && let Some(began) = self.parts.iter().rposition(|part| *part == ReplyPart::StepStart)
        {
            self.parts.truncate(began);
        }
    }

    /// The last summary in it of what was said before.
    #[must_use]
    pub fn summary(&self) -> Option<&Summary> {
        self.parts.iter().rev().find_map(|part| match part {
            ReplyPart::Summary(summary) => Some(summary),
            _ => None,
        })
    }

    /// All that the model said aloud.
    #[must_use]
    pub fn text(&self) -> String {
        self.parts.iter().filter_map(ReplyPart::text).collect::<Vec<_>>().join("\n\n")
    }
}

impl ReplyPart {
    /// The call, where it is one.
    #[must_use]
    pub fn asked(&self) -> Option<&AskedCall> {
        match self {
            Self::ToolCall(asked) => Some(asked),
            Self::StepStart | Self::Summary(_) | Self::Reasoning { .. } | Self::Text { .. } => None,
        }
    }

    /// What was said, where it is that.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text { text } => Some(text),
            Self::StepStart | Self::Summary(_) | Self::Reasoning { .. } | Self::ToolCall(_) => None,
        }
    }
}
