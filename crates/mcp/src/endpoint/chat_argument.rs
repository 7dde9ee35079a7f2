//! The argument `chat`, with which tools are listed for callers that want to say the chat in each call: programs that
//! were generated from the list cannot set a header for one call.

use serde_json::{Map, Value, json};

use crate::endpoint::house::{House, Refusal, View};

/// Its name.
const NAME: &str = "chat";
/// Its name beside an argument of the tool's own that is called so.
const OTHER_NAME: &str = "pegboard_chat";

fn name_beside(own: bool) -> &'static str {
    if own { OTHER_NAME } else { NAME }
}

/// Lists the argument with every tool.
pub(super) fn offer(tools: &mut [Value]) {
    for tool in tools {
        let Some(schema) = tool.get_mut("inputSchema").and_then(Value::as_object_mut) else { continue };
        let properties = schema.entry("properties").or_insert_with(|| json!({}));
        let Some(properties) = properties.as_object_mut() else { continue };
        let name = name_beside(properties.contains_key(NAME));
        let about =
            "Id of the Pegboard chat whose workspace this call works on. Your own chat when left out.";
        properties.insert(name.to_owned(), json!({"type": "string", "description": about}));
    }
}

/// Takes the argument out of a call, which the tool must not see.
///
/// # Errors
/// When it is no text.
pub(super) async fn take(
    house: &dyn House,
    view: &View,
    tool: &str,
    arguments: &mut Map<String, Value>,
) -> Result<Option<String>, Refusal> {
    let name = name_beside(house.has_argument(view, tool, NAME).await);
    match arguments.remove(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(chat)) => Ok(Some(chat)),
        Some(_) => Err(Refusal::Told(format!("`{name}` must be the id of a chat"))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::offer;

    #[test]
    fn every_tool_gets_the_argument_beside_its_own() {
        let mut tools = vec![
            json!({"name": "a", "inputSchema": {"type": "object"}}),
            json!({"name": "b", "inputSchema": {"properties": {"chat": {"type": "integer"}}, "required": ["chat"]}}),
            json!({"name": "c"}),
        ];
        offer(&mut tools);
        assert_eq!(tools[0]["inputSchema"]["properties"]["chat"]["type"], "string");
        assert_eq!(tools[1]["inputSchema"]["properties"]["chat"]["type"], "integer");
        assert_eq!(tools[1]["inputSchema"]["properties"]["pegboard_chat"]["type"], "string");
        assert_eq!(tools[1]["inputSchema"]["required"], json!(["chat"]));
        assert_eq!(tools[2], json!({"name": "c"}));
    }
}
