//! What a trial of an MCP server shows.

use pegboard_model::servers::{Apart, UpstreamTool};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::http::wire::mcp_proposal::ServerSettings;

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

impl From<&UpstreamTool> for TestedTool {
    fn from(tool: &UpstreamTool) -> Self {
        Self {
            name: tool.name().to_owned(),
            title: tool.title().to_owned(),
            description: tool.description().to_owned(),
        }
    }
}
