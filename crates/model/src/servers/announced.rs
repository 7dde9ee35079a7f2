//! What a server told of itself.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::tool::UpstreamTool;

/// What a server told when it was asked: about itself, and which tools it has.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Announced {
    /// The protocol version that was agreed on, such as `2025-11-25`.
    pub protocol: String,
    /// Its `serverInfo` as it sent it.
    #[serde(default)]
    pub server_info: Map<String, Value>,
    /// Its `capabilities` as it sent them.
    #[serde(default)]
    pub capabilities: Map<String, Value>,
    /// What it says a model should know of it.
    #[serde(default)]
    pub instructions: Option<String>,
    /// Its tools, in its order.
    pub tools: Vec<UpstreamTool>,
    /// What people should know: tools that were left out, and why.
    #[serde(default)]
    pub warnings: Vec<String>,
}

impl Announced {
    /// Whether the server says it has this, such as `resources` or `prompts`.
    pub fn can(&self, capability: &str) -> bool {
        self.capabilities.contains_key(capability)
    }
}
