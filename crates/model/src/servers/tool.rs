//! One tool as a server describes it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ids::MCP_TOOL_MAX;

/// Bytes of one tool's definition as JSON.
pub const DEFINITION_MAX: usize = 256 << 10;

/// Tools of one server.
pub const TOOLS_MAX: usize = 5_000;

/// One tool as its server describes it. Nothing of the description is left out or changed. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Map<String, Value>", into = "Map<String, Value>")]
pub struct UpstreamTool {
    name: String,
    definition: Arc<Map<String, Value>>,
}

/// Why a tool of a server is left out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UpstreamToolError {
    /// No text named `name`, or one that cannot be part of a tool id.
    #[error("a tool has no usable name: it needs 1 to {MCP_TOOL_MAX} bytes without control characters")]
    Name,
    /// The description is longer than is kept.
    #[error("the definition of `{0}` is larger than {max} KiB", max = DEFINITION_MAX >> 10)]
    TooLarge(String),
    /// No JSON object is its input schema.
    #[error("the tool `{0}` has no input schema")]
    Schema(String),
}

impl UpstreamTool {
    /// Its name on its server.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All of it, as the server sent it.
    pub fn definition(&self) -> &Arc<Map<String, Value>> {
        &self.definition
    }

    /// The name for people: its `title`, that of its annotations, or its name.
    pub fn title(&self) -> &str {
        let annotated = || self.definition.get("annotations").and_then(|all| all.get("title"));
        let title = self.definition.get("title").or_else(annotated).and_then(Value::as_str);
        title.filter(|title| !title.trim().is_empty()).unwrap_or(&self.name)
    }

    /// What it does; empty when the server does not say.
    pub fn description(&self) -> &str {
        self.definition.get("description").and_then(Value::as_str).unwrap_or_default()
    }

    /// JSON Schema of its arguments.
    pub fn input_schema(&self) -> &Value {
        self.definition.get("inputSchema").unwrap_or(&Value::Null)
    }
}

impl TryFrom<Map<String, Value>> for UpstreamTool {
    type Error = UpstreamToolError;

    fn try_from(definition: Map<String, Value>) -> Result<Self, UpstreamToolError> {
        let name = definition.get("name").and_then(Value::as_str).ok_or(UpstreamToolError::Name)?.to_owned();
        if name.is_empty() || name.len() > MCP_TOOL_MAX || name.chars().any(char::is_control) {
            return Err(UpstreamToolError::Name);
        }
        if !definition.get("inputSchema").is_some_and(Value::is_object) {
            return Err(UpstreamToolError::Schema(name));
        }
        match serde_json::to_string(&definition) {
            Ok(text) if text.len() <= DEFINITION_MAX => Ok(Self { name, definition: Arc::new(definition) }),
            _ => Err(UpstreamToolError::TooLarge(name)),
        }
    }
}

impl From<UpstreamTool> for Map<String, Value> {
    fn from(tool: UpstreamTool) -> Self {
        Arc::unwrap_or_clone(tool.definition)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::{Value, json};

    use super::{UpstreamTool, UpstreamToolError};

    fn tool(definition: &Value) -> Result<UpstreamTool, UpstreamToolError> {
        UpstreamTool::try_from(definition.as_object().unwrap().clone())
    }

    #[test]
    fn what_we_have_no_word_for_survives() {
        let sent =
            json!({"name": "a", "inputSchema": {"type": "object"}, "execution": {"taskSupport": "optional"}});
        let kept = serde_json::to_value(tool(&sent).unwrap()).unwrap();
        assert_eq!(kept, sent);
    }

    #[test]
    fn people_see_the_title() {
        let annotated =
            json!({"name": "a", "inputSchema": {}, "annotations": {"title": "Do it"}, "title": "Ein Titel"});
        assert_eq!(tool(&annotated).unwrap().title(), "Ein Titel");
        assert_eq!(tool(&json!({"name": "a", "inputSchema": {}, "title": " "})).unwrap().title(), "a");
    }

    #[test]
    fn what_cannot_be_called_is_refused() {
        assert_eq!(tool(&json!({"name": "", "inputSchema": {}})), Err(UpstreamToolError::Name));
        assert_eq!(tool(&json!({"name": "a\nb", "inputSchema": {}})), Err(UpstreamToolError::Name));
        assert_eq!(tool(&json!({"name": "a"})), Err(UpstreamToolError::Schema("a".to_owned())));
        let large = json!({"name": "a", "inputSchema": {}, "description": "x".repeat(300_000)});
        assert_eq!(tool(&large), Err(UpstreamToolError::TooLarge("a".to_owned())));
    }
}
