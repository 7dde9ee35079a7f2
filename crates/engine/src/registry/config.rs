//! What tools want to be told, and whether they were.

use std::collections::BTreeSet;
use std::sync::Arc;

use pegboard_model::config::{ConfigSchema, ConfigStatus};
use pegboard_model::ids::ConfigKey;

use crate::record::ConfigOwner;

/// What a tool, or all tools of a toolset, want to be told.
pub(crate) struct Configured {
    /// Whose values count.
    pub(crate) owner: ConfigOwner,
    pub(crate) schema: Arc<ConfigSchema>,
    /// What is required and was not set.
    pub(crate) missing: Vec<ConfigKey>,
    pub(crate) status: ConfigStatus,
}

impl Configured {
    pub(super) fn of(
        owner: ConfigOwner,
        schema: Arc<ConfigSchema>,
        set: &BTreeSet<(ConfigOwner, ConfigKey)>,
    ) -> Self {
        let is_set = |key: &ConfigKey| set.contains(&(owner.clone(), key.clone()));
        let (missing, status) = (schema.missing(is_set), schema.status(is_set));
        Self { owner, schema, missing, status }
    }
}

/// Where a toolset stands whose parts stand so: one that misses something is told of first.
pub(super) fn least(statuses: impl Iterator<Item = ConfigStatus>) -> ConfigStatus {
    let rank = |status: &ConfigStatus| match status {
        ConfigStatus::Available => 0,
        ConfigStatus::Connected => 1,
        ConfigStatus::System => 2,
    };
    statuses.min_by_key(rank).unwrap_or(ConfigStatus::System)
}
