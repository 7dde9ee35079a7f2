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

/// Bytes of the address of an app.
const APP_ADDRESS_MAX: usize = 2048;

/// Who a tool is there for (MCP Apps).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Models, which choose among tools.
    Model,
    /// The server's own apps.
    App,
}

impl Audience {
    /// The word in a tool's definition.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::App => "app",
        }
    }
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

    /// The `ui://` address of the app that shows its results; also under the key of before the extension was stable.
    pub fn app(&self) -> Option<&str> {
        let meta = self.definition.get("_meta")?;
        let uri = meta.pointer("/ui/resourceUri").or_else(|| meta.get("ui/resourceUri"))?.as_str()?;
        let plain =
            uri.starts_with("ui://") && uri.len() <= APP_ADDRESS_MAX && !uri.chars().any(char::is_control);
        plain.then_some(uri)
    }

    /// Whether it is there for `audience`: for both, unless its server says for whom.
    pub fn is_for(&self, audience: Audience) -> bool {
        let said = self.definition.get("_meta").and_then(|meta| meta.pointer("/ui/visibility"));
        match said.and_then(Value::as_array) {
            Some(named) => named.iter().any(|name| name == audience.as_str()),
            None => true,
        }
    }

    /// Whether its server says that it changes nothing.
    pub fn is_read_only(&self) -> bool {
        let said = self.definition.get("annotations").and_then(|all| all.get("readOnlyHint"));
        said.and_then(Value::as_bool).unwrap_or(false)
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

    use super::{Audience, UpstreamTool, UpstreamToolError};

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
    fn an_app_has_an_address_of_its_own_scheme() {
        let app = |meta: Value| {
            let tool = tool(&json!({"name": "a", "inputSchema": {}, "_meta": meta})).unwrap();
            tool.app().map(str::to_owned)
        };
        assert_eq!(app(json!({"ui": {"resourceUri": "ui://a/b"}})).as_deref(), Some("ui://a/b"));
        assert_eq!(app(json!({"ui/resourceUri": "ui://old"})).as_deref(), Some("ui://old"));
        for meta in [
            json!({}),
            json!([]),
            json!({"ui": {}}),
            json!({"ui": {"resourceUri": 3}}),
            json!({"ui": {"resourceUri": "https://a.example"}}),
            json!({"ui": {"resourceUri": "ui://a\nb"}}),
            json!({"ui": {"resourceUri": format!("ui://{}", "x".repeat(3000))}}),
        ] {
            assert_eq!(app(meta.clone()), None, "{meta}");
        }
    }

    #[test]
    fn a_tool_is_for_everybody_unless_its_server_says_for_whom() {
        let of = |meta: Value| {
            let tool = tool(&json!({"name": "a", "inputSchema": {}, "_meta": meta})).unwrap();
            (tool.is_for(Audience::Model), tool.is_for(Audience::App))
        };
        assert_eq!(of(json!({})), (true, true));
        assert_eq!(of(json!({"ui": {"visibility": ["app"]}})), (false, true));
        assert_eq!(of(json!({"ui": {"visibility": ["model"]}})), (true, false));
        assert_eq!(of(json!({"ui": {"visibility": []}})), (false, false));
        assert_eq!(of(json!({"ui": {"visibility": "app"}})), (true, true));
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
