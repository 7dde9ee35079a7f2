//! What a schema may cost, judged before it is compiled.
//!
//! A few hundred bytes of `allOf` and `$ref` can ask for more checks than there are seconds, or for endless ones. So
//! the references are followed here once, with memory of what each part costs.
//!
//! Not bounded here: a recursive schema that goes into the same argument along several ways at once costs
//! exponentially in how deep the *arguments* are nested, which is why that depth is limited as well.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::error::{SCHEMA_MAX_BYTES, SCHEMA_MAX_DEPTH, SchemaError};

/// How many subschemas a schema may come to with every reference written out (recursion counted once).
const EXPANDED_MAX: u64 = 200_000;

/// How many references may follow on one another: the stack's limit, theirs and ours.
const CHAIN_MAX: usize = 256;

/// Keywords whose subschemas judge the same value as the schema they stand in.
const IN_PLACE: [&str; 9] =
    ["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"];

const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

/// Keywords whose value is data, not schema.
const DATA: [&str; 5] = ["default", "const", "enum", "examples", "example"];

/// Whether lists and objects are nested more than `limit` deep.
pub(super) fn depth_exceeds(value: &Value, limit: usize) -> bool {
    let mut waiting = vec![(value, 0)];
    while let Some((value, depth)) = waiting.pop() {
        if depth > limit {
            return true;
        }
        match value {
            Value::Array(items) => waiting.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(entries) => waiting.extend(entries.values().map(|value| (value, depth + 1))),
            _ => {}
        }
    }
    false
}

pub(super) fn check(schema: &Value) -> Result<(), SchemaError> {
    if depth_exceeds(schema, SCHEMA_MAX_DEPTH) {
        return Err(SchemaError::TooDeep);
    }
    if schema.to_string().len() > SCHEMA_MAX_BYTES {
        return Err(SchemaError::TooLong);
    }
    let mut graph = Graph { root: schema, anchors: HashMap::new(), nodes: Vec::new() };
    graph.collect(schema)?;
    let mut walk = Walk { graph: &graph, edges: Edges::InPlace, seen: HashMap::new(), depth: 0 };
    for node in &graph.nodes {
        walk.cost(node, "#")?;
    }
    let mut walk = Walk { graph: &graph, edges: Edges::All, seen: HashMap::new(), depth: 0 };
    walk.cost(schema, "#").map(|_| ())
}

/// A schema's subschemas and what its references lead to.
struct Graph<'s> {
    root: &'s Value,
    anchors: HashMap<&'s str, &'s Value>,
    nodes: Vec<&'s Value>,
}

impl<'s> Graph<'s> {
    fn collect(&mut self, node: &'s Value) -> Result<(), SchemaError> {
        if let Value::Object(keywords) = node {
            if !self.nodes.is_empty() && ["$id", "id"].iter().any(|id| is_base(keywords, id)) {
                return Err(SchemaError::NestedId);
            }
            for key in ["$anchor", "$dynamicAnchor"] {
                if let Some(name) = keywords.get(key).and_then(Value::as_str) {
                    self.anchors.entry(name).or_insert(node);
                }
            }
            self.nodes.push(node);
        }
        children(node).try_for_each(|(_, inner)| self.collect(inner))
    }

    fn resolve(&self, reference: &str) -> Result<&'s Value, SchemaError> {
        let own = self.root.get("$id").and_then(Value::as_str).map(|id| id.trim_end_matches('#'));
        let local = own.and_then(|own| reference.strip_prefix(own)).unwrap_or(reference);
        let elsewhere = || SchemaError::Elsewhere(shortened(reference));
        let fragment = match local {
            "" => return Ok(self.root),
            _ => local.strip_prefix('#').ok_or_else(elsewhere)?,
        };
        if fragment.is_empty() || fragment.starts_with('/') {
            // Other percent-escapes are for characters that no generator puts into a definition's name.
            let pointer = fragment.replace("%24", "$").replace("%20", " ").replace("%25", "%");
            return self.root.pointer(&pointer).ok_or_else(elsewhere);
        }
        self.anchors.get(fragment).copied().ok_or_else(elsewhere)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edges {
    /// Only to subschemas that judge the same value; a cycle of these never ends.
    InPlace,
    /// To every subschema; a cycle among these is recursion, which ends with the value's depth.
    All,
}

/// A depth-first walk that remembers what each subschema comes to.
struct Walk<'g, 's> {
    graph: &'g Graph<'s>,
    edges: Edges,
    /// By the subschema's address, which is its identity while the schema is borrowed; `None` while it is walked.
    seen: HashMap<*const Value, Option<u64>>,
    depth: usize,
}

impl<'s> Walk<'_, 's> {
    /// The number of subschemas that `node` comes to; `reference` is how it was last referred to.
    fn cost(&mut self, node: &'s Value, reference: &str) -> Result<u64, SchemaError> {
        let Value::Object(keywords) = node else {
            return Ok(1);
        };
        let address: *const Value = node;
        match self.seen.get(&address) {
            Some(Some(known)) => return Ok(*known),
            Some(None) if self.edges == Edges::InPlace => {
                return Err(SchemaError::Endless(shortened(reference)));
            }
            Some(None) => return Ok(1),
            None => {}
        }
        if self.depth > CHAIN_MAX {
            return Err(SchemaError::TooCostly);
        }
        self.depth += 1;
        self.seen.insert(address, None);
        let mut total: u64 = 1;
        for (keyword, inner) in children(node) {
            if self.edges == Edges::All || IN_PLACE.contains(&keyword) {
                // Definitions cost where they are referred to.
                let counts = !matches!(keyword, "$defs" | "definitions");
                let inner = if counts { self.branch(inner, reference)? } else { 0 };
                total = total.saturating_add(inner);
            }
        }
        for keyword in REFERENCES {
            if let Some(reference) = keywords.get(keyword).and_then(Value::as_str) {
                let target = self.graph.resolve(reference)?;
                total = total.saturating_add(self.cost(target, reference)?);
            }
        }
        if total > EXPANDED_MAX {
            return Err(SchemaError::TooCostly);
        }
        self.depth -= 1;
        self.seen.insert(address, Some(total));
        Ok(total)
    }

    /// A keyword's value: a schema or a list of them.
    fn branch(&mut self, value: &'s Value, reference: &str) -> Result<u64, SchemaError> {
        match value {
            Value::Array(items) => items
                .iter()
                .try_fold(0u64, |total, item| Ok(total.saturating_add(self.branch(item, reference)?))),
            other => self.cost(other, reference),
        }
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(80).collect()
}

fn is_base(keywords: &Map<String, Value>, id: &str) -> bool {
    keywords.get(id).is_some_and(|id| id.as_str().is_some_and(|id| !id.starts_with('#')))
}

/// Everything in a schema that could be a schema, with the keyword it stands under.
fn children(node: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let keywords = node.as_object().into_iter().flatten();
    let items = node.as_array().into_iter().flatten().map(|item| ("", item));
    let inner =
        keywords.filter(|(keyword, _)| !DATA.contains(&keyword.as_str())).flat_map(|(keyword, value)| {
            let inner: Vec<&Value> = match value {
                Value::Object(entries) if holds_named_schemas(keyword) => entries.values().collect(),
                other => vec![other],
            };
            inner.into_iter().map(move |value| (keyword.as_str(), value))
        });
    inner.chain(items)
}

/// Keywords whose value is a map from names to schemas, so that its keys are no keywords.
fn holds_named_schemas(keyword: &str) -> bool {
    matches!(
        keyword,
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" | "dependencies"
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::{Map, Value, json};

    use super::check;
    use crate::arguments::error::SchemaError;

    #[test]
    fn recursion_into_the_value_is_fine() {
        for schema in [
            json!({"type": "object", "properties": {"child": {"$ref": "#"}}}),
            json!({"$ref": "#/$defs/n", "$defs": {"n": {"properties": {"a": {"$ref": "#/$defs/n"}, "b": {"$ref": "#/$defs/n"}}}}}),
            json!({"$defs": {"j": {"anyOf": [{"items": {"$ref": "#/$defs/j"}}, {"type": "string"}]}}, "properties": {"x": {"$ref": "#/$defs/j"}}}),
            json!({"$id": "https://example.com/s", "properties": {"x": {"$ref": "https://example.com/s#/$defs/y"}}, "$defs": {"y": {}}}),
            json!({"properties": {"$id": {"type": "string"}, "x": {"$ref": "#named"}}, "$defs": {"y": {"$anchor": "named"}}}),
        ] {
            check(&schema).unwrap();
        }
    }

    #[test]
    fn references_that_never_end_are_refused() {
        for schema in [
            json!({"$ref": "#"}),
            json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#"}}}),
            json!({"$defs": {"a": {"allOf": [{"not": {"$ref": "#/$defs/a"}}]}}}),
            json!({"properties": {"x": {"$ref": "#"}}, "$ref": "#/properties/x"}),
        ] {
            assert!(matches!(check(&schema), Err(SchemaError::Endless(_))), "{schema}");
        }
    }

    /// Each definition refers twice to the next: 2^n checks.
    fn bomb(reference: impl Fn(usize) -> Value) -> Value {
        let definitions: Map<String, Value> = (0..40)
            .map(|n| (format!("d{n}"), json!({"allOf": [reference(n + 1), reference(n + 1)]})))
            .chain([("d40".to_owned(), json!({}))])
            .collect();
        json!({"$ref": "#/$defs/d0", "$defs": definitions})
    }

    #[test]
    fn references_that_multiply_are_refused() {
        let in_place = bomb(|n| json!({"$ref": format!("#/$defs/d{n}")}));
        assert_eq!(check(&in_place), Err(SchemaError::TooCostly));
        let deeper = bomb(|n| json!({"properties": {"a": {"$ref": format!("#/$defs/d{n}")}}}));
        assert_eq!(check(&deeper), Err(SchemaError::TooCostly));
    }

    #[test]
    fn what_leads_out_or_changes_the_base_is_refused() {
        for reference in
            ["https://example.com/x", "file:///etc/passwd", "other.json#/a", "#/nowhere", "#nowhere"]
        {
            assert_eq!(check(&json!({"$ref": reference})), Err(SchemaError::Elsewhere(reference.into())));
        }
        assert_eq!(check(&json!({"not": {"$id": "x"}})), Err(SchemaError::NestedId));
    }

    #[test]
    fn depth_and_length_are_limited() {
        let deep = (0..100).fold(json!({}), |inner, _| json!({"not": inner}));
        assert_eq!(check(&deep), Err(SchemaError::TooDeep));
        let long = json!({"description": "x".repeat(300_000)});
        assert_eq!(check(&long), Err(SchemaError::TooLong));
    }
}
