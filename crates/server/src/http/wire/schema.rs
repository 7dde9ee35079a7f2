//! Tools as models are told of them, in the formats of those who host models.

use pegboard_engine::record::ToolRecord;
use pegboard_model::arguments;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::{IntoParams, ToSchema};

/// Whose format.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Format {
    /// OpenAI's chat completions: `{type: "function", function: {name, description, parameters}}`
    #[default]
    Openai,
    /// OpenAI's responses: `{type: "function", name, description, parameters, strict}`
    OpenaiResponses,
    /// `{name, description, input_schema}`
    Anthropic,
    /// `{name, title, description, inputSchema}`
    Mcp,
}

/// Whether a host is to hold the model to the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keeping {
    /// As well as it can.
    Loosely,
    /// Exactly, where the schema has a form for that.
    Strictly,
}

/// Whether the host tells the model of a tool at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Telling {
    /// It does.
    AtOnce,
    /// Only when the model looks for it (Anthropic's tool search).
    WhenFound,
}

/// Whose format is wanted, and how.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FormatQuery {
    /// `openai` when left out.
    #[serde(default)]
    #[param(inline)]
    pub(crate) format: Format,
    /// Schemas in the form that strict modes want, where they have one; each tool says whether it has. Optional
    /// arguments may be `null` there, which a call takes for left out.
    #[serde(default)]
    pub(crate) strict: bool,
    /// With `anthropic`: tools of toolsets that are not active are listed as well, to be told when they are found
    /// (`defer_loading`).
    #[serde(default)]
    pub(crate) defer: bool,
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
    /// `{type: "function", name, description, parameters, strict}`
    #[schema(value_type = Object)]
    pub(crate) openai_responses: Value,
    /// `{name, description, input_schema}`, with `input_examples` where the schema has `examples`
    #[schema(value_type = Object)]
    pub(crate) anthropic: Value,
    /// `{name, title, description, inputSchema}`
    #[schema(value_type = Object)]
    pub(crate) mcp: Value,
}

impl From<&ToolRecord> for ToolSchemas {
    fn from(tool: &ToolRecord) -> Self {
        let of = |format: Format| format.describe(tool, Keeping::Loosely, Telling::AtOnce);
        Self {
            openai: of(Format::Openai),
            openai_responses: of(Format::OpenaiResponses),
            anthropic: of(Format::Anthropic),
            mcp: of(Format::Mcp),
        }
    }
}

impl Format {
    /// One tool in this format.
    pub(crate) fn describe(self, tool: &ToolRecord, keeping: Keeping, telling: Telling) -> Value {
        let schema = tool.input_schema.clone().unwrap_or_else(|| json!({"type": "object"}));
        let strict = match keeping {
            Keeping::Strictly => arguments::strict(&schema),
            Keeping::Loosely => None,
        };
        let kept = strict.is_some();
        let examples = examples(&schema);
        let schema = strict.unwrap_or(schema);
        let (name, description) = (&tool.wire_name, &tool.description);
        match self {
            Self::Openai => {
                let mut function = json!({"name": name, "description": description, "parameters": schema});
                if keeping == Keeping::Strictly {
                    function["strict"] = kept.into();
                }
                json!({"type": "function", "function": function})
            }
            // Their strict mode is on where nobody says otherwise.
            Self::OpenaiResponses => json!({
                "type": "function", "name": name, "description": description, "parameters": schema, "strict": kept,
            }),
            Self::Anthropic => {
                let mut shown = json!({"name": name, "description": description, "input_schema": schema});
                if kept {
                    shown["strict"] = true.into();
                }
                if telling == Telling::WhenFound {
                    shown["defer_loading"] = true.into();
                }
                if let Some(examples) = examples {
                    shown["input_examples"] = examples;
                }
                shown
            }
            Self::Mcp => mcp(tool, schema),
        }
    }
}

/// The examples of a schema that are objects of arguments.
fn examples(schema: &Value) -> Option<Value> {
    let examples = schema.get("examples")?.as_array()?;
    let objects: Vec<Value> = examples.iter().filter(|example| example.is_object()).cloned().collect();
    (!objects.is_empty()).then_some(Value::Array(objects))
}

/// What a server says of its tool passes through; only what the house decides takes its place.
fn mcp(tool: &ToolRecord, schema: Value) -> Value {
    let own = tool.upstream.as_ref().map(|upstream| upstream.definition().as_ref().clone());
    let mut definition: Map<String, Value> = own.unwrap_or_default();
    definition.insert("name".into(), json!(tool.wire_name));
    definition.insert("title".into(), json!(tool.name));
    definition.insert("description".into(), json!(tool.description));
    definition.insert("inputSchema".into(), schema);
    Value::Object(definition)
}
