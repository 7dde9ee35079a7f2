//! What a client sends.

use pegboard_engine::{Decision, Verdict};
use pegboard_model::ids::{CallId, ToolName};
use pegboard_model::inference::ProfileName;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Bytes of the ids that a client gives thread and run.
const ID_MAX: usize = 1_024;

/// A run of AG-UI's `HttpAgent`. The server keeps the history, so of the messages it reads the last one; `state`, `tools`
/// and `context` are passed over.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunAgentInput {
    /// The client's; it gets it back. The chat is that of the path.
    pub(crate) thread_id: String,
    /// The same.
    pub(crate) run_id: String,
    /// The last one is what a person says.
    #[serde(default)]
    pub(crate) messages: Vec<AgUiMessage>,
    /// Who is to reply.
    #[serde(default)]
    pub(crate) forwarded_props: Option<ForwardedProps>,
    /// What a person decided about calls that waited. Takes the scope `admin`.
    #[serde(default)]
    pub(crate) resume: Option<Vec<ResumeEntry>>,
}

/// A message as the client has it.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AgUiMessage {
    /// `user` counts.
    pub(crate) role: String,
    /// A text, or parts of the type `text`.
    #[serde(default)]
    pub(crate) content: Value,
}

/// Who is to reply.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub(crate) struct ForwardedProps {
    #[schema(value_type = Option<String>)]
    pub(crate) worker: Option<ToolName>,
    #[schema(value_type = Option<String>)]
    pub(crate) model: Option<ProfileName>,
}

/// A decision about a call.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ResumeEntry {
    /// The call's id, as the interrupt had it.
    #[schema(value_type = String, format = Uuid)]
    pub(crate) interrupt_id: CallId,
    pub(crate) status: ResumeStatus,
    /// `{"approved": true}`, or `false` with a `reason`. Only a clear yes is one.
    #[serde(default)]
    pub(crate) payload: Value,
}

/// Whether there is a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ResumeStatus {
    Resolved,
    /// The person turned away: that is a no.
    Cancelled,
}

impl RunAgentInput {
    /// # Errors
    /// When the client's ids are no sound ones.
    pub(crate) fn check(&self) -> Result<(), String> {
        let is_long = |id: &str| id.len() > ID_MAX;
        if is_long(&self.thread_id) || is_long(&self.run_id) {
            return Err(format!("`threadId` and `runId` have at most {ID_MAX} bytes"));
        }
        Ok(())
    }

    /// What people decided; `by` is who sends it.
    pub(crate) fn decisions(&self, by: &str) -> Vec<Decision> {
        self.resume.iter().flatten().map(|entry| entry.decision(by)).collect()
    }

    /// What a person says.
    ///
    /// # Errors
    /// When the last message is none of a person, or none that can be told to a model.
    pub(crate) fn said(&self) -> Result<String, String> {
        let last = self.messages.last().filter(|message| message.role == "user");
        let last = last.ok_or("the last message has the role `user`")?;
        let text = match &last.content {
            Value::String(text) => Some(text.clone()),
            Value::Array(parts) => {
                let texts = parts
                    .iter()
                    .map(|part| if part["type"] == "text" { part["text"].as_str() } else { None });
                texts.collect::<Option<Vec<_>>>().map(|texts| texts.join("\n\n"))
            }
            _ => None,
        };
        text.filter(|text| !text.trim().is_empty()).ok_or_else(|| "the last message is no text".to_owned())
    }
}

impl ResumeEntry {
    fn decision(&self, by: &str) -> Decision {
        let is_yes = self.status == ResumeStatus::Resolved && self.payload["approved"] == true;
        let reason = self.payload["reason"].as_str().map(ToOwned::to_owned);
        let verdict = if is_yes { Verdict::Approved } else { Verdict::Denied { reason } };
        Decision { call: self.interrupt_id, by: by.to_owned(), verdict }
    }
}
