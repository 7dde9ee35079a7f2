//! Html renderers as MCP Apps: the template with our bridge, which gives it `window.__TOOL_DATA__` in any host as it has
//! it on our own page.

use pegboard_engine::Engine;
use pegboard_mcp::endpoint::house::Refusal;
use pegboard_model::ids::ToolId;
use pegboard_model::render::{RendererKind, insert_markup};
use serde_json::{Value, json};

use crate::mcp::refusal;
use crate::mcp::view::no_such;

/// What the addresses begin with.
const SCHEME: &str = "ui://pegboard/";
/// The media type of an app.
const MIME: &str = "text/html;profile=mcp-app";
/// Bytes of a template.
const TEMPLATE_MAX: u64 = 4 << 20;
/// Runs in the template, before everything of its own.
const INNER: &str = concat!("<script>", include_str!("../../assets/app-inner.js"), "</script>");
/// Runs in the page around it: speaks with the host.
const BRIDGE: &str = concat!("<script>", include_str!("../../assets/app-bridge.js"), "</script>");
/// What that page looks like: nothing but the template.
const STYLE: &str = "<style>html,body{margin:0}iframe{display:block;border:0;width:100%}</style>";

/// The address of a tool's app.
pub(super) fn uri(tool: &ToolId) -> String {
    let id = tool.to_string();
    format!("{SCHEME}{}", percent_encoding::utf8_percent_encode(&id, percent_encoding::NON_ALPHANUMERIC))
}

/// Whether an address is one of ours.
pub(super) fn is_ours(uri: &str) -> bool {
    uri.starts_with(SCHEME)
}

/// A tool's app, as a `ReadResourceResult`.
pub(super) async fn read(engine: &Engine, uri: &str) -> Result<Value, Refusal> {
    let unknown = || no_such("resource", uri, None);
    let id = uri.strip_prefix(SCHEME).ok_or_else(unknown)?;
    let id = percent_encoding::percent_decode_str(id).decode_utf8().map_err(|_| unknown())?;
    let tool = engine.tool(&id).map_err(|_| unknown())?;
    if tool.effective.renderer != Some(RendererKind::Html) || !tool.enabled {
        return Err(unknown());
    }
    let artifact = tool.effective.renderer_config.as_ref().and_then(|config| config.get("artifact"));
    let artifact = artifact.and_then(Value::as_str).ok_or_else(unknown)?;
    let artifact = artifact.strip_prefix("$toolset/").unwrap_or(artifact);
    let toolset = tool.toolset.ok_or_else(unknown)?;
    let template = engine.artifact(&toolset, artifact, TEMPLATE_MAX).await.map_err(refusal::artifact)?;
    let html = page(&String::from_utf8_lossy(&template));
    Ok(json!({"contents": [{"uri": uri, "mimeType": MIME, "text": html}]}))
}

/// The page that a host shows: the template as data, and the bridge that loads it.
fn page(template: &str) -> String {
    let template = insert_markup(template.strip_prefix('\u{feff}').unwrap_or(template), INNER);
    // Nothing in it ends the element that holds it.
    let template = Value::String(template).to_string().replace('<', "\\u003c");
    format!(
        "<!doctype html><meta charset=\"utf-8\"><title>Pegboard</title>{STYLE}<body>\
         <script type=\"application/json\" id=\"template\">{template}</script>{BRIDGE}"
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{is_ours, page, uri};

    #[test]
    fn a_template_cannot_end_the_element_that_holds_it() {
        let page = page("<p>x</p></script><!--<script>\u{2028}");
        let (_, rest) = page.split_once("id=\"template\">").unwrap();
        let (held, _) = rest.split_once("</script>").unwrap();
        let template: String = serde_json::from_str(held).unwrap();
        assert!(template.ends_with("<p>x</p></script><!--<script>\u{2028}"), "{template}");
        assert!(!held.contains('<'));
    }

    #[test]
    fn addresses_are_those_of_tools() {
        let tool = "data-lab:plot".parse().unwrap();
        assert_eq!(uri(&tool), "ui://pegboard/data%2Dlab%3Aplot");
        assert!(is_ours(&uri(&tool)) && !is_ours("ui://other/x"));
    }
}
