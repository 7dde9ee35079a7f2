//! Arguments that are kept under a name.

use pegboard_engine::record;
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// Arguments of one tool under a name.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct SavedInput {
    /// Unique for its tool.
    pub(crate) name: String,
    /// As they were given; whether they fit the tool's schema is seen when it is called.
    #[schema(value_type = Object)]
    pub(crate) args: Map<String, Value>,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) updated_at: Timestamp,
}

impl From<record::SavedInput> for SavedInput {
    fn from(input: record::SavedInput) -> Self {
        Self { name: input.name.to_string(), args: input.args, updated_at: input.updated_at }
    }
}

/// Arguments to keep.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SaveInputRequest {
    /// The arguments by name, at most 64 KiB as JSON.
    #[schema(value_type = Object)]
    pub(crate) args: Map<String, Value>,
}
