//! MCP servers to be added: what a client sends, and what a preview says of it.

use std::collections::BTreeMap;

use pegboard_model::servers as model;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::wire::mcp_server::RegisteredServer;
use crate::http::wire::toolset::McpServer;

/// How a server is to be reached, in the words of `mcpServers`. Values of variables and headers that may be secret are
/// kept encrypted, and a `${NAME}` stands in their place.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ServerSettings {
    /// Its id, which cannot be changed later: letters, digits, `-`, `_` and `.`. Taken from the path where it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    /// Display name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    /// `stdio`, `http` (streamable HTTP) or `sse`; by `command` or `url` when left out.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub(crate) transport: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) command: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) args: Vec<String>,
    /// Relative to the toolset's folder unless absolute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cwd: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) env: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) headers: BTreeMap<String, String>,
    /// `shared` or `chat`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) scope: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lazy: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) enabled: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) requires_confirmation: Option<bool>,
    /// Values for its `${NAME}`, kept encrypted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) variables: BTreeMap<String, String>,
}

/// What to add: exactly one of `server`, `config` and `registry_entry`.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AddServers {
    /// One server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) server: Option<ServerSettings>,
    /// A file in which another client keeps its servers, as its text or as the object: `mcpServers`, VS Code's
    /// `servers` with `inputs`, Zed's `context_servers`, Goose's `extensions`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Value>)]
    pub(crate) config: Option<Value>,
    /// An entry of the MCP registry (`server.json`), as its text or as the object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Value>)]
    pub(crate) registry_entry: Option<Value>,
    /// Which way of a registry entry: the number that the preview shows. The first when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) choice: Option<usize>,
    /// Only the servers with these ids, as the preview shows them. All when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) only: Option<Vec<String>>,
    /// Answers to what the preview asks: by server id, then by variable.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) answers: BTreeMap<String, BTreeMap<String, String>>,
}

/// Servers that were added.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct AddedServers {
    pub(crate) items: Vec<RegisteredServer>,
    /// What people should know: what was renamed, left out or read in another sense.
    pub(crate) notes: Vec<String>,
}

/// What would be added.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ServersPreview {
    pub(crate) servers: Vec<ProposedServer>,
    /// Ways of a registry entry that are bundles: import one with `POST /toolsets/import`.
    pub(crate) bundles: Vec<ProposedBundle>,
    /// What people should know of the whole: what was left out, and why.
    pub(crate) notes: Vec<String>,
}

/// A server that would be added.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ProposedServer {
    pub(crate) title: String,
    /// Its name in the file, where that cannot be an id.
    pub(crate) renamed_from: Option<String>,
    /// Whether its id is taken, so that it cannot be added.
    pub(crate) exists: bool,
    /// Which way of a registry entry it is.
    pub(crate) choice: Option<usize>,
    /// What that way is, such as `npm @scope/weather 1.0.2`.
    pub(crate) label: Option<String>,
    pub(crate) server: McpServer,
    /// The variables whose values the file has; they would be kept encrypted.
    pub(crate) secrets: Vec<String>,
    pub(crate) questions: Vec<Question>,
    pub(crate) notes: Vec<String>,
}

/// A bundle that a registry entry offers.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ProposedBundle {
    pub(crate) choice: usize,
    pub(crate) label: String,
    pub(crate) url: String,
    /// The SHA-256 that it must have, in hex.
    pub(crate) sha256: String,
}

/// Something that a server needs and its file does not say.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Question {
    /// The variable.
    pub(crate) name: String,
    pub(crate) about: String,
    /// Whether the server is of no use without it.
    pub(crate) required: bool,
    /// Whether the answer should not be shown while it is typed.
    pub(crate) secret: bool,
    /// What holds without an answer.
    pub(crate) default: Option<String>,
    /// The only answers that are taken; empty when any is.
    pub(crate) choices: Vec<String>,
    pub(crate) format: AnswerFormat,
}

/// What sort of text an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AnswerFormat {
    Text,
    Number,
    /// `true` or `false`
    Boolean,
    /// A file or folder on the server's machine.
    Path,
}

impl From<model::Question> for Question {
    fn from(question: model::Question) -> Self {
        Self {
            name: question.name,
            about: question.about,
            required: question.required,
            secret: question.secret,
            default: question.default,
            choices: question.choices,
            format: match question.format {
                model::AnswerFormat::Text => AnswerFormat::Text,
                model::AnswerFormat::Number => AnswerFormat::Number,
                model::AnswerFormat::Boolean => AnswerFormat::Boolean,
                model::AnswerFormat::Path => AnswerFormat::Path,
            },
        }
    }
}

impl From<model::ProposedServer> for ProposedServer {
    fn from(proposed: model::ProposedServer) -> Self {
        Self {
            server: McpServer::from(&proposed.server),
            title: proposed.title,
            renamed_from: proposed.renamed_from,
            exists: false,
            choice: None,
            label: None,
            secrets: proposed.secrets.into_keys().collect(),
            questions: proposed.questions.into_iter().map(Into::into).collect(),
            notes: proposed.notes,
        }
    }
}
