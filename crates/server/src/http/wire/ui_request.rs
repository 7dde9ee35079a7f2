//! What a client of the AI SDK sends to have a reply streamed.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pegboard_engine::{AttachedContent, Attachment, Decision, Verdict};
use pegboard_model::attachment;
use pegboard_model::ids::{CallId, MessageId, ToolName};
use pegboard_model::inference::ProfileName;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::http::wire::ui_stream::Version;

/// A file of which nobody says what it is.
const UNKNOWN_TYPE: &str = "application/octet-stream";
/// Bytes of a media type.
const MEDIA_TYPE_MAX: usize = 100;

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
    /// Texts, and files as `{type: "file", mediaType, filename, url}`: `url` has the content in base64 (`data:`), or names
    /// a file that came with this message before (`workspace:`).
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

    /// The files that come with it.
    ///
    /// # Errors
    /// The first that cannot be read.
    pub(crate) fn files(&self) -> Result<Vec<Attachment>, NoFile> {
        let files = self.parts.iter().filter(|part| part["type"] == "file");
        files.map(|part| self.file(part)).collect()
    }

    fn file(&self, part: &Value) -> Result<Attachment, NoFile> {
        let name = attachment::file_name(part["filename"].as_str().unwrap_or_default());
        let url = part["url"].as_str().unwrap_or_default();
        let content = match (attachment::path_of(url), self.known_id()) {
            (Some(path), Some(message)) => AttachedContent::Kept { message, path: path.to_owned() },
            (Some(_), None) => return Err(NoFile::NoMessage(name)),
            (None, _) => AttachedContent::New(data(url).ok_or_else(|| NoFile::NoData(name.clone()))?),
        };
        let media_type = part["mediaType"].as_str().filter(|given| is_media_type(given));
        Ok(Attachment { name, media_type: media_type.unwrap_or(UNKNOWN_TYPE).to_owned(), content })
    }

    /// What a person decided about calls, `by` being their name. What else the client says of them counts for nothing: the record holds.
    pub(crate) fn decisions(&self, by: &str) -> Vec<Decision> {
        let responded = self.parts.iter().filter(|part| part["state"] == "approval-responded");
        responded.filter_map(|part| decision(&part["approval"], by)).collect()
    }
}

/// Why a file of a message is none.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoFile {
    #[error("the file `{0}` has no content: its `url` must be `data:…;base64,…`")]
    NoData(String),
    #[error("the file `{0}` is said to be in the workspace, but the message is none of this chat's")]
    NoMessage(String),
}

/// The content of a `data:` address in base64.
fn data(url: &str) -> Option<Vec<u8>> {
    let (head, body) = url.strip_prefix("data:")?.split_once(',')?;
    head.ends_with(";base64").then(|| STANDARD.decode(body).ok()).flatten()
}

/// What a model is told of must not pass for anything else.
fn is_media_type(given: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "!#$&^_.+-".contains(c);
    let parts = given.split_once('/');
    given.len() <= MEDIA_TYPE_MAX
        && parts.is_some_and(|(top, sub)| {
            [top, sub].iter().all(|part| !part.is_empty() && part.chars().all(is_part))
        })
}

fn decision(approval: &Value, by: &str) -> Option<Decision> {
    let call: CallId = approval["id"].as_str()?.parse().ok()?;
    let reason = approval["reason"].as_str().map(ToOwned::to_owned);
    let verdict =
        if approval["approved"].as_bool()? { Verdict::Approved } else { Verdict::Denied { reason } };
    Some(Decision { call, by: by.to_owned(), verdict })
}
