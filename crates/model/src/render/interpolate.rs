//! Interpolation of a renderer's configuration (spec 1 §5.2); the grammar stands in `expression.rs`.
//!
//! What is put in is never looked at again: a result that holds the text `$args.secret` shows that text.

use serde_json::{Map, Value};

use super::expression::{Expression, Piece, Root, pieces};

/// The most that one interpolation puts in, in bytes of JSON: a configuration that repeats `$return` cannot multiply
/// a large result without bound.
pub const INTERPOLATED_MAX_BYTES: usize = 16 << 20;

/// How deep a configuration may be nested.
const DEPTH_MAX: usize = 32;

/// How many warnings are kept, and how much of an expression a warning repeats.
const WARNINGS_MAX: usize = 20;
const QUOTED_CHARS: usize = 120;

/// What expressions can refer to.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    /// `$args`: the call's arguments, an object.
    pub args: &'a Value,
    /// `$return`: the tool's return value.
    pub result: &'a Value,
    /// `$chat_id`.
    pub chat_id: &'a str,
    /// `$workspace`: the workspace's folder, absolute.
    pub workspace: &'a str,
    /// `$toolset`: the toolset's folder, absolute; built-ins have none.
    pub toolset: Option<&'a str>,
    /// The `ui://` address of the app that the tool's definition names. No expression stands for it.
    pub app: Option<&'a str>,
}

/// A value with its expressions replaced.
#[derive(Debug, Clone, PartialEq)]
pub struct Interpolated {
    /// The value.
    pub value: Value,
    /// What was missing or too large, in words for the toolset's author.
    pub warnings: Vec<String>,
}

/// Replaces the expressions in every text of `value`; keys of objects stay as they are.
///
/// A text that is one expression becomes the value itself, with its JSON type. In a mixed text, texts are put in as
/// they are, null as nothing, and everything else as compact JSON. A missing value is null, with a warning.
pub fn interpolate(value: &Value, scope: &Scope<'_>) -> Interpolated {
    let mut filling = Filling { scope, left: INTERPOLATED_MAX_BYTES, warnings: Vec::new() };
    let value = filling.value(value, 0);
    Interpolated { value, warnings: filling.warnings }
}

struct Filling<'a> {
    scope: &'a Scope<'a>,
    left: usize,
    warnings: Vec<String>,
}

impl Filling<'_> {
    fn value(&mut self, value: &Value, depth: usize) -> Value {
        if depth > DEPTH_MAX {
            self.warn(format!("the configuration is nested more than {DEPTH_MAX} deep"));
            return Value::Null;
        }
        match value {
            Value::String(text) => self.text(text),
            Value::Array(items) => items.iter().map(|item| self.value(item, depth + 1)).collect(),
            Value::Object(entries) => {
                let filled: Map<String, Value> =
                    entries.iter().map(|(key, value)| (key.clone(), self.value(value, depth + 1))).collect();
                Value::Object(filled)
            }
            other => other.clone(),
        }
    }

    fn text(&mut self, text: &str) -> Value {
        let pieces = pieces(text);
        if let [Piece::Expression(expression)] = pieces.as_slice() {
            return self.resolve(expression);
        }
        let mut filled = String::with_capacity(text.len());
        for piece in &pieces {
            match piece {
                Piece::Text(text) => filled.push_str(text),
                Piece::Expression(expression) => match self.resolve(expression) {
                    Value::String(text) => filled.push_str(&text),
                    Value::Null => {}
                    other => filled.push_str(&other.to_string()),
                },
            }
        }
        Value::String(filled)
    }

    fn resolve(&mut self, expression: &Expression<'_>) -> Value {
        let scope = self.scope;
        let plain = match expression.root {
            Root::Args => return self.follow(scope.args, expression),
            Root::Return => return self.follow(scope.result, expression),
            Root::ChatId => Some(scope.chat_id),
            Root::Workspace => Some(scope.workspace),
            Root::Toolset => scope.toolset,
        };
        match plain {
            Some(text) if self.take(text.len()) => Value::String(text.to_owned()),
            Some(_) => self.too_large(expression),
            None => self.missing(expression, "this tool belongs to no toolset"),
        }
    }

    fn follow(&mut self, root: &Value, expression: &Expression<'_>) -> Value {
        let mut value = root;
        for key in &expression.path {
            let next = match value {
                Value::Object(entries) => entries.get(*key),
                Value::Array(items) => index(key).and_then(|index| items.get(index)),
                _ => None,
            };
            match next {
                Some(next) => value = next,
                None => {
                    let why = format!("there is no `{}` in {}", quoted(key), sort(value));
                    return self.missing(expression, &why);
                }
            }
        }
        match size_within(value, self.left) {
            Some(size) => {
                self.left -= size;
                value.clone()
            }
            None => self.too_large(expression),
        }
    }

    fn take(&mut self, bytes: usize) -> bool {
        let fits = bytes <= self.left;
        if fits {
            self.left -= bytes;
        }
        fits
    }

    fn missing(&mut self, expression: &Expression<'_>, why: &str) -> Value {
        self.warn(format!("`{}` has no value: {why}", quoted(expression.source)));
        Value::Null
    }

    fn too_large(&mut self, expression: &Expression<'_>) -> Value {
        self.warn(format!(
            "`{}` is left out: more than {} MiB would be put into the configuration",
            quoted(expression.source),
            INTERPOLATED_MAX_BYTES >> 20
        ));
        Value::Null
    }

    fn warn(&mut self, warning: String) {
        if self.warnings.len() < WARNINGS_MAX && !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}

/// An array index as JSON Pointer writes it: no sign, no leading zeros.
fn index(key: &str) -> Option<usize> {
    let canonical = key == "0" || (!key.starts_with('0') && key.bytes().all(|b| b.is_ascii_digit()));
    if canonical { key.parse().ok() } else { None }
}

fn sort(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

fn quoted(text: &str) -> String {
    text.chars().take(QUOTED_CHARS).collect()
}

/// About how long the value is as JSON, or `None` when that is over `limit`. Stops counting there.
fn size_within(value: &Value, limit: usize) -> Option<usize> {
    let mut total: usize = 0;
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        total += match value {
            Value::Null | Value::Bool(_) => 5,
            Value::Number(_) => 8,
            Value::String(text) => text.len() + 2,
            Value::Array(items) => {
                waiting.extend(items);
                2 + items.len()
            }
            Value::Object(entries) => {
                waiting.extend(entries.values());
                2 + entries.keys().map(|key| key.len() + 4).sum::<usize>()
            }
        };
        if total > limit {
            return None;
        }
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{INTERPOLATED_MAX_BYTES, Scope, interpolate};

    fn filled(config: &Value) -> (Value, Vec<String>) {
        let args =
            json!({"path": "a/b.py", "n": 3, "none": null, "opts": {"x": [1, 2]}, "trick": "$return.secret"});
        let result = json!({"a": {"b": [10, {"c": "deep"}]}, "ok": true, "secret": "s", "content-type": "x/y", "0": 1});
        let scope = Scope {
            args: &args,
            result: &result,
            chat_id: "chat-1",
            workspace: "/w",
            toolset: Some("/t"),
            app: None,
        };
        let done = interpolate(config, &scope);
        (done.value, done.warnings)
    }

    #[test]
    fn one_expression_keeps_its_type() {
        for (text, value) in [
            ("$args.path", json!("a/b.py")),
            ("$args.n", json!(3)),
            ("$args.opts", json!({"x": [1, 2]})),
            ("$args.none", Value::Null),
            ("$return.ok", json!(true)),
            ("$return.a.b.0", json!(10)),
            ("$return.a.b.1.c", json!("deep")),
            ("$return.0", json!(1)),
            ("$return.content-type", json!("x/y")),
            ("$chat_id", json!("chat-1")),
            ("$workspace", json!("/w")),
            ("$toolset", json!("/t")),
        ] {
            assert_eq!(filled(&json!(text)), (value, vec![]), "{text}");
        }
    }

    #[test]
    fn a_mixed_text_is_formatted() {
        for (text, value) in [
            ("http://localhost:$args.n/x", "http://localhost:3/x"),
            ("[$args.opts|$args.none|$return.ok]", "[{\"x\":[1,2]}||true]"),
            ("see $args.path.", "see a/b.py."),
            ("$50 for $HOME and $argsx, $return_code", "$50 for $HOME and $argsx, $return_code"),
        ] {
            assert_eq!(filled(&json!(text)), (json!(value), vec![]), "{text}");
        }
    }

    #[test]
    fn what_is_missing_is_null_with_a_warning() {
        let (value, warnings) =
            filled(&json!({"a": "$args.nope", "b": ["x$return.a.b.9.c"], "c": "$return.a.b.00"}));
        assert_eq!(value, json!({"a": null, "b": ["x"], "c": null}));
        assert_eq!(
            warnings,
            [
                "`$args.nope` has no value: there is no `nope` in an object",
                "`$return.a.b.9.c` has no value: there is no `9` in an array",
                "`$return.a.b.00` has no value: there is no `00` in an array",
            ]
        );
    }

    #[test]
    fn what_is_put_in_is_not_interpolated_again() {
        assert_eq!(
            filled(&json!(["$args.trick", "<$args.trick>"])).0,
            json!(["$return.secret", "<$return.secret>"])
        );
    }

    #[test]
    fn keys_are_not_interpolated() {
        assert_eq!(filled(&json!({"$args.path": 1})).0, json!({"$args.path": 1}));
    }

    #[test]
    fn a_large_result_is_not_multiplied() {
        let result = json!("x".repeat(INTERPOLATED_MAX_BYTES / 3));
        let null = Value::Null;
        let scope =
            Scope { args: &null, result: &result, chat_id: "", workspace: "", toolset: None, app: None };
        let done = interpolate(&json!(["$return", "$return", "$return", "$return"]), &scope);
        assert_eq!(done.value[1], result);
        assert_eq!(done.value[3], Value::Null);
        assert_eq!(done.warnings.len(), 1);
    }
}
