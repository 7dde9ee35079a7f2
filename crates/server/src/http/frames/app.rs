//! The app that an MCP server brings for its tool, as what goes into a frame.

use std::sync::Arc;

use axum::body::Bytes;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use pegboard_engine::Engine;
use pegboard_engine::record::CallRecord;
use pegboard_mcp::rpc::method::RESOURCES_READ;
use pegboard_model::ids::{CallId, ServerKey, ToolId};
use pegboard_model::render::{RenderPlan, View as Planned};
use serde_json::{Value, json};

use crate::http::frames::view::PAGE_MAX;
use crate::http::problem::{Problem, kinds};
use crate::http::sandbox::document::around_app;
use crate::http::sandbox::reach::Reach;
use crate::http::sandbox::shown::View;
use crate::http::wire::frame::{AppAsks, AppFrame, Network};

/// Asks the server of a call's tool for its app.
pub(super) async fn of_app(
    engine: &Engine,
    id: CallId,
    network: Network,
) -> Result<(View, AppFrame), Problem> {
    let call = engine.call_record(id).await?;
    let ToolId::Mcp { server, .. } = &call.tool else {
        return Err(Problem::new(
            kinds::NO_FRAME,
            format!("`{}` is no tool of an MCP server: only these bring apps.", call.tool),
        ));
    };
    let uri = address(engine, &call).ok_or_else(|| {
        Problem::new(kinds::NO_FRAME, format!("The server `{server}` names no app for this tool."))
    })?;
    let params = json!({"uri": uri});
    let read = engine.ask_server(server, Some(call.chat), None, RESOURCES_READ, params).await?;
    let app = App::in_result(&read, &uri).map_err(|why| no_app(server, why))?;
    let reach = if network == Network::Asked { app.asks.clone() } else { Reach::default() };
    let page = Bytes::from(around_app(&app.html));
    let Reach { connect, resources, frames } = app.asks;
    let asks = AppAsks { connect, resources, frames };
    let about = AppFrame { server_key: server.to_string(), asks, prefers_border: app.prefers_border };
    Ok((View::App(page, Arc::new(reach)), about))
}

/// The address that the call's plan names, else the one in the tool's definition as it is now.
fn address(engine: &Engine, call: &CallRecord) -> Option<String> {
    let plan = call.render_plan.clone().and_then(|plan| serde_json::from_value::<RenderPlan>(plan).ok());
    match plan.map(|plan| plan.view) {
        Some(Planned::App { uri }) => Some(uri),
        _ => {
            let tool = engine.tool(&call.tool.to_string()).ok()?;
            tool.upstream?.app().map(str::to_owned)
        }
    }
}

fn no_app(server: &ServerKey, why: NoApp) -> Problem {
    Problem::new(kinds::NO_FRAME, format!("What the server `{server}` gave is no app: {why}."))
        .hint("The call's result is shown without it.")
}

/// An app as its server gave it.
#[derive(Debug, PartialEq, Eq)]
struct App {
    html: String,
    asks: Reach,
    prefers_border: Option<bool>,
}

/// Why a resource is no app.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum NoApp {
    #[error("there is nothing under its address")]
    Nothing,
    #[error("its type is not `text/html;profile=mcp-app`")]
    Type,
    #[error("it is no text")]
    Text,
    #[error("it is larger than {} MiB", PAGE_MAX >> 20)]
    TooLarge,
}

impl App {
    /// Reads a `ReadResourceResult`. Nothing in it is trusted.
    fn in_result(result: &Value, uri: &str) -> Result<Self, NoApp> {
        let contents = result.get("contents").and_then(Value::as_array).ok_or(NoApp::Nothing)?;
        let content = contents.iter().find(|content| content["uri"] == uri).ok_or(NoApp::Nothing)?;
        if !content.get("mimeType").and_then(Value::as_str).is_some_and(is_app) {
            return Err(NoApp::Type);
        }
        let html = match (content.get("text"), content.get("blob")) {
            (Some(Value::String(text)), _) => text.clone(),
            (_, Some(Value::String(blob))) => {
                let bytes = BASE64_STANDARD.decode(blob).map_err(|_| NoApp::Text)?;
                String::from_utf8(bytes).map_err(|_| NoApp::Text)?
            }
            _ => return Err(NoApp::Text),
        };
        if u64::try_from(html.len()).unwrap_or(u64::MAX) > PAGE_MAX {
            return Err(NoApp::TooLarge);
        }
        let ui = &content["_meta"]["ui"];
        Ok(Self { html, asks: Reach::asked(&ui["csp"]), prefers_border: ui["prefersBorder"].as_bool() })
    }
}

/// Whether a media type is that of apps.
fn is_app(media_type: &str) -> bool {
    let mut parts = media_type.split(';').map(str::trim);
    let essence = parts.next().unwrap_or_default();
    essence.eq_ignore_ascii_case("text/html")
        && parts.any(|part| part.eq_ignore_ascii_case("profile=mcp-app"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::{Value, json};

    use super::{App, NoApp, PAGE_MAX, Reach};

    const URI: &str = "ui://chart/view";

    fn read(content: &Value) -> Result<App, NoApp> {
        App::in_result(&json!({"contents": [{"uri": "ui://other"}, content]}), URI)
    }

    fn content(more: &Value) -> Value {
        let mut content = json!({"uri": URI, "mimeType": "text/html;profile=mcp-app"});
        content.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        content
    }

    #[test]
    fn an_app_is_html_of_its_own_type() {
        let plain = App { html: "<p>".to_owned(), asks: Reach::default(), prefers_border: None };
        assert_eq!(read(&content(&json!({"text": "<p>"}))), Ok(plain));
        let full = json!({
            "blob": "PHA+", "mimeType": "Text/HTML; profile=mcp-app",
            "_meta": {"ui": {"prefersBorder": true, "csp": {"connectDomains": ["https://a.example", "*"]}}},
        });
        let app = read(&content(&full)).unwrap();
        assert_eq!((app.html.as_str(), app.prefers_border), ("<p>", Some(true)));
        assert_eq!(app.asks.connect, ["https://a.example"]);
    }

    #[test]
    fn what_is_no_app_says_why() {
        let too_large = "x".repeat(usize::try_from(PAGE_MAX).unwrap() + 1);
        for (given, why) in [
            (json!({"text": "<p>", "mimeType": "text/html"}), NoApp::Type),
            (json!({"text": "<p>", "mimeType": "image/svg+xml;profile=mcp-app"}), NoApp::Type),
            (json!({"text": "<p>", "mimeType": 1}), NoApp::Type),
            (json!({"text": "<p>", "uri": "ui://else"}), NoApp::Nothing),
            (json!({}), NoApp::Text),
            (json!({"text": null, "blob": "?"}), NoApp::Text),
            (json!({"blob": "/w=="}), NoApp::Text),
            (json!({"text": too_large}), NoApp::TooLarge),
        ] {
            assert_eq!(read(&content(&given)).unwrap_err(), why);
        }
        assert_eq!(App::in_result(&json!({"contents": {}}), URI), Err(NoApp::Nothing));
        assert_eq!(App::in_result(&json!(null), URI), Err(NoApp::Nothing));
    }
}
