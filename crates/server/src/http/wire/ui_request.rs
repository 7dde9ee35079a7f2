//! What a client of the AI SDK sends to have a reply streamed.

use pegboard_engine::{Decision, Verdict};
use pegboard_model::ids::{CallId, MessageId, ToolName};
use pegboard_model::inference::ProfileName;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::http::wire::ui_stream::Version;

/// What `useChat` posts. The server keeps the history, so of the messages it reads the last one, and where it stands; other
/// fields, which clients send as well, are passed over.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StreamRequest {
    /// The conversation as the client has it; the last message is a person's new one, or a reply whose calls they decided
    /// about.
    #[serde(default)]
    pub(crate) messages: Vec<UiMessage>,
    /// The last message alone, for clients that do not send the others.
    pub(crate) message: Option<UiMessage>,
    /// `submit-message`, `regenerate-message` or `go-on`.
    #[serde(default)]
    pub(crate) trigger: Trigger,
    /// The message that is to be written anew.
    pub(crate) message_id: Option<String>,
    /// The message before the new one, `null` for a first one; else that before it in `messages`, else the active leaf.
    #[serde(default, alias = "parent_id", deserialize_with = "said")]
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) parent_id: Option<Option<MessageId>>,
    /// A name of `GET /models`; the house's default when left out.
    #[schema(value_type = Option<String>)]
    pub(crate) model: Option<ProfileName>,
    /// The worker that replies; none is a plain chat.
    #[schema(value_type = Option<String>)]
    pub(crate) worker: Option<ToolName>,
}

/// What stands there, `null` too: only what is left out is `None`.
fn said<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<MessageId>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// Why a reply is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Trigger {
    /// A person said something, or decided about calls.
    #[default]
    SubmitMessage,
    /// A reply is to be written anew, beside the one that is there.
    RegenerateMessage,
    /// A reply that stopped half-way is to go on.
    GoOn,
}

/// A message as a client has it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct UiMessage {
    /// The server's id, or one that the client made up.
    #[serde(default)]
    pub(crate) id: String,
    /// `user` or `assistant`; others are passed over.
    pub(crate) role: String,
    #[serde(default)]
    pub(crate) parts: Vec<Value>,
}

/// How the stream is to be written.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StreamQuery {
    /// The version of the AI SDK that reads it: `6`, which `7` reads as well, or `7`.
    #[serde(default)]
    #[param(inline)]
    pub(crate) v: Version,
}

impl UiMessage {
    /// The id, if it is one of the server's.
    pub(crate) fn known_id(&self) -> Option<MessageId> {
        self.id.parse().ok()
    }

    /// What a person wrote.
    pub(crate) fn text(&self) -> String {
        let texts = self.parts.iter().filter(|part| part["type"] == "text");
        texts.filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n\n")
    }

    /// Whether it has what is no text.
    pub(crate) fn has_files(&self) -> bool {
        self.parts.iter().any(|part| part["type"] == "file")
    }

    /// What a person decided about calls, `by` being their name. What else the client says of them counts for nothing: the record holds.
    pub(crate) fn decisions(&self, by: &str) -> Vec<Decision> {
        let responded = self.parts.iter().filter(|part| part["state"] == "approval-responded");
        responded.filter_map(|part| decision(&part["approval"], by)).collect()
    }
}

fn decision(approval: &Value, by: &str) -> Option<Decision> {
    let call: CallId = approval["id"].as_str()?.parse().ok()?;
    let reason = approval["reason"].as_str().map(ToOwned::to_owned);
    let verdict =
        if approval["approved"].as_bool()? { Verdict::Approved } else { Verdict::Denied { reason } };
    Some(Decision { call, by: by.to_owned(), verdict })
}
