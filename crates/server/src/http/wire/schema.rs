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

impl Format {
    /// One tool in this format.
    pub(crate) fn describe(self, tool: ToolRecord) -> Value {
        let schema = tool.input_schema.unwrap_or_else(|| json!({"type": "object"}));
        let (name, description) = (tool.wire_name, tool.description);
        match self {
            Self::Openai => json!({
                "type": "function",
                "function": {"name": name, "description": description, "parameters": schema},
            }),
            Self::Anthropic => {
                json!({"name": name, "description": description, "input_schema": schema})
            }
            Self::Mcp => {
                json!({"name": name, "title": tool.name, "description": description, "inputSchema": schema})
            }
        }
    }
}
