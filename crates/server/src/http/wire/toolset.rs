//! Toolsets.

use std::collections::BTreeMap;

use pegboard_engine::record::{McpServerRecord, ToolsetFile, ToolsetRecord};
use pegboard_model::servers::masked;
use pegboard_model::time::Timestamp;
use pegboard_model::toolset as model;
use pegboard_model::toolset::Transport;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::wire::config::ConfigStatus;
use crate::http::wire::tool::Tool;

/// One installed toolset.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Toolset {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) description: String,
    pub(crate) enabled: bool,
    /// Whether it only wraps MCP servers that the user added.
    pub(crate) user_mcp: bool,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) installed_at: Timestamp,
    /// `zip`, `local` or `url`; `builtin` of those that Pegboard itself brings.
    pub(crate) source_type: String,
    /// The archive's name, the folder or the address.
    pub(crate) source_ref: String,
    /// The version of the format of its `toolset.yaml`.
    pub(crate) manifest_version: String,
    /// Over all its files; changes when any of them does.
    pub(crate) fingerprint: String,
    /// Why its tools could not be looked up, if they could not.
    pub(crate) problem: Option<String>,
    /// Where the tool of it stands that misses most.
    pub(crate) status: ConfigStatus,
}

impl From<ToolsetRecord> for Toolset {
    fn from(record: ToolsetRecord) -> Self {
        Self {
            id: record.id.to_string(),
            name: record.name,
            version: record.version,
            description: record.description,
            enabled: record.enabled,
            user_mcp: record.user_mcp,
            installed_at: record.installed_at,
            source_type: record.source_type.to_string(),
            source_ref: record.source_ref,
            manifest_version: record.manifest_version,
            fingerprint: record.fingerprint.to_string(),
            problem: record.problem,
            status: record.status.into(),
        }
    }
}

/// Which toolsets are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ToolsetQuery {
    /// Those that Pegboard itself brings, instead of those that people installed.
    #[serde(default)]
    pub(crate) builtin: bool,
}

/// A toolset with all that belongs to it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ToolsetWithParts {
    #[serde(flatten)]
    pub(crate) toolset: Toolset,
    pub(crate) tools: Vec<Tool>,
    pub(crate) files: Vec<BundleFile>,
    pub(crate) mcp_servers: Vec<McpServer>,
}

/// One file of a toolset.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct BundleFile {
    /// Relative to the toolset, with `/`.
    pub(crate) path: String,
    /// `python`, `artifact`, `asset` or `config`.
    pub(crate) kind: String,
    /// Lower-case hex.
    pub(crate) sha256: String,
    /// Bytes.
    pub(crate) size: i64,
}

impl From<ToolsetFile> for BundleFile {
    fn from(file: ToolsetFile) -> Self {
        let ToolsetFile { path, kind, sha256, size, stored_path: _ } = file;
        Self { path, kind, sha256, size }
    }
}

/// One MCP server that a toolset declares.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct McpServer {
    pub(crate) id: String,
    /// `TOOLSET~SERVER`
    pub(crate) server_key: String,
    /// `stdio`, `sse` or `streamable-http`.
    pub(crate) server_type: String,
    pub(crate) enabled: bool,
    pub(crate) command: Option<String>,
    pub(crate) args: Vec<String>,
    pub(crate) cwd: Option<String>,
    pub(crate) url: Option<String>,
    /// Values that may be secret show as `***`, in `args` and `url` as well.
    pub(crate) headers: Vec<Setting>,
    /// Values that may be secret show as `***`.
    pub(crate) env: Vec<Setting>,
    pub(crate) requires_confirmation: Option<bool>,
    pub(crate) scope: ServerScope,
    /// Whether it connects only when it is first needed.
    pub(crate) lazy: bool,
}

/// How many processes or connections there are of one MCP server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ServerScope {
    /// One, for everybody.
    Shared,
    /// One per chat, which may know the chat's `$workspace`.
    Chat,
}

impl From<model::ServerScope> for ServerScope {
    fn from(scope: model::ServerScope) -> Self {
        match scope {
            model::ServerScope::Shared => Self::Shared,
            model::ServerScope::Chat => Self::Chat,
        }
    }
}

/// A name and its value, masked where it may be a secret.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Setting {
    pub(crate) name: String,
    pub(crate) value: String,
}

fn settings(settings: BTreeMap<String, String>) -> Vec<Setting> {
    settings.into_iter().map(|(name, value)| Setting { name, value }).collect()
}

impl From<&model::McpServer> for McpServer {
    /// Without its key, which only a registered one has.
    fn from(server: &model::McpServer) -> Self {
        let mut shown = Self {
            id: server.id.to_string(),
            server_key: String::new(),
            server_type: server.transport.as_str().to_owned(),
            enabled: server.enabled,
            command: None,
            args: Vec::new(),
            cwd: None,
            url: None,
            headers: Vec::new(),
            env: Vec::new(),
            requires_confirmation: server.requires_confirmation,
            scope: server.scope.into(),
            lazy: server.lazy,
        };
        match masked(server) {
            Transport::Stdio { command, args, cwd, env } => {
                (shown.command, shown.args, shown.cwd, shown.env) = (Some(command), args, cwd, settings(env));
            }
            Transport::Sse { url, headers } | Transport::StreamableHttp { url, headers } => {
                (shown.url, shown.headers) = (Some(url), settings(headers));
            }
        }
        shown
    }
}

impl From<McpServerRecord> for McpServer {
    fn from(record: McpServerRecord) -> Self {
        let server_key = record.key().to_string();
        match record.declaration() {
            Some(declared) => Self { server_key, ..Self::from(&declared) },
            // A row that lacks what its type needs shows only what it is.
            None => Self {
                id: record.id.to_string(),
                server_key,
                server_type: record.server_type,
                enabled: record.enabled,
                command: None,
                args: Vec::new(),
                cwd: None,
                url: None,
                headers: Vec::new(),
                env: Vec::new(),
                requires_confirmation: record.requires_confirmation,
                scope: record.scope.into(),
                lazy: record.lazy,
            },
        }
    }
}

/// Whether a toolset is to be on.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EnableRequest {
    pub(crate) enabled: bool,
}

/// What went with a toolset.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Uninstalled {
    pub(crate) id: String,
    pub(crate) removed: Removed,
}

/// Counts of what was removed.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Removed {
    pub(crate) tools: usize,
    pub(crate) files: usize,
    pub(crate) mcp_servers: usize,
    pub(crate) overrides: usize,
    pub(crate) saved_inputs: u64,
}
