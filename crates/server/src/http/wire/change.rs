//! What became different in a workspace.

use pegboard_engine::record;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Paths that became different, relative to the workspace.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
pub(crate) struct Changes {
    pub(crate) added: Vec<String>,
    pub(crate) modified: Vec<String>,
    pub(crate) removed: Vec<String>,
}

impl From<record::Changes> for Changes {
    fn from(changes: record::Changes) -> Self {
        let record::Changes { added, modified, removed } = changes;
        Self { added, modified, removed }
    }
}
