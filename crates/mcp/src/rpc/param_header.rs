//! Arguments that a tool wants in a header as well (`x-mcp-header`, since 2026-07-28).

use std::collections::HashSet;

use serde_json::{Map, Value};

/// The annotation.
const ANNOTATION: &str = "x-mcp-header";

/// How deep a schema is looked through.
const DEPTH_MAX: usize = 64;

/// One argument that goes into a header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParamHeader {
    /// The names that lead to it, from the arguments' root.
    pub path: Vec<String>,
    /// The header's name without [`super::header::PARAM_PREFIX`].
    pub header: String,
}

/// The schema's annotations break the rules; such a tool must not be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParamHeaderError {
    /// It stands where no argument is: on the root, in a list, behind a reference.
    #[error("`x-mcp-header` stands where it is not allowed")]
    Misplaced,
    /// It is no name that a header can have.
    #[error("an `x-mcp-header` is no header name")]
    Name,
    /// Two arguments want the same header.
    #[error("two arguments have the same `x-mcp-header`")]
    Duplicate,
    /// The argument is neither text, whole number nor truth value.
    #[error("an argument with `x-mcp-header` is neither string, integer nor boolean")]
    Type,
}

impl ParamHeader {
    /// All of a tool's input schema.
    ///
    /// # Errors
    /// When one of them breaks the rules.
    pub fn of_schema(schema: &Value) -> Result<Vec<Self>, ParamHeaderError> {
        let mut search = Search { found: Vec::new(), names: HashSet::new() };
        search.object(schema, &mut Vec::new(), Position::Root)?;
        Ok(search.found)
    }

    /// The text for the header; `None` where the arguments have no such value.
    pub fn value(&self, arguments: &Value) -> Option<String> {
        let value = self.path.iter().try_fold(arguments, |value, name| value.get(name))?;
        match value {
            Value::String(text) => Some(text.clone()),
            Value::Bool(truth) => Some(truth.to_string()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }
}

/// Where in a schema a part of it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Position {
    Root,
    /// Reached from the root through `properties` alone.
    Argument,
    Elsewhere,
}

struct Search {
    found: Vec<ParamHeader>,
    names: HashSet<String>,
}

impl Search {
    fn object(
        &mut self,
        schema: &Value,
        path: &mut Vec<String>,
        position: Position,
    ) -> Result<(), ParamHeaderError> {
        if path.len() > DEPTH_MAX {
            return Ok(());
        }
        match schema {
            Value::Object(schema) => self.keywords(schema, path, position),
            Value::Array(schemas) => {
                schemas.iter().try_for_each(|schema| self.object(schema, path, Position::Elsewhere))
            }
            _ => Ok(()),
        }
    }

    fn keywords(
        &mut self,
        schema: &Map<String, Value>,
        path: &mut Vec<String>,
        position: Position,
    ) -> Result<(), ParamHeaderError> {
        for (keyword, value) in schema {
            match keyword.as_str() {
                ANNOTATION if position == Position::Argument => self.annotation(schema, value, path)?,
                ANNOTATION => return Err(ParamHeaderError::Misplaced),
                "properties" if position != Position::Elsewhere => {
                    self.named(value, path, Position::Argument)?;
                }
                "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
                    self.named(value, path, Position::Elsewhere)?;
                }
                // Data, not schemas.
                "default" | "const" | "enum" | "examples" => {}
                _ => {
                    path.push(String::new());
                    self.object(value, path, Position::Elsewhere)?;
                    path.pop();
                }
            }
        }
        Ok(())
    }

    /// Schemas by name, whose names are no keywords.
    fn named(
        &mut self,
        schemas: &Value,
        path: &mut Vec<String>,
        position: Position,
    ) -> Result<(), ParamHeaderError> {
        for (name, schema) in schemas.as_object().into_iter().flatten() {
            path.push(name.clone());
            self.object(schema, path, position)?;
            path.pop();
        }
        Ok(())
    }

    fn annotation(
        &mut self,
        schema: &Map<String, Value>,
        value: &Value,
        path: &[String],
    ) -> Result<(), ParamHeaderError> {
        let header = value.as_str().filter(|name| is_token(name)).ok_or(ParamHeaderError::Name)?;
        if !matches!(schema.get("type").and_then(Value::as_str), Some("string" | "integer" | "boolean")) {
            return Err(ParamHeaderError::Type);
        }
        if !self.names.insert(header.to_ascii_lowercase()) {
            return Err(ParamHeaderError::Duplicate);
        }
        self.found.push(ParamHeader { path: path.to_vec(), header: header.to_owned() });
        Ok(())
    }
}

/// A `token` of RFC 9110.
fn is_token(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::{Value, json};

    use super::{ParamHeader, ParamHeaderError};

    fn annotated(schema: &Value) -> Result<Vec<(String, String)>, ParamHeaderError> {
        let found = ParamHeader::of_schema(schema)?;
        Ok(found.into_iter().map(|one| (one.path.join("."), one.header)).collect())
    }

    #[test]
    fn arguments_are_found_however_deep() {
        let schema = json!({"type": "object", "properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "x-mcp-header": {"type": "string"},
            "at": {"type": "object", "properties": {"line": {"type": "integer", "x-mcp-header": "Line"}}},
        }});
        let found = [("region", "Region"), ("at.line", "Line")];
        assert_eq!(
            annotated(&schema).unwrap(),
            found.map(|(path, header)| (path.to_owned(), header.to_owned()))
        );
        let line = &ParamHeader::of_schema(&schema).unwrap()[1];
        assert_eq!(line.value(&json!({"at": {"line": 7}})).as_deref(), Some("7"));
        assert_eq!(line.value(&json!({"at": null})), None);
    }

    #[test]
    fn what_breaks_the_rules_is_refused() {
        let argument = |schema: Value| json!({"properties": {"a": schema}});
        for (schema, error) in [
            (json!({"x-mcp-header": "A"}), ParamHeaderError::Misplaced),
            (json!({"items": {"x-mcp-header": "A", "type": "string"}}), ParamHeaderError::Misplaced),
            (
                json!({"anyOf": [{"properties": {"a": {"type": "string", "x-mcp-header": "A"}}}]}),
                ParamHeaderError::Misplaced,
            ),
            (argument(json!({"type": "string", "x-mcp-header": ""})), ParamHeaderError::Name),
            (argument(json!({"type": "string", "x-mcp-header": "a b"})), ParamHeaderError::Name),
            (argument(json!({"type": "string", "x-mcp-header": 7})), ParamHeaderError::Name),
            (argument(json!({"type": "number", "x-mcp-header": "A"})), ParamHeaderError::Type),
            (
                json!({"properties": {
                    "a": {"type": "string", "x-mcp-header": "A"}, "b": {"type": "string", "x-mcp-header": "a"}
                }}),
                ParamHeaderError::Duplicate,
            ),
        ] {
            assert_eq!(annotated(&schema), Err(error), "{schema}");
        }
    }
}
