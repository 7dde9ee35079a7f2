//! What people set for a tool: what is kept, what is missing, and what they are told when something is wrong.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;

use pegboard_model::config::{ConfigSchema, ConfigStatus, KeptValue, Secrecy, Settings, change};
use pegboard_model::toolset::ToolsetManifest;
use serde_json::{Map, Value, json};

fn schema() -> ConfigSchema {
    let text = "manifest_version: \"1\"\nid: t\nname: T\nversion: \"1.0.0\"\nconfig_schema:\n\
        \x20 api_key: {description: Your API key, secret: true, required: true}\n\
        \x20 endpoint: {default: 'https://api.example.com'}\n  region: {required: true, default: eu}\n";
    ToolsetManifest::parse(text, "toolset.yaml").unwrap().config_schema
}

fn kept(values: &[(&str, &str, Secrecy)]) -> BTreeMap<pegboard_model::ids::ConfigKey, KeptValue> {
    let kept = values.iter().map(|(key, value, secrecy)| {
        (key.parse().unwrap(), KeptValue { value: (*value).to_owned(), secrecy: *secrecy })
    });
    kept.collect()
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        other => panic!("{other} is no object"),
    }
}

#[test]
fn a_tool_is_connected_once_all_that_it_requires_is_set() {
    let schema = schema();
    assert_eq!(ConfigSchema::default().status(|_| true), ConfigStatus::System);
    assert_eq!(schema.status(|_| false), ConfigStatus::Available);
    assert_eq!(schema.status(|key| key.as_str() == "api_key"), ConfigStatus::Connected);
    let none = Settings::of(&schema, BTreeMap::new());
    assert_eq!(none.complete(&schema).unwrap_err().to_string(), "`api_key`");
    let set = Settings::of(&schema, kept(&[("api_key", "sk-12345", Secrecy::Secret)]));
    set.complete(&schema).unwrap();
    assert_eq!(set.get("endpoint"), Some("https://api.example.com"));
}

#[test]
fn a_secret_is_shown_nowhere_but_to_its_tool() {
    let set = Settings::of(&schema(), kept(&[("api_key", "sk-12345", Secrecy::Secret)]));
    assert_eq!(
        format!("{set:?}"),
        r#"{"api_key": Some("***"), "endpoint": Some("https://api.example.com"), "region": Some("eu")}"#
    );
    assert_eq!(set.shown(&"api_key".parse().unwrap()), Some("***"));
    assert_eq!(set.expose_json()["api_key"], "sk-12345");
    assert_eq!(set.secrets().collect::<Vec<_>>(), ["sk-12345"]);
}

#[test]
fn what_was_set_as_a_secret_stays_one_when_an_upgrade_says_otherwise() {
    let set = Settings::of(&schema(), kept(&[("endpoint", "https://me:pw@host", Secrecy::Secret)]));
    assert_eq!(set.shown(&"endpoint".parse().unwrap()), Some("***"));
    // And the other way round.
    let set = Settings::of(&schema(), kept(&[("api_key", "sk-12345", Secrecy::Plain)]));
    assert_eq!(set.shown(&"api_key".parse().unwrap()), Some("***"));
}

#[test]
fn keys_of_an_older_version_are_left_out() {
    let set = Settings::of(&schema(), kept(&[("gone", "x", Secrecy::Plain)]));
    assert_eq!(set.get("gone"), None);
}

#[test]
fn what_is_set_is_checked_and_a_shown_secret_stays() {
    let schema = schema();
    let changes =
        change(&schema, object(json!({"api_key": "***", "endpoint": "***", "region": ""}))).unwrap();
    let changes: Vec<_> =
        changes.iter().map(|change| (change.key.as_str(), change.value.as_deref())).collect();
    assert_eq!(changes, [("endpoint", Some("***")), ("region", None)]);
    let refused = [
        json!({"api_kye": "sk-12345"}),
        json!({"colour": "red"}),
        json!({"api_key": "abc\n"}),
        json!({"api_key": 12345}),
        json!({"region": null}),
        json!({"endpoint": "x".repeat((16 << 10) + 1)}),
        json!({"endpoint": "a\u{0}b"}),
    ];
    let told: Vec<String> =
        refused.into_iter().map(|values| change(&schema, object(values)).unwrap_err().to_string()).collect();
    insta::assert_snapshot!(told.join("\n"));
    let nothing = change(&ConfigSchema::default(), object(json!({"a": "b"}))).unwrap_err();
    assert_eq!(nothing.to_string(), "there is no config key `a`: this has nothing to configure");
}
