//! What became of a reply, as far as its stream told.

use std::collections::HashMap;

use pegboard_model::ids::{CallId, MessageId};
use pegboard_model::reply::ReplyStatus;
use serde_json::Value;

use crate::cli::exit::{Exit, Failure};
use crate::cli::reply::told::Told;

/// A call that waits for a person.
#[derive(Debug, Clone)]
pub(super) struct Waiting {
    pub(super) call: CallId,
    /// Why it waits.
    pub(super) rule: Option<String>,
}

/// A call as the model asked for it.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub(super) name: String,
    pub(super) input: Value,
}

/// Kept over all that is read of one reply.
#[derive(Debug, Default)]
pub(super) struct Account {
    pub(super) message: Option<MessageId>,
    pub(super) asked: HashMap<CallId, Asked>,
    pub(super) waits: Vec<Waiting>,
    pub(super) steps: usize,
    /// Steps that a stream is to tell again, which was joined for what comes after them.
    again: Option<usize>,
    status: Option<ReplyStatus>,
    error: Option<String>,
}

impl Account {
    /// Of a reply that waits for these calls.
    pub(super) fn waiting(message: MessageId, waits: Vec<Waiting>) -> Self {
        Self { message: Some(message), waits, status: Some(ReplyStatus::Waiting), ..Self::default() }
    }

    /// The next stream tells the reply from its beginning.
    pub(super) fn rejoin(&mut self) {
        self.again = Some(std::mem::take(&mut self.steps));
    }

    /// Whether a part was told before.
    pub(super) fn knows(&mut self, told: &Told) -> bool {
        let Some(again) = self.again else { return false };
        match told {
            Told::StartStep if self.steps >= again => {
                self.again = None;
                false
            }
            Told::StartStep => {
                self.steps += 1;
                true
            }
            // How it ends was not told yet.
            Told::MessageMetadata { .. } | Told::Finish { .. } | Told::Error { .. } => false,
            _ => true,
        }
    }

    /// Notes what a part says.
    pub(super) fn note(&mut self, told: &Told) {
        match told {
            Told::Start { message_id } => self.message = Some(*message_id),
            Told::StartStep => self.steps += 1,
            Told::ToolInputAvailable { tool_call_id, tool_name, input } => {
                let asked = Asked { name: tool_name.clone(), input: input.clone() };
                self.asked.insert(*tool_call_id, asked);
            }
            Told::ToolApprovalRequest { tool_call_id, reason, is_automatic: false } => {
                self.waits.push(Waiting { call: *tool_call_id, rule: reason.clone() });
            }
            Told::ToolOutputAvailable { tool_call_id }
            | Told::ToolOutputError { tool_call_id, .. }
            | Told::ToolOutputDenied { tool_call_id } => {
                self.waits.retain(|waiting| waiting.call != *tool_call_id);
            }
            Told::MessageMetadata { message_metadata } => self.stands(message_metadata.status.as_deref()),
            Told::Finish { message_metadata } => {
                self.stands(message_metadata.as_ref().and_then(|metadata| metadata.status.as_deref()));
            }
            Told::Error { error_text } => self.error = Some(error_text.clone()),
            Told::ToolApprovalRequest { .. }
            | Told::TextDelta { .. }
            | Told::TextEnd
            | Told::DataWorkerTurn { .. }
            | Told::DataSummary { .. }
            | Told::Other => {}
        }
    }

    /// How the reply stands now.
    pub(super) fn stands(&mut self, status: Option<&str>) {
        if let Some(status) = status.and_then(|status| status.parse().ok()) {
            self.status = Some(status);
        }
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.status == Some(ReplyStatus::Waiting)
    }

    /// What a command ends with that had the reply written.
    ///
    /// # Errors
    /// Unless the reply is whole.
    pub(super) fn verdict(&self, chat: &str) -> Result<(), Failure> {
        match self.status {
            Some(ReplyStatus::Done) => Ok(()),
            Some(ReplyStatus::Waiting) => Err(Failure::silent(Exit::Pending)),
            Some(ReplyStatus::Stopped) => Err(Failure::new(Exit::Stopped, "the reply was stopped")
                .hint(format!("What it said until then stays: pegboard chat show {chat}"))),
            Some(ReplyStatus::Failed | ReplyStatus::Interrupted | ReplyStatus::Running) | None => {
                let why = self.error.clone().unwrap_or_else(|| "the reply ended half-way".to_owned());
                Err(Failure::new(Exit::ReplyFailed, why)
                    .hint(format!("Say so, and it goes on: pegboard ask --chat {chat} \"Go on.\"")))
            }
        }
    }
}
