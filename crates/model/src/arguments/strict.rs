//! Schemas for hosts that hold a model to them exactly ("strict" mode).
//!
//! Such a host wants every object closed and every property required; what may be left out may be `null` instead. Of the
//! rules on values it knows some; the others are left out of what it is shown, since the call is checked against the
//! whole schema anyway. What cannot be said so (an object with free keys, conditions) has no strict form.

use serde_json::{Map, Value, json};

/// How deep a strict schema may be nested.
const DEPTH_MAX: usize = 10;

/// Properties that a strict schema may have, all its objects together.
const PROPERTIES_MAX: usize = 1_000;

/// Rules that are kept as they are.
const KEPT: [&str; 13] = [
    "description",
    "title",
    "enum",
    "const",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "$ref",
];

/// Formats of texts that such hosts know.
const FORMATS: [&str; 9] =
    ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

/// Keywords that say more than a strict schema can.
const TOO_MUCH: [&str; 14] = [
    "not",
    "if",
    "then",
    "else",
    "patternProperties",
    "propertyNames",
    "dependentSchemas",
    "dependentRequired",
    "dependencies",
    "prefixItems",
    "contains",
    "unevaluatedProperties",
    "unevaluatedItems",
    "$dynamicRef",
];

/// The strict form of a tool's input schema; `None` where there is none.
pub fn strict(schema: &Value) -> Option<Value> {
    let mut budget = PROPERTIES_MAX;
    let root = schema.as_object()?;
    if root.contains_key("anyOf") || root.contains_key("oneOf") || root.contains_key("$ref") {
        return None;
    }
    let mut root = root.clone();
    root.insert("type".to_owned(), "object".into());
    root.entry("properties").or_insert_with(|| json!({}));
    node(&Value::Object(root), 0, &mut budget)
}

fn node(schema: &Value, depth: usize, budget: &mut usize) -> Option<Value> {
    let schema = schema.as_object()?;
    if depth > DEPTH_MAX || TOO_MUCH.iter().any(|word| schema.contains_key(*word)) {
        return None;
    }
    let mut strict = Map::new();
    for word in KEPT {
        if let Some(value) = schema.get(word) {
            strict.insert(word.to_owned(), value.clone());
        }
    }
    if let Some(format) = schema.get("format").filter(|format| FORMATS.iter().any(|known| *format == known)) {
        strict.insert("format".to_owned(), format.clone());
    }
    if let Some(kind) = schema.get("type") {
        strict.insert("type".to_owned(), kind.clone());
    }
    if is(schema, "object") || schema.contains_key("properties") {
        object(schema, &mut strict, depth, budget)?;
    }
    if is(schema, "array") || schema.contains_key("items") {
        strict.insert("items".to_owned(), node(schema.get("items")?, depth + 1, budget)?);
    }
    choices(schema, &mut strict, depth, budget)?;
    for word in ["$defs", "definitions"] {
        if let Some(definitions) = schema.get(word) {
            strict.insert(word.to_owned(), every(definitions.as_object()?, depth, budget)?);
        }
    }
    let says_what = ["type", "enum", "const", "anyOf", "$ref"].iter().any(|word| strict.contains_key(*word));
    says_what.then_some(Value::Object(strict))
}

fn is(schema: &Map<String, Value>, kind: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(one)) => one == kind,
        Some(Value::Array(several)) => several.iter().any(|one| one == kind),
        _ => false,
    }
}

fn object(
    schema: &Map<String, Value>,
    strict: &mut Map<String, Value>,
    depth: usize,
    budget: &mut usize,
) -> Option<()> {
    let properties = schema.get("properties").and_then(Value::as_object)?;
    match schema.get("additionalProperties") {
        None | Some(Value::Bool(false)) => {}
        // Closing it would take away what it is for only where it names nothing itself.
        Some(Value::Bool(true)) if !properties.is_empty() => {}
        Some(_) => return None,
    }
    if depth > 0 && properties.is_empty() && !schema.contains_key("additionalProperties") {
        return None;
    }
    *budget = budget.checked_sub(properties.len())?;
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|one| one == name));
    let mut closed = Map::new();
    for (name, property) in properties {
        let property = node(property, depth + 1, budget)?;
        closed.insert(name.clone(), if is_required(name) { property } else { or_null(property) });
    }
    strict.entry("type").or_insert_with(|| "object".into());
    strict.insert("required".to_owned(), closed.keys().cloned().collect());
    strict.insert("properties".to_owned(), Value::Object(closed));
    strict.insert("additionalProperties".to_owned(), false.into());
    Some(())
}

fn choices(
    schema: &Map<String, Value>,
    strict: &mut Map<String, Value>,
    depth: usize,
    budget: &mut usize,
) -> Option<()> {
    let choices = match (schema.get("anyOf"), schema.get("oneOf")) {
        (None, None) => None,
        (Some(one), None) | (None, Some(one)) => Some(one.as_array()?),
        (Some(_), Some(_)) => return None,
    };
    if let Some(choices) = choices {
        let all: Option<Vec<Value>> = choices.iter().map(|choice| node(choice, depth + 1, budget)).collect();
        strict.insert("anyOf".to_owned(), Value::Array(all?));
    }
    match schema.get("allOf").map(Value::as_array) {
        None => Some(()),
        // As generators write it, to say more of a reference.
        Some(Some(only)) if only.len() == 1 => {
            let only = node(only.first()?, depth, budget)?;
            for (word, value) in only.as_object()? {
                strict.entry(word.clone()).or_insert_with(|| value.clone());
            }
            Some(())
        }
        Some(_) => None,
    }
}

fn every(definitions: &Map<String, Value>, depth: usize, budget: &mut usize) -> Option<Value> {
    let mut strict = Map::new();
    for (name, definition) in definitions {
        strict.insert(name.clone(), node(definition, depth + 1, budget)?);
    }
    Some(Value::Object(strict))
}

/// The same, or `null`.
fn or_null(schema: Value) -> Value {
    let Value::Object(mut schema) = schema else {
        return schema;
    };
    if schema.contains_key("$ref") || schema.contains_key("const") || schema.contains_key("anyOf") {
        let description = schema.remove("description");
        let mut either = json!({"anyOf": [schema, {"type": "null"}]});
        if let Some(description) = description {
            either["description"] = description;
        }
        return either;
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    match schema.get_mut("type") {
        Some(Value::Array(several)) if !several.iter().any(|one| one == "null") => {
            several.push("null".into())
        }
        Some(kind @ Value::String(_)) if *kind != "null" => *kind = json!([kind.take(), "null"]),
        _ => {}
    }
    Value::Object(schema)
}

/// Arguments without those that are `null` and may be left out: what a model gives that is held to a strict schema.
pub(super) fn without_nulls(schema: &Value, args: &Value) -> Value {
    stripped(schema, schema, args)
}

fn stripped(root: &Value, schema: &Value, value: &Value) -> Value {
    let schema = referred(root, schema);
    match value {
        Value::Object(entries) => {
            let properties = schema.get("properties");
            let required = schema.get("required").and_then(Value::as_array);
            let may_go = |name: &str| {
                properties.is_some_and(|all| all.get(name).is_some())
                    && !required.is_some_and(|all| all.iter().any(|one| one == name))
            };
            let kept = entries.iter().filter(|(name, value)| !(value.is_null() && may_go(name)));
            let inner = |name: &str| properties.and_then(|all| all.get(name)).unwrap_or(&Value::Null);
            Value::Object(
                kept.map(|(name, value)| (name.clone(), stripped(root, inner(name), value))).collect(),
            )
        }
        Value::Array(items) => {
            let inner = schema.get("items").unwrap_or(&Value::Null);
            Value::Array(items.iter().map(|item| stripped(root, inner, item)).collect())
        }
        other => other.clone(),
    }
}

/// What a schema that only refers refers to.
fn referred<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    let reference = schema.get("$ref").and_then(Value::as_str).and_then(|text| text.strip_prefix('#'));
    reference.and_then(|pointer| root.pointer(pointer)).unwrap_or(schema)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::json;

    use super::{strict, without_nulls};
    use crate::arguments::Schema;

    #[test]
    fn objects_are_closed_and_what_may_be_left_out_may_be_null() {
        let schema = json!({
            "type": "object",
            "properties": {
                "path": {"type": "string", "minLength": 1, "description": "where"},
                "mode": {"enum": ["r", "w"], "type": "string", "default": "r"},
                "at": {"$ref": "#/$defs/place"},
                "tags": {"type": "array", "items": {"type": "string", "format": "slug"}},
            },
            "required": ["path"],
            "$defs": {"place": {"type": "object", "properties": {"line": {"type": "integer"}}}},
        });
        insta::assert_json_snapshot!(strict(&schema));
    }

    #[test]
    fn what_cannot_be_said_strictly_has_no_strict_form() {
        let of = |property| strict(&json!({"type": "object", "properties": {"a": property}}));
        for free in [
            json!({"type": "object"}),
            json!({"type": "object", "additionalProperties": {"type": "string"}}),
            json!({"type": "array"}),
            json!({}),
            json!(true),
            json!({"allOf": [{"type": "string"}, {"minLength": 2}]}),
            json!({"if": {}, "then": {}}),
        ] {
            assert_eq!(of(free.clone()), None, "{free}");
        }
        assert!(strict(&json!({})).is_some());
        assert!(of(json!({"allOf": [{"type": "string"}]})).is_some());
    }

    #[test]
    fn nulls_of_a_strict_model_pass_for_left_out() {
        let schema = json!({
            "type": "object",
            "properties": {
                "path": {"type": "string"},
                "limit": {"type": "integer"},
                "none": {"type": ["string", "null"]},
                "inner": {"$ref": "#/$defs/inner"},
            },
            "required": ["path"],
            "$defs": {"inner": {"type": "object", "properties": {"x": {"type": "integer"}}}},
        });
        let args = json!({"path": "a", "limit": null, "none": null, "inner": {"x": null}, "other": null});
        let fits = json!({"path": "a", "inner": {}, "other": null});
        assert_eq!(without_nulls(&schema, &args), fits);
        let schema = Schema::compile(&schema).unwrap();
        assert_eq!(schema.fit(args).unwrap(), fits);
        // What fits as it is stays as it is, and what must be there is missed.
        assert_eq!(
            schema.fit(json!({"path": "a", "none": null})).unwrap(),
            json!({"path": "a", "none": null})
        );
        assert!(schema.fit(json!({"path": null})).is_err());
    }
}
