//! Language models that a house may ask.

use clap::ValueEnum;
use pegboard_engine::record::ModelRecord;
use pegboard_engine::{KeyChange, ModelDraft, ModelTrial, NoModel};
use pegboard_model::config::MASK;
use pegboard_model::inference as model;
use pegboard_model::inference::{ModelFailure, Pictures};
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a language model's server is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ModelProtocol {
    /// Chat completions of OpenAI, which most servers speak
    Openai,
    /// Messages of Anthropic
    Anthropic,
    /// Google's
    Gemini,
    /// Ollama's own
    Ollama,
}

impl From<ModelProtocol> for model::ModelProtocol {
    fn from(protocol: ModelProtocol) -> Self {
        match protocol {
            ModelProtocol::Openai => Self::Openai,
            ModelProtocol::Anthropic => Self::Anthropic,
            ModelProtocol::Gemini => Self::Gemini,
            ModelProtocol::Ollama => Self::Ollama,
        }
    }
}

impl From<model::ModelProtocol> for ModelProtocol {
    fn from(protocol: model::ModelProtocol) -> Self {
        match protocol {
            model::ModelProtocol::Openai => Self::Openai,
            model::ModelProtocol::Anthropic => Self::Anthropic,
            model::ModelProtocol::Gemini => Self::Gemini,
            model::ModelProtocol::Ollama => Self::Ollama,
        }
    }
}

/// All language models.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Models {
    /// The oldest first.
    pub(crate) models: Vec<Model>,
}

/// A language model, and how it is reached.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Model {
    pub(crate) name: String,
    pub(crate) protocol: ModelProtocol,
    /// `null` is the protocol's own address.
    pub(crate) base_url: Option<String>,
    /// As its server calls it.
    pub(crate) model: String,
    /// Tokens that it reads and writes at once.
    pub(crate) context_window: u32,
    /// Tokens that it may write at once; `null` leaves it to the server.
    pub(crate) max_output_tokens: Option<u32>,
    /// How freely it chooses words, 0 to 2; `null` leaves it to the server.
    pub(crate) temperature: Option<f64>,
    /// Whether it is shown the pictures of messages and tools; else it is told their names.
    pub(crate) pictures: bool,
    /// `***` where a key is kept.
    pub(crate) api_key: Option<String>,
    /// Whether it is asked where nobody names another.
    pub(crate) default: bool,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) created_at: Timestamp,
    /// What its owner should know of the way to it.
    pub(crate) warning: Option<String>,
}

impl From<ModelRecord> for Model {
    fn from(record: ModelRecord) -> Self {
        let ModelRecord { profile, has_key, is_default, created_at, warning } = record;
        Self {
            name: profile.name.to_string(),
            protocol: profile.protocol.into(),
            base_url: profile.base_url,
            model: profile.model,
            context_window: profile.context_window,
            max_output_tokens: profile.max_output_tokens,
            temperature: profile.temperature,
            pictures: profile.pictures == Pictures::Shown,
            api_key: has_key.then(|| MASK.to_owned()),
            default: is_default,
            created_at,
            warning,
        }
    }
}

/// How a language model is to be reached.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ModelRequest {
    pub(crate) protocol: ModelProtocol,
    /// With a version such as `/v1`, without the operation's path; absent is the protocol's own address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) base_url: Option<String>,
    /// As its server calls it.
    pub(crate) model: String,
    /// Tokens that it reads and writes at once; absent is what is usual for the protocol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) context_window: Option<u32>,
    /// Tokens that it may write at once; absent leaves it to the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) max_output_tokens: Option<u32>,
    /// How freely it chooses words, 0 to 2; absent leaves it to the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) temperature: Option<f64>,
    /// Whether it is shown the pictures of messages and tools; absent is what is usual for the protocol and its server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pictures: Option<bool>,
    /// Never shown again. Absent or `***` leaves the one that is kept; an empty text forgets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) api_key: Option<String>,
}

impl From<ModelRequest> for ModelDraft {
    fn from(request: ModelRequest) -> Self {
        Self {
            protocol: request.protocol.into(),
            base_url: request.base_url,
            model: request.model,
            context_window: request.context_window,
            max_output_tokens: request.max_output_tokens,
            temperature: request.temperature,
            pictures: request.pictures.map(|shown| if shown { Pictures::Shown } else { Pictures::Named }),
            key: match request.api_key {
                None => KeyChange::Leave,
                Some(key) if key == MASK => KeyChange::Leave,
                Some(key) if key.is_empty() => KeyChange::Forget,
                Some(key) => KeyChange::Set(key),
            },
        }
    }
}

/// What came of asking a model for one word.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ModelTest {
    /// Whether it answered.
    pub(crate) ok: bool,
    /// One sentence: what it said, or what is wrong.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) hint: Option<String>,
    /// How long all of the answer took.
    pub(crate) duration_ms: Option<u64>,
}

impl From<ModelTrial> for ModelTest {
    fn from(trial: ModelTrial) -> Self {
        let failed = |message: String, hint: Option<&str>| Self {
            ok: false,
            message,
            hint: hint.map(str::to_owned),
            duration_ms: None,
        };
        match trial {
            ModelTrial::Answered { text, took, .. } => Self {
                ok: true,
                message: format!("It answered: {text}"),
                hint: None,
                duration_ms: u64::try_from(took.as_millis()).ok(),
            },
            ModelTrial::Failed(failure) => failed(failure.to_string(), advice(&failure)),
            ModelTrial::TooSlow => failed("it did not answer within a minute".to_owned(), None),
            ModelTrial::NotAsked(why @ NoModel::Key { .. }) => {
                failed(why.to_string(), Some("Set the key again."))
            }
            ModelTrial::NotAsked(why) => failed(why.to_string(), None),
            ModelTrial::NoWay => failed("this server reaches no language models".to_owned(), None),
        }
    }
}

/// What to do about a failure.
pub(crate) fn advice(failure: &ModelFailure) -> Option<&'static str> {
    match failure {
        ModelFailure::Unreachable { .. } => Some("Look at `base_url`, and whether its server runs."),
        ModelFailure::Key { .. } => Some("Set `api_key` to a key that may use this model."),
        ModelFailure::Refused { status: 404, .. } => {
            Some("Look at `model`, and whether `base_url` ends with its version, such as `/v1`.")
        }
        ModelFailure::Refused { .. } => Some("Look at `model`, `max_output_tokens` and `temperature`."),
        ModelFailure::Garbled { .. } => {
            Some("Look at `protocol` and `base_url`: another protocol may be spoken there.")
        }
        ModelFailure::Busy { .. } | ModelFailure::TooLong { .. } => None,
    }
}
