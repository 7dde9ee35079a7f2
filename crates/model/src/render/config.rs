//! The configuration of each renderer (spec 1 §1.4), checked before anything is filled in.

use serde_json::{Map, Value};

use super::address::{check_url, port_number};
use super::expression::has_expression;
use super::kind::RendererKind;
use super::path::relative;
use crate::card::Colour;
use crate::suggest::nearest;

/// The longest configuration, in bytes of JSON.
const CONFIG_MAX_BYTES: usize = 64 << 10;

/// One thing that is wrong with a configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ConfigProblem {
    /// The key it is about; `None` is the configuration as a whole.
    pub key: Option<String>,
    /// What is wrong and what to write instead.
    pub message: String,
}

impl ConfigProblem {
    fn whole(message: impl Into<String>) -> Self {
        Self { key: None, message: message.into() }
    }

    fn at(key: &str, message: impl Into<String>) -> Self {
        Self { key: Some(key.to_owned()), message: message.into() }
    }
}

/// Checks the configuration of a renderer: only known keys, each of its type, the needed ones there, and nothing that
/// can be seen to lead out of the workspace or toolset.
///
/// # Errors
/// All problems that were found.
pub fn check_config(kind: RendererKind, config: &Value) -> Result<(), Vec<ConfigProblem>> {
    let Value::Object(config) = config else {
        return Err(vec![ConfigProblem::whole(format!(
            "the configuration of the `{kind}` renderer must be a map"
        ))]);
    };
    let mut problems = Vec::new();
    let length: usize = config.values().map(|value| value.to_string().len()).sum();
    if length > CONFIG_MAX_BYTES {
        problems.push(ConfigProblem::whole(format!(
            "the configuration is longer than {} KiB",
            CONFIG_MAX_BYTES >> 10
        )));
    }
    let (keys, needed) = shape(kind);
    for key in config.keys().filter(|key| !keys.contains(&key.as_str())) {
        problems.push(ConfigProblem::at(key, unknown(key, keys, kind)));
    }
    match needed.iter().filter(|key| config.get(**key).is_some_and(|v| !v.is_null())).count() {
        0 if needed.is_empty() => {}
        0 => problems
            .push(ConfigProblem::whole(format!("the `{kind}` renderer needs {}", alternatives(needed)))),
        1 => {}
        _ => problems.push(ConfigProblem::at(
            needed.last().copied().unwrap_or_default(),
            format!("the `{kind}` renderer takes {}, not both", alternatives(needed)),
        )),
    }
    for key in keys {
        if let Some(message) = value_problem(key, config) {
            problems.push(ConfigProblem::at(key, message));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// The known keys, and those of which exactly one must be there.
fn shape(kind: RendererKind) -> (&'static [&'static str], &'static [&'static str]) {
    match kind {
        RendererKind::Code => (&["file", "content", "language", "editable"], &["file", "content"]),
        RendererKind::Document => (&["file", "content", "editable"], &["file", "content"]),
        RendererKind::Html => (&["artifact", "data"], &["artifact"]),
        RendererKind::Frame => (&["url", "port"], &["url", "port"]),
        RendererKind::Card => (&["html", "title", "accent_color", "background_color"], &[]),
        // Which one it is, the server says in the tool's definition.
        RendererKind::App => (&[], &[]),
    }
}

fn alternatives(keys: &[&str]) -> String {
    keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(" or ")
}

fn unknown(key: &str, known: &[&str], kind: RendererKind) -> String {
    let shown: String = key.chars().take(60).collect();
    match nearest(key, known.iter().copied()) {
        Some(near) => {
            format!("unknown key `{shown}` of the `{kind}` renderer: did you mean `{near}`?")
        }
        None if known.is_empty() => format!("unknown key `{shown}`: the `{kind}` renderer takes none"),
        None => format!("unknown key `{shown}` of the `{kind}` renderer: it takes {}", known.join(", ")),
    }
}

/// What is wrong with one key's value. Null is the same as leaving the key out.
fn value_problem(key: &str, config: &Map<String, Value>) -> Option<String> {
    let value = config.get(key).filter(|value| !value.is_null())?;
    let text = value.as_str();
    let filled_in_later = text.is_some_and(has_expression);
    match key {
        "file" | "artifact" | "language" | "url" | "html" | "title" if text.is_none() => {
            Some(format!("`{key}` must be a text"))
        }
        "file" | "artifact" if !filled_in_later => relative(text.unwrap_or_default(), None)
            .err()
            .map(|why| format!("`{key}` is not a usable path: {why}")),
        "url" if !filled_in_later => check_url(text.unwrap_or_default()).err(),
        "port" if !filled_in_later && port_number(value).is_none() => Some(
            "`port` must be a number from 1 to 65535, or an expression such as \"$return.port\"".to_owned(),
        ),
        "accent_color" | "background_color" if text.is_none() => Some(format!("`{key}` must be a colour")),
        "accent_color" | "background_color" if !filled_in_later => {
            text.unwrap_or_default().parse::<Colour>().err().map(|why| why.to_string())
        }
        "editable" if !value.is_boolean() && !filled_in_later => {
            Some("`editable` must be true or false".to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::{Value, json};

    use super::check_config;
    use crate::render::kind::RendererKind;

    fn problems(kind: RendererKind, config: &Value) -> Vec<String> {
        check_config(kind, config).unwrap_err().into_iter().map(|problem| problem.message).collect()
    }

    #[test]
    fn the_configurations_of_the_specification_hold() {
        for (kind, config) in [
            (RendererKind::Code, json!({"file": "$args.path", "language": "auto", "editable": true})),
            (RendererKind::Code, json!({"content": "$return.code"})),
            (RendererKind::Document, json!({"content": "$return.text", "editable": true})),
            (RendererKind::Html, json!({"artifact": "./artifacts/viz.html", "data": "$return"})),
            (RendererKind::Frame, json!({"url": "http://localhost:$return.port"})),
            (RendererKind::Frame, json!({"port": "$return.port"})),
            (RendererKind::Frame, json!({"port": 3000})),
            (RendererKind::Card, json!({"title": "Weather in {{location}}", "accent_color": "#4a90d4"})),
            (RendererKind::App, json!({})),
        ] {
            check_config(kind, &config).unwrap();
        }
    }

    #[test]
    fn every_problem_is_told() {
        assert_eq!(
            problems(RendererKind::Code, &json!({"fiel": "x", "editable": "yes", "language": 3})),
            [
                "unknown key `fiel` of the `code` renderer: did you mean `file`?",
                "the `code` renderer needs `file` or `content`",
                "`language` must be a text",
                "`editable` must be true or false",
            ]
        );
        assert_eq!(
            problems(RendererKind::Document, &json!({"file": "a", "content": "b"})),
            ["the `document` renderer takes `file` or `content`, not both"]
        );
        assert_eq!(
            problems(RendererKind::Html, &json!({"artifact": "../../etc/passwd"})),
            ["`artifact` is not a usable path: it leads out of the folder"]
        );
        assert_eq!(
            problems(RendererKind::Frame, &json!({"port": 70000})),
            ["`port` must be a number from 1 to 65535, or an expression such as \"$return.port\""]
        );
        assert_eq!(
            problems(RendererKind::Frame, &json!({"url": "javascript:alert(1)"})),
            ["`javascript:alert(1)` is not an http or https address"]
        );
        assert_eq!(
            problems(RendererKind::Card, &json!({"title": 3, "accent_color": "red;position:fixed"})),
            [
                "`title` must be a text",
                "`red;position:fixed` is not a colour: write it as `#4a90d4`, `rgba(74, 144, 212, 0.1)`, \
                 `hsl(210, 60%, 50%)` or by its CSS name",
            ]
        );
        assert_eq!(
            problems(RendererKind::App, &json!({"uri": "ui://elsewhere/x"})),
            ["unknown key `uri`: the `app` renderer takes none"]
        );
        assert_eq!(
            problems(RendererKind::Html, &json!([])),
            ["the configuration of the `html` renderer must be a map"]
        );
        assert_eq!(
            problems(RendererKind::Document, &json!({"content": "x".repeat(70_000)})),
            ["the configuration is longer than 64 KiB"]
        );
    }
}
