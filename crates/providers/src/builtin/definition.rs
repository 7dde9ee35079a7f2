//! How built-in tools are described.

use pegboard_model::builtin::{BuiltinTool, Effect};
use pegboard_model::ids::ToolName;
use serde_json::{Map, Value, json};

/// One argument of a tool.
pub(super) struct Argument {
    name: &'static str,
    schema: Value,
    required: bool,
}

impl Argument {
    /// One that must be given.
    pub(super) fn required(name: &'static str, schema: Value) -> Self {
        Self { name, schema, required: true }
    }

    /// One that may be left out.
    pub(super) fn optional(name: &'static str, schema: Value) -> Self {
        Self { name, schema, required: false }
    }
}

/// A text argument.
pub(super) fn text(description: &str) -> Value {
    json!({"type": "string", "description": description})
}

/// A switch, off where it is not given.
pub(super) fn switch(description: &str) -> Value {
    json!({"type": "boolean", "default": false, "description": description})
}

/// A whole number from `least` to `most`.
pub(super) fn number(description: &str, least: u64, most: u64) -> Value {
    json!({"type": "integer", "minimum": least, "maximum": most, "description": description})
}

/// Describes a tool. Arguments that it does not have are refused.
pub(super) fn tool(
    name: &'static str,
    title: &'static str,
    effect: Effect,
    description: &str,
    arguments: &[Argument],
) -> Option<BuiltinTool> {
    let required: Vec<&str> = arguments.iter().filter(|one| one.required).map(|one| one.name).collect();
    let properties: Map<String, Value> =
        arguments.iter().map(|one| (one.name.to_owned(), one.schema.clone())).collect();
    let input_schema = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    // A name of ours that is none would show as a missing tool in the first test.
    let name: ToolName = name.parse().ok()?;
    Some(BuiltinTool { name, title, description: description.to_owned(), input_schema, effect })
}
