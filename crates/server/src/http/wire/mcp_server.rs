//! MCP servers: how they stand, and what is kept for them.

use pegboard_engine::record::{Freshness, ServerDetail};
use pegboard_model::servers::{ServerStatus, VariableUse, variables_of};
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

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
        let variable =
            |used: VariableUse| Variable { kept: kept(&used.name), name: used.name, default: used.otherwise };
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

/// As what a server is taken along.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// `json` when left out.
    #[serde(default)]
    #[param(inline)]
    pub(crate) format: ExportFormat,
}

/// As what a server is taken along.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ExportFormat {
    /// `mcpServers`
    #[default]
    Json,
    /// An MCP bundle, with the files of the server's toolset
    Mcpb,
}
