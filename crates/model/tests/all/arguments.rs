//! What callers are told about arguments that a tool does not take.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use pegboard_model::arguments::{Schema, SchemaError};
use serde_json::{Value, json};

fn violations(schema: &Value, args: &Value) -> String {
    let schema = Schema::compile(schema).unwrap();
    let violations = schema.check(args).expect_err("the arguments break the schema");
    let lines: Vec<String> =
        violations.0.iter().map(|v| format!("[{} @ {}] {}", v.rule, v.path, v.message)).collect();
    lines.join("\n")
}

fn tool_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "path": {"type": "string", "minLength": 1, "maxLength": 8, "pattern": "^[a-z/]+$"},
            "count": {"type": "integer", "minimum": 1, "maximum": 10, "multipleOf": 2},
            "mode": {"enum": ["read", "write", "append"]},
            "items": {"type": "array", "minItems": 1, "uniqueItems": true, "items": {"$ref": "#/$defs/item"}},
            "either": {"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 5}]},
            "when": {"type": ["string", "null"], "const": "now"},
            "nothing": false
        },
        "required": ["path"],
        "additionalProperties": false,
        "$defs": {
            "item": {
                "type": "object",
                "properties": {"name": {"type": "string"}},
                "required": ["name"],
                "additionalProperties": false
            }
        }
    })
}

#[test]
fn good_arguments_pass() {
    let schema = Schema::compile(&tool_schema()).unwrap();
    schema.check(&json!({"path": "a/b", "count": 4, "items": [{"name": "x"}], "either": 7})).unwrap();
}

#[test]
fn every_rule_in_plain_words() {
    insta::assert_snapshot!(violations(&tool_schema(), &json!({"paht": "x", "zzz": 1})));
    insta::assert_snapshot!(violations(
        &tool_schema(),
        &json!({
            "path": "UPPER/CASE",
            "count": 0,
            "mode": "raed",
            "items": [{"name": 1}, {"nmae": "x"}, {"nmae": "x"}],
            "either": 3,
            "when": 5,
            "nothing": 1
        })
    ));
    insta::assert_snapshot!(violations(
        &tool_schema(),
        &json!({"path": "", "count": 11, "items": [], "mode": 7})
    ));
    insta::assert_snapshot!(violations(&tool_schema(), &json!("text")));
}

#[test]
fn long_values_are_cut_and_violations_counted() {
    let text = violations(&tool_schema(), &json!({"path": "x".repeat(1_000_000)}));
    assert!(text.len() < 300, "{}", text.len());
    let many: Value = (0..100).map(|n| (format!("k{n}"), json!(n))).collect::<serde_json::Map<_, _>>().into();
    assert_eq!(violations(&tool_schema(), &many).lines().count(), 20);
}

#[test]
fn arguments_that_are_nested_without_end_are_refused() {
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    let text = violations(&json!({"type": "object"}), &json!({"x": deep}));
    assert_eq!(text, "[depth @ ] the arguments are nested more than 64 deep");
}

#[test]
fn nothing_outside_the_schema_is_fetched() {
    for reference in ["https://example.com/schema.json", "file:///etc/hostname", "other.json"] {
        let error = Schema::compile(&json!({"properties": {"x": {"$ref": reference}}})).unwrap_err();
        assert_eq!(error, SchemaError::Elsewhere(reference.to_owned()));
    }
}

#[test]
fn patterns_are_bounded() {
    // Exponential for an engine that goes back; this one does not.
    let schema = Schema::compile(&json!({"properties": {"x": {"pattern": "^(a+)+$"}}})).unwrap();
    schema.check(&json!({"x": format!("{}b", "a".repeat(50_000))})).unwrap_err();
    // Look-around needs an engine that goes back, so its steps are counted.
    let schema = Schema::compile(&json!({"properties": {"x": {"pattern": "^(?=(a+)+$)(a|a)*c"}}})).unwrap();
    schema.check(&json!({"x": format!("{}b", "a".repeat(5_000))})).unwrap_err();
    let huge = json!({"properties": {"x": {"pattern": "((a{1000}){1000}){1000}"}}});
    assert!(matches!(Schema::compile(&huge), Err(SchemaError::Invalid(_))));
    insta::assert_snapshot!(Schema::compile(&json!({"properties": {"x": {"pattern": "("}}})).unwrap_err());
}

#[test]
fn a_recursive_schema_checks_recursive_arguments() {
    let schema = json!({
        "type": "object",
        "properties": {"child": {"$ref": "#"}, "n": {"type": "integer"}},
        "additionalProperties": false
    });
    let tree = |n: Value| json!({"child": {"child": {"child": {"n": n}}}});
    Schema::compile(&schema).unwrap().check(&tree(json!(1))).unwrap();
    insta::assert_snapshot!(violations(&schema, &tree(json!("x"))));
}
