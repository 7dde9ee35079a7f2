//! Tools as `tools/list` shows them.

use pegboard_engine::record::ToolRecord;
use pegboard_model::render::RendererKind;
use pegboard_model::servers::UpstreamTool;
use serde_json::{Map, Value, json};

use crate::mcp::apps;
use crate::mcp::view::Named;

/// One tool.
pub(super) fn tool(named: Named) -> Value {
    let Named { name, tool } = named;
    let mut shown = match &tool.upstream {
        Some(upstream) => passed_on(&name, &tool, upstream),
        None => described(&name, &tool),
    };
    let has_template = tool.effective.renderer == Some(RendererKind::Html) && tool.toolset.is_some();
    // An app of the server's own stays.
    if has_template && !shown.contains_key("_meta") {
        // As hosts before the extension was stable read it, and as those after do.
        let uri = apps::uri(&tool.id);
        shown.insert("_meta".to_owned(), json!({"ui": {"resourceUri": uri}, "ui/resourceUri": uri}));
    }
    Value::Object(shown)
}

/// A server's tool as the server describes it, but for what an override says.
fn passed_on(name: &str, tool: &ToolRecord, upstream: &UpstreamTool) -> Map<String, Value> {
    let mut shown = Map::clone(upstream.definition());
    shown.insert("name".to_owned(), name.into());
    if let Some(name) = &tool.effective.name_override {
        shown.insert("title".to_owned(), name.as_str().into());
    }
    if let Some(description) = &tool.effective.description_override {
        shown.insert("description".to_owned(), description.as_str().into());
    }
    shown
}

fn described(name: &str, tool: &ToolRecord) -> Map<String, Value> {
    let schema = tool.input_schema.clone().unwrap_or_else(|| json!({"type": "object"}));
    let mut shown = Map::new();
    shown.insert("name".to_owned(), name.into());
    shown.insert("title".to_owned(), tool.name.as_str().into());
    shown.insert("description".to_owned(), tool.description.as_str().into());
    shown.insert("inputSchema".to_owned(), schema);
    shown
}
