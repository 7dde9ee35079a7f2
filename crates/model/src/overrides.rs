//! Per-toolset changes of a tool's name, description, renderer, confirmation and enablement.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What one layer (the bundle, or the user) changes about one tool. `None` leaves a thing as it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolOverride {
    /// The full tool id (a pattern may hold `*`).
    pub tool_id: String,
    /// The renderer's type word.
    pub renderer: Option<String>,
    /// The renderer's configuration, an object.
    pub renderer_config: Option<Value>,
    /// The display name.
    pub name_override: Option<String>,
    /// The description.
    pub description_override: Option<String>,
    /// Whether a person must see each call.
    pub requires_confirmation: Option<bool>,
    /// Whether the tool is on.
    pub enabled: Option<bool>,
}

impl ToolOverride {
    /// An override that changes nothing yet.
    pub fn new(tool_id: impl Into<String>) -> Self {
        Self {
            tool_id: tool_id.into(),
            renderer: None,
            renderer_config: None,
            name_override: None,
            description_override: None,
            requires_confirmation: None,
            enabled: None,
        }
    }
}
