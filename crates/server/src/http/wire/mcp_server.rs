//! MCP servers: how they stand, how they are added, and what a trial of one shows.

use std::collections::BTreeMap;

use pegboard_engine::record::{Freshness, ServerDetail};
use pegboard_model::servers::{self as model, Apart, ServerStatus, variables_of};
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::http::wire::toolset::McpServer;

/// One registered MCP server, and how it stands.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a field of the answer, and none depends on another"
)]
pub(crate) struct RegisteredServer {
    #[serde(flatten)]
    pub(crate) server: McpServer,
    /// Display name of its toolset.
    pub(crate) title: String,
    pub(crate) toolset_id: String,
    /// Whether it was added by itself; others belong to a toolset, which alone says what they are.
    pub(crate) user_mcp: bool,
    pub(crate) toolset_enabled: bool,
    pub(crate) state: ServerState,
    /// Since when it is `ready` or in `error`.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) since: Option<Timestamp>,
    /// Why it is in `error`.
    pub(crate) reason: Option<String>,
    /// Whether a person must sign in before it can work.
    pub(crate) sign_in_needed: bool,
    /// Whether credentials of a sign-in are kept for it.
    pub(crate) signed_in: bool,
    /// Processes or connections that are open now.
    pub(crate) connections: usize,
    /// How long the last successful connect took, its listing of tools included.
    pub(crate) connect_ms: Option<u64>,
    /// The `${NAME}` in its settings.
    pub(crate) variables: Vec<Variable>,
    /// What it told of itself last; `null` when nobody ever asked it.
    pub(crate) told: Option<Told>,
}

/// How a server stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ServerState {
    /// It, or its toolset, is switched off.
    Disabled,
    /// Nothing needed it yet, or nothing did for a while.
    Idle,
    Connecting,
    Ready,
    /// It could not be reached or went away; the next need of it tries again.
    Error,
}

impl ServerState {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Disabled => "disabled",
            Self::Idle => "idle",
            Self::Connecting => "connecting",
            Self::Ready => "ready",
            Self::Error => "error",
        }
    }
}

/// A `${NAME}` in a server's settings. Its value is never shown.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Variable {
    pub(crate) name: String,
    /// Whether a value is kept for it. Without one the environment of `pegboard serve` is asked.
    pub(crate) kept: bool,
    /// What holds where it has no value; `null` when the server cannot be reached without one.
    pub(crate) default: Option<String>,
}

/// What a server told of itself.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Told {
    /// The protocol version that was agreed on.
    pub(crate) protocol: String,
    /// Its `serverInfo` as it sent it.
    #[schema(value_type = Object)]
    pub(crate) server_info: Map<String, Value>,
    /// The names of its capabilities.
    pub(crate) capabilities: Vec<String>,
    /// What it says a model should know of it.
    pub(crate) instructions: Option<String>,
    /// How many tools it has.
    pub(crate) tools: usize,
    /// What people should know: tools that were left out, and why.
    pub(crate) warnings: Vec<String>,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) at: Timestamp,
    /// Whether it comes from an earlier run of Pegboard; the server is asked again when it is next needed.
    pub(crate) cached: bool,
}

impl From<ServerDetail> for RegisteredServer {
    fn from(detail: ServerDetail) -> Self {
        let (state, since, reason, sign_in_needed) = match detail.report.status {
            ServerStatus::Disabled => (ServerState::Disabled, None, None, false),
            ServerStatus::Idle => (ServerState::Idle, None, None, false),
            ServerStatus::Connecting => (ServerState::Connecting, None, None, false),
            ServerStatus::Ready { since } => (ServerState::Ready, Some(since), None, false),
            ServerStatus::Error { reason, since, sign_in } => {
                (ServerState::Error, Some(since), Some(reason), sign_in)
            }
        };
        let uses = detail.server.declaration().map(|declared| variables_of(&declared.transport));
        let kept = |name: &String| detail.variables.contains(name);
        let variable = |used: model::VariableUse| Variable {
            kept: kept(&used.name),
            name: used.name,
            default: used.otherwise,
        };
        Self {
            variables: uses.unwrap_or_default().into_iter().map(variable).collect(),
            title: detail.title,
            toolset_id: detail.server.toolset.to_string(),
            user_mcp: detail.user_mcp,
            toolset_enabled: detail.toolset_enabled,
            state,
            since,
            reason,
            sign_in_needed,
            signed_in: detail.signed_in,
            connections: detail.report.connections,
            connect_ms: detail.report.connect_ms,
            told: detail.told.map(Into::into),
            server: detail.server.into(),
        }
    }
}

impl From<pegboard_engine::record::Told> for Told {
    fn from(told: pegboard_engine::record::Told) -> Self {
        let announced = &told.announced;
        Self {
            protocol: announced.protocol.clone(),
            server_info: announced.server_info.clone(),
            capabilities: announced.capabilities.keys().cloned().collect(),
            instructions: announced.instructions.clone(),
            tools: announced.tools.len(),
            warnings: announced.warnings.clone(),
            at: told.at,
            cached: told.freshness == Freshness::Cached,
        }
    }
}

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

/// Which server to try: exactly one of both.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TestServer {
    /// A registered one, by its key or id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) server_key: Option<String>,
    /// One that need not be registered. Nothing of it is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) server: Option<ServerSettings>,
}

/// How a trial went.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct TestedServer {
    /// Whether it answered and listed its tools.
    pub(crate) ok: bool,
    /// Why it did not.
    pub(crate) error: Option<ServerError>,
    /// Until it had answered the first message; `null` when it did not.
    pub(crate) connect_ms: Option<u64>,
    /// Then until its tools were listed.
    pub(crate) list_ms: Option<u64>,
    /// The protocol version that was agreed on.
    pub(crate) protocol: Option<String>,
    /// Its `serverInfo` as it sent it.
    #[schema(value_type = Option<Object>)]
    pub(crate) server_info: Option<Map<String, Value>>,
    pub(crate) tools: Vec<TestedTool>,
    /// What people should know: tools that were left out, and why.
    pub(crate) warnings: Vec<String>,
    /// What it wrote meanwhile.
    pub(crate) log: String,
}

/// Why a server could not be used.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ServerError {
    /// Such as `not_started`, `unreachable`, `unset_variable`, `sign_in_needed`, `timeout`, `gone` or `protocol`.
    pub(crate) kind: String,
    pub(crate) message: String,
}

/// A tool that a trial found.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct TestedTool {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) description: String,
}

impl From<Apart> for TestedServer {
    fn from(apart: Apart) -> Self {
        let Apart { announced, connect_ms, list_ms, log } = apart;
        let bare = Self {
            ok: false,
            error: None,
            connect_ms,
            list_ms,
            protocol: None,
            server_info: None,
            tools: Vec::new(),
            warnings: Vec::new(),
            log,
        };
        match announced {
            Err(failure) => {
                let error = ServerError { kind: failure.fault.as_str().to_owned(), message: failure.message };
                Self { error: Some(error), ..bare }
            }
            Ok(announced) => Self {
                ok: true,
                protocol: Some(announced.protocol.clone()),
                server_info: Some(announced.server_info.clone()),
                tools: announced.tools.iter().map(Into::into).collect(),
                warnings: announced.warnings.clone(),
                ..bare
            },
        }
    }
}

impl From<&model::UpstreamTool> for TestedTool {
    fn from(tool: &model::UpstreamTool) -> Self {
        Self {
            name: tool.name().to_owned(),
            title: tool.title().to_owned(),
            description: tool.description().to_owned(),
        }
    }
}

/// What a server wrote.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ServerLog {
    /// Its standard error and what happened to its connection, the latest at the end.
    pub(crate) log: String,
}

/// A variable's value.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VariableValue {
    pub(crate) value: String,
}

/// A sign-in that a person has to go on with.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct SignInBegun {
    /// The address to open in a browser.
    pub(crate) open: String,
}
