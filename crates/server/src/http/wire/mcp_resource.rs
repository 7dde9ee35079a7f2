//! Resources of MCP servers.

use pegboard_model::ids::ChatId;
use serde::Deserialize;
use utoipa::ToSchema;

/// Which resource is wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadResource {
    /// Its address, such as `ui://chart/view.html`.
    pub(crate) uri: String,
    /// The chat whose connection is used, where the server has one per chat.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) chat_id: Option<ChatId>,
}
