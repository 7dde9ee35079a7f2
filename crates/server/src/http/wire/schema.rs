//! Tools as models are told of them, in the formats of those who host models.

use pegboard_engine::record::ToolRecord;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

/// Whose format.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// `{type: "function", function: {name, description, parameters}}`
    #[default]
    Openai,
    /// `{name, description, input_schema}`
    Anthropic,
    /// `{name, title, description, inputSchema}`
    Mcp,
}

/// Whose format is wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FormatQuery {
    /// `openai` when left out.
    #[serde(default)]
    #[param(inline)]
    pub(crate) format: Format,
}

/// The tools that a chat's model may call.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct AvailableTools {
    /// In the format asked for. The names are wire names, which `call_tool` takes as well as ids.
    #[schema(value_type = Vec<Object>)]
    pub(crate) tools: Vec<Value>,
}

/// One tool as a model is told of it, in each format.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ToolSchemas {
    /// `{type: "function", function: {name, description, parameters}}`
    #[schema(value_type = Object)]
    pub(crate) openai: Value,
    /// `{name, description, input_schema}`
    #[schema(value_type = Object)]
    pub(crate) anthropic: Value,
    /// `{name, title, description, inputSchema}`
    #[schema(value_type = Object)]
    pub(crate) mcp: Value,
}

impl From<&ToolRecord> for ToolSchemas {
    fn from(tool: &ToolRecord) -> Self {
        Self {
            openai: Format::Openai.describe(tool),
            anthropic: Format::Anthropic.describe(tool),
            mcp: Format::Mcp.describe(tool),
        }
    }
}

impl Format {
    /// One tool in this format.
    pub(crate) fn describe(self, tool: &ToolRecord) -> Value {
        let schema = tool.input_schema.clone().unwrap_or_else(|| json!({"type": "object"}));
        let (name, description) = (&tool.wire_name, &tool.description);
        match self {
            Self::Openai => json!({
                "type": "function",
                "function": {"name": name, "description": description, "parameters": schema},
            }),
            Self::Anthropic => {
                json!({"name": name, "description": description, "input_schema": schema})
            }
            Self::Mcp => {
                // What a server says of its tool passes through; only what the house decides takes its place.
                let own = tool.upstream.as_ref().map(|upstream| upstream.definition().as_ref().clone());
                let mut definition = own.unwrap_or_default();
                definition.insert("name".into(), json!(name));
                definition.insert("title".into(), json!(tool.name));
                definition.insert("description".into(), json!(description));
                definition.insert("inputSchema".into(), schema);
                Value::Object(definition)
            }
        }
    }
}
