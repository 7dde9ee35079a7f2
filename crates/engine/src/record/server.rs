//! MCP servers that toolsets declare, and how they stand.

use std::collections::BTreeMap;

use pegboard_model::ids::{ServerId, ServerKey, ToolsetId};
use pegboard_model::servers::{Announced, ServerReport};
use pegboard_model::time::Timestamp;
use pegboard_model::toolset::{McpServer, ServerScope, Transport};

/// One MCP server that a toolset declares. Values of `env` and `headers` may hold secrets: surfaces mask them.
#[derive(Debug, Clone)]
pub struct McpServerRecord {
    pub id: ServerId,
    pub toolset: ToolsetId,
    /// `stdio`, `sse` or `streamable-http`.
    pub server_type: String,
    pub enabled: bool,
    pub command: Option<String>,
    pub args: Vec<String>,
    pub cwd: Option<String>,
    pub url: Option<String>,
    pub headers: Vec<(String, String)>,
    pub env: Vec<(String, String)>,
    pub requires_confirmation: Option<bool>,
    pub created_at: Timestamp,
    /// How many processes or connections there are of it.
    pub scope: ServerScope,
    /// Whether it connects only when it is first needed.
    pub lazy: bool,
}

impl McpServerRecord {
    /// Its identity.
    pub fn key(&self) -> ServerKey {
        ServerKey { toolset: self.toolset.clone(), server: self.id.clone() }
    }

    /// The same as a manifest declares it; `None` for a row that lacks what its type needs.
    pub fn declaration(&self) -> Option<McpServer> {
        let map = |pairs: &[(String, String)]| pairs.iter().cloned().collect::<BTreeMap<_, _>>();
        let transport = match self.server_type.as_str() {
            "stdio" => Transport::Stdio {
                command: self.command.clone()?,
                args: self.args.clone(),
                cwd: self.cwd.clone(),
                env: map(&self.env),
            },
            "sse" => Transport::Sse { url: self.url.clone()?, headers: map(&self.headers) },
            "streamable-http" => {
                Transport::StreamableHttp { url: self.url.clone()?, headers: map(&self.headers) }
            }
            _ => return None,
        };
        Some(McpServer {
            id: self.id.clone(),
            transport,
            enabled: self.enabled,
            requires_confirmation: self.requires_confirmation,
            scope: self.scope,
            lazy: self.lazy,
        })
    }
}

/// One registered MCP server with how it stands.
#[derive(Debug, Clone)]
pub struct ServerDetail {
    /// How it is registered.
    pub server: McpServerRecord,
    /// Display name of its toolset.
    pub title: String,
    /// Whether it was added by itself, so that its toolset is listed among the servers.
    pub user_mcp: bool,
    /// Whether its toolset is switched on.
    pub toolset_enabled: bool,
    /// How it stands now.
    pub report: ServerReport,
    /// What it told of itself last, and when; `None` when nobody ever asked it.
    pub told: Option<Told>,
    /// The names of the variables that are kept encrypted for its toolset.
    pub variables: Vec<String>,
    /// Whether credentials of a sign-in are kept for it.
    pub signed_in: bool,
}

/// What a server told of itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// What.
    pub announced: std::sync::Arc<Announced>,
    /// When.
    pub at: Timestamp,
    /// Whether it was told to this process, or comes from the cache of an earlier one.
    pub freshness: Freshness,
}

/// How far something that a server told can be relied on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// The server said it since the house opened.
    Live,
    /// It said it to an earlier process; the next connect may tell otherwise.
    Cached,
}
