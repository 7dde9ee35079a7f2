//! What the database keeps of policy.

use std::sync::Arc;

use pegboard_model::document::DocumentErrors;
use pegboard_model::ruleset::{HousePolicy, Ruleset};

use crate::store::{Store, StoreError};

/// The setting that holds the policy's text.
pub(crate) const POLICY: &str = "policy";
/// The setting that holds the kill switch: `false` when somebody switched all tools off.
pub(crate) const TOOLS_ENABLED: &str = "tools_enabled";
/// What messages call the policy.
pub(crate) const FILE: &str = "policy.yaml";

/// What the database says of policy.
#[derive(Debug, Clone, Default)]
pub(crate) struct Kept {
    /// The policy's text.
    pub(crate) text: String,
    /// The same, read.
    pub(crate) rules: Arc<Ruleset>,
    /// Whether somebody switched all tools off.
    pub(crate) switched_off: bool,
}

/// Reads it. A text that this version cannot read fails: without its policy a house must not run anything.
pub(crate) async fn load(store: &Store) -> Result<Kept, StoreError> {
    let text = store.setting(POLICY).await?.unwrap_or_default();
    let damaged = |error: DocumentErrors| StoreError::Damaged { table: "settings", what: error.to_string() };
    let rules = Arc::new(HousePolicy::parse(&text, FILE).map_err(damaged)?.rules);
    let switched_off = store.setting(TOOLS_ENABLED).await?.as_deref() == Some("false");
    Ok(Kept { text, rules, switched_off })
}
