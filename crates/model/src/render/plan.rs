//! Render plans: what a surface shows of one result (spec 1 §5.3).

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::address::{check_url, port_number};
use super::interpolate::{Scope, interpolate};
use super::kind::RendererKind;
use super::language;
use super::path::relative;
use crate::card::{CardHtml, Colour, one_line, title};

/// How much of a bad value an error plan repeats, in characters.
const QUOTED_CHARS: usize = 200;

/// What a surface shows of a result. As JSON: `{"renderer": "code", "config": {"file": …, …}, "warnings": […]}`, and
/// `{"renderer": "none"}` where there is nothing special to show.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RenderPlan {
    /// The renderer and its filled-in configuration.
    #[serde(flatten)]
    pub view: View,
    /// What was missing while the configuration was filled in, for the toolset's author.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// A renderer with its filled-in configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "renderer", content = "config", rename_all = "lowercase")]
pub enum View {
    /// Nothing special: the surface shows the result as JSON.
    None,
    /// The call, or the plan itself, failed.
    Error {
        /// What happened.
        message: String,
        /// The tool's traceback.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        traceback: Option<String>,
    },
    /// A code editor or viewer.
    Code {
        /// What it shows.
        #[serde(flatten)]
        source: Source,
        /// The language, never `auto`: `text` when it is not known.
        language: String,
        /// Whether the file may be edited; always false for `content`.
        editable: bool,
    },
    /// A Markdown or text editor.
    Document {
        /// What it shows.
        #[serde(flatten)]
        source: Source,
        /// Whether the file may be edited; always false for `content`.
        editable: bool,
    },
    /// An HTML template with data.
    Html {
        /// The template's path, relative to the toolset, without `.` and `..`.
        artifact: String,
        /// What becomes `window.__TOOL_DATA__`.
        data: Value,
    },
    /// A web page in a frame.
    Frame {
        /// An absolute http or https address.
        url: String,
    },
    /// A card with HTML of the tool.
    Card {
        /// What it shows, cleaned.
        html: CardHtml,
        /// One line; may be empty.
        title: String,
        /// The colour of its edge.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        accent_color: Option<Colour>,
        /// The colour behind it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        background_color: Option<Colour>,
    },
    /// The app that an MCP server brings for its tool.
    App {
        /// The `ui://` address of a resource of that server.
        uri: String,
    },
}

/// What an editor shows. As JSON a key of its own beside the others: `"file": …` or `"content": …`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A file's path, relative to the workspace, without `.` and `..`.
    File(String),
    /// The text itself.
    Content(String),
}

impl RenderPlan {
    /// Nothing special to show.
    pub fn none() -> Self {
        Self { view: View::None, warnings: Vec::new() }
    }

    /// A failure to show.
    pub fn error(message: impl Into<String>, traceback: Option<String>) -> Self {
        Self { view: View::Error { message: message.into(), traceback }, warnings: Vec::new() }
    }

    /// Fills in a renderer's configuration and checks what came out of it. A plan that cannot be shown as configured
    /// (a path out of the workspace, a frame without an address) becomes an error plan that says why.
    pub fn of(kind: RendererKind, config: &Value, scope: &Scope<'_>) -> Self {
        let filled = interpolate(config, scope);
        let mut warnings = filled.warnings;
        let config = Filled { value: filled.value, scope, warnings: &mut warnings };
        let view = match kind {
            RendererKind::Code => config.code(),
            RendererKind::Document => config.document(),
            RendererKind::Html => config.html(),
            RendererKind::Frame => config.frame(),
            RendererKind::Card => config.card(),
            RendererKind::App => config.app(),
        };
        let view = view.unwrap_or_else(|why| View::Error {
            message: format!("the result cannot be shown with the `{kind}` renderer: {why}"),
            traceback: None,
        });
        Self { view, warnings }
    }
}

/// A configuration with its expressions replaced; nothing in it is trusted.
struct Filled<'a> {
    value: Value,
    scope: &'a Scope<'a>,
    warnings: &'a mut Vec<String>,
}

impl Filled<'_> {
    fn get(&self, key: &str) -> Option<&Value> {
        self.value.get(key).filter(|value| !value.is_null())
    }

    fn has_key(&self, key: &str) -> bool {
        self.value.get(key).is_some()
    }

    fn code(mut self) -> Result<View, String> {
        let source = self.source()?;
        let language = match self.get("language").and_then(Value::as_str) {
            None | Some("" | "auto") => match &source {
                Source::File(path) => language::of_file(path).to_owned(),
                Source::Content(_) => language::PLAIN.to_owned(),
            },
            Some(language) => quoted(&language.to_lowercase()),
        };
        let editable = self.editable(&source);
        Ok(View::Code { source, language, editable })
    }

    fn document(mut self) -> Result<View, String> {
        let source = self.source()?;
        let editable = self.editable(&source);
        Ok(View::Document { source, editable })
    }

    fn html(self) -> Result<View, String> {
        let artifact = self.get("artifact").and_then(Value::as_str).ok_or("`artifact` is not a path")?;
        let artifact = relative(artifact, self.scope.toolset)
            .map_err(|why| format!("the artifact `{}` is not inside the toolset: {why}", quoted(artifact)))?;
        let data = match self.value.get("data") {
            Some(data) => data.clone(),
            None => self.scope.result.clone(),
        };
        Ok(View::Html { artifact, data })
    }

    fn frame(self) -> Result<View, String> {
        if let Some(url) = self.get("url") {
            let url = url.as_str().ok_or("`url` is not a text")?;
            check_url(url)?;
            return Ok(View::Frame { url: url.to_owned() });
        }
        let port = self.get("port").ok_or("neither `url` nor `port` has a value")?;
        let port = port_number(port)
            .ok_or_else(|| format!("`{}` is not a port from 1 to 65535", quoted(&as_text(port))))?;
        Ok(View::Frame { url: format!("http://localhost:{port}") })
    }

    /// The result's own `html`, else its `text`; its own `title`, else that of the configuration.
    fn card(self) -> Result<View, String> {
        let result = self.scope.result;
        let text_of =
            |key: &str| result.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
        let html = match self.get("html").and_then(Value::as_str).or_else(|| text_of("html")) {
            Some(html) => CardHtml::clean(html).map_err(|why| why.to_string())?,
            None => match text_of("text") {
                Some(text) => CardHtml::of_text(text),
                None => return Ok(View::None),
            },
        };
        let template = self.get("title").and_then(Value::as_str).unwrap_or_default();
        let title = match text_of("title") {
            Some(own) => one_line(own),
            None => title(template, self.scope.args.as_object().unwrap_or(&Map::new())),
        };
        let (accent_color, background_color) =
            (self.colour("accent_color")?, self.colour("background_color")?);
        Ok(View::Card { html, title, accent_color, background_color })
    }

    fn colour(&self, key: &str) -> Result<Option<Colour>, String> {
        let colour = self.get(key).map(|value| as_text(value).parse::<Colour>()).transpose();
        colour.map_err(|why| format!("`{key}`: {why}"))
    }

    fn app(self) -> Result<View, String> {
        let uri = self.scope.app.ok_or("the tool's own definition names no app")?;
        Ok(View::App { uri: uri.to_owned() })
    }

    fn source(&mut self) -> Result<Source, String> {
        if let Some(file) = self.get("file") {
            let file = file.as_str().ok_or("`file` is not a text")?;
            return relative(file, Some(self.scope.workspace))
                .map(Source::File)
                .map_err(|why| format!("the file `{}` is not inside the workspace: {why}", quoted(file)));
        }
        match self.get("content") {
            Some(Value::String(text)) => Ok(Source::Content(text.clone())),
            Some(other) => Ok(Source::Content(pretty(other))),
            // A result without the expected text shows an empty editor and the warning that says so.
            None if self.has_key("content") => Ok(Source::Content(String::new())),
            None => Err("neither `file` nor `content` has a value".to_owned()),
        }
    }

    /// Only a file can be edited: a bare text has nowhere to go.
    fn editable(&mut self, source: &Source) -> bool {
        let wanted = match self.get("editable") {
            None => false,
            Some(Value::Bool(wanted)) => *wanted,
            Some(other) => {
                let shown = quoted(&as_text(other));
                self.warnings.push(format!("`editable` is `{shown}`, not true or false: taken as false"));
                false
            }
        };
        wanted && matches!(source, Source::File(_))
    }
}

/// The text that an editor shows of a value that is no text.
fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_else(|_| value.to_string())
}

fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn quoted(text: &str) -> String {
    text.chars().take(QUOTED_CHARS).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::{Value, json};

    use super::{RenderPlan, View};
    use crate::render::interpolate::Scope;
    use crate::render::kind::RendererKind;

    fn plan(kind: RendererKind, config: &Value, args: &Value, result: &Value) -> Value {
        let app = Some("ui://chart/$args.x");
        let scope = Scope { args, result, chat_id: "c", workspace: "/w", toolset: Some("/t"), app };
        let plan = RenderPlan::of(kind, config, &scope);
        let json = serde_json::to_value(&plan).unwrap();
        assert_eq!(serde_json::from_value::<RenderPlan>(json.clone()).unwrap(), plan);
        json
    }

    fn error(kind: RendererKind, config: &Value, result: &Value) -> String {
        let json = plan(kind, config, &json!({}), result);
        assert_eq!(json["renderer"], "error", "{json}");
        json["config"]["message"].as_str().unwrap().to_owned()
    }

    #[test]
    fn the_code_plan_of_write_file() {
        let config = json!({"file": "$args.path", "language": "auto", "editable": true});
        assert_eq!(
            plan(
                RendererKind::Code,
                &config,
                &json!({"path": "a/b.py", "content": "print(1)"}),
                &Value::Null
            ),
            json!({"renderer": "code", "config": {"file": "a/b.py", "language": "python", "editable": true}})
        );
    }

    #[test]
    fn content_is_text_and_cannot_be_edited() {
        let config = json!({"content": "$return.output", "language": "Shell", "editable": true});
        assert_eq!(
            plan(RendererKind::Code, &config, &json!({}), &json!({"output": "hi"})),
            json!({"renderer": "code", "config": {"content": "hi", "language": "shell", "editable": false}})
        );
        let config = json!({"content": "$return"});
        assert_eq!(
            plan(RendererKind::Document, &config, &json!({}), &json!({"a": 1})),
            json!({"renderer": "document", "config": {"content": "{\n  \"a\": 1\n}", "editable": false}})
        );
    }

    #[test]
    fn missing_content_shows_an_empty_editor_with_a_warning() {
        assert_eq!(
            plan(RendererKind::Code, &json!({"content": "$return.x"}), &json!({}), &json!({})),
            json!({
                "renderer": "code",
                "config": {"content": "", "language": "text", "editable": false},
                "warnings": ["`$return.x` has no value: there is no `x` in an object"],
            })
        );
    }

    #[test]
    fn html_keeps_the_type_of_its_data_and_takes_the_result_without_any() {
        let result = json!({"summary": "Processed 100 rows", "stats": {"rows": 100}});
        let expected =
            json!({"renderer": "html", "config": {"artifact": "artifacts/viz.html", "data": result}});
        for config in [
            json!({"artifact": "./artifacts/viz.html", "data": "$return"}),
            json!({"artifact": "$toolset/artifacts/viz.html"}),
        ] {
            assert_eq!(plan(RendererKind::Html, &config, &json!({}), &result), expected);
        }
        let null = json!({"artifact": "a.html", "data": null});
        assert_eq!(plan(RendererKind::Html, &null, &json!({}), &result)["config"]["data"], Value::Null);
    }

    #[test]
    fn frames_have_an_address() {
        let frame = |config: Value, result: Value| plan(RendererKind::Frame, &config, &json!({}), &result);
        for (config, result) in [
            (json!({"port": "$return.port"}), json!({"port": 3000})),
            (json!({"port": "$return.port"}), json!({"port": "3000"})),
            (json!({"url": "http://localhost:$return.port"}), json!({"port": 3000})),
        ] {
            let expected = json!({"renderer": "frame", "config": {"url": "http://localhost:3000"}});
            assert_eq!(frame(config, result), expected);
        }
        for bad in [
            "javascript:alert(1)",
            "file:///etc/passwd",
            "data:text/html,x",
            "//x",
            "http://a@b/",
            "http://a b",
        ] {
            error(RendererKind::Frame, &json!({"url": "$return"}), &json!(bad));
        }
        for bad in [json!(0), json!(65536), json!(-1), json!(1.5), json!("3000/x"), json!("+1"), json!([])] {
            error(RendererKind::Frame, &json!({"port": "$return"}), &bad);
        }
    }

    #[test]
    fn an_app_is_the_one_of_the_definition_and_nothing_is_filled_into_its_address() {
        assert_eq!(
            plan(RendererKind::App, &Value::Null, &json!({"x": "secret"}), &json!({})),
            json!({"renderer": "app", "config": {"uri": "ui://chart/$args.x"}})
        );
        let scope = Scope {
            args: &Value::Null,
            result: &Value::Null,
            chat_id: "c",
            workspace: "/w",
            toolset: None,
            app: None,
        };
        let plan = RenderPlan::of(RendererKind::App, &json!({}), &scope);
        assert!(matches!(plan.view, View::Error { .. }), "{plan:?}");
    }

    #[test]
    fn a_card_is_cleaned_and_titled() {
        let config = json!({"title": "Weather in {{location}}", "accent_color": "#4A90D4"});
        let args = json!({"location": "Valletta"});
        let result = json!({"text": "18", "html": "<b onclick=x>18</b><script>1</script>"});
        assert_eq!(
            plan(RendererKind::Card, &config, &args, &result),
            json!({
                "renderer": "card",
                "config": {"html": "<b>18</b>", "title": "Weather in Valletta", "accent_color": "#4a90d4"},
            })
        );
        let own = plan(RendererKind::Card, &config, &args, &json!({"text": "a<b", "title": "{{location}}"}));
        assert_eq!(own["config"]["title"], "{{location}}");
        assert_eq!(own["config"]["html"], "<div style=\"white-space:pre-wrap;\">a&lt;b</div>");
        assert_eq!(
            plan(RendererKind::Card, &config, &args, &json!({"text": " "})),
            json!({"renderer": "none"})
        );
        let long = json!({"html": "x".repeat(300 << 10)});
        assert_eq!(
            error(RendererKind::Card, &json!({}), &long),
            "the result cannot be shown with the `card` renderer: the tool's HTML has more than 256 KiB or 1000 elements"
        );
        error(RendererKind::Card, &json!({"accent_color": "$return.c"}), &json!({"html": "x", "c": "red;x"}));
    }

    #[test]
    fn paths_never_lead_out() {
        for bad in ["../x", "/etc/passwd", "a/../../x", "/w/../x", "", "a\u{0}b"] {
            let config = json!({"file": "$return"});
            error(RendererKind::Code, &config, &json!(bad));
            error(RendererKind::Document, &config, &json!(bad));
            error(RendererKind::Html, &json!({"artifact": "$return"}), &json!(bad));
        }
        assert_eq!(
            error(RendererKind::Code, &json!({"file": "$return.path"}), &json!({"path": "../../x"})),
            "the result cannot be shown with the `code` renderer: \
             the file `../../x` is not inside the workspace: it leads out of the folder"
        );
        assert_eq!(
            plan(RendererKind::Code, &json!({"file": "$workspace/a.rs"}), &json!({}), &Value::Null)["config"]
                ["file"],
            "a.rs"
        );
    }

    #[test]
    fn stored_configurations_of_the_wrong_shape_are_error_plans() {
        for kind in [RendererKind::Code, RendererKind::Document, RendererKind::Html, RendererKind::Frame] {
            for config in
                [json!(null), json!([]), json!("x"), json!({}), json!({"file": {}, "artifact": 1, "url": []})]
            {
                error(kind, &config, &json!({}));
            }
        }
    }

    #[test]
    fn the_none_and_error_plans_as_json() {
        assert_eq!(serde_json::to_value(RenderPlan::none()).unwrap(), json!({"renderer": "none"}));
        let error = RenderPlan::error("boom", Some("trace".into()));
        let json = json!({"renderer": "error", "config": {"message": "boom", "traceback": "trace"}});
        assert_eq!(serde_json::to_value(&error).unwrap(), json);
        assert!(matches!(serde_json::from_value::<RenderPlan>(json).unwrap().view, View::Error { .. }));
    }
}
