//! Clients of MCP, and what each is told of this Pegboard.

use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::{IntoParams, ToSchema};

use crate::mcp_clients::{Client, How, Language, Snippet};

/// How the clients reach the server.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct McpClientQuery {
    /// The address of the MCP endpoint as clients reach it, such as `http://127.0.0.1:8321/mcp`.
    #[param(value_type = String)]
    pub(crate) url: Url,
}

/// A client that is known by name.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct McpClient {
    /// As `pegboard mcp config` knows it.
    pub(crate) id: String,
    pub(crate) label: String,
    /// The files that it keeps its servers in, by operating system.
    pub(crate) places: Vec<String>,
    /// The ways to connect it, the one that suits it best first.
    pub(crate) ways: Vec<McpClientWay>,
}

/// One way to connect a client.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct McpClientWay {
    pub(crate) how: How,
    pub(crate) language: Language,
    /// What to write there; `YOUR_TOKEN` stands in the place of a token.
    pub(crate) text: String,
}

impl McpClient {
    pub(crate) fn new(client: Client, snippets: Vec<Snippet>) -> Self {
        let way = |Snippet { how, language, text }| McpClientWay { how, language, text };
        Self {
            id: client.as_str().to_owned(),
            label: client.label().to_owned(),
            places: client.places(),
            ways: snippets.into_iter().map(way).collect(),
        }
    }
}
