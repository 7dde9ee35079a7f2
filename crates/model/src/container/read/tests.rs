#![allow(clippy::unwrap_used)]

use proptest::prelude::{ProptestConfig, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::strategy::{Just, Strategy};
use serde_json::{Value, json};

use super::super::{ContainerManifest, ContainerNetwork, FolderName, Trigger, WorkspaceMount};

/// The spec's own example.
fn example() -> Value {
    json!({
        "name": "tool_example",
        "description": "Example tool demonstrating the formalized tool contract",
        "version": "1.0",
        "category": "utility",
        "icon": "fa-star",
        "trigger": {"type": "on_demand"},
        "parameters": {"name": {"type": "string", "required": true, "description": "Name to greet"}},
        "returns": {"text": {"type": "string"}, "html": {"type": "string"}},
        "output": {"synthesize": false, "card": {
            "enabled": true, "title": "Hello", "accent_color": "#6c63ff",
            "background_color": "rgba(108, 99, 255, 0.10)"
        }},
        "constraints": {"timeout_seconds": 10},
        "sandbox": {"network": "none", "memory": "64m"}
    })
}

fn parse(value: &Value) -> Result<ContainerManifest, String> {
    let text = serde_json::to_string_pretty(value).unwrap();
    ContainerManifest::parse(&text, "manifest.json", FolderName::Is("tool_example"))
        .map_err(|e| e.to_string())
}

#[test]
fn the_example_of_the_spec_is_read() {
    let manifest = parse(&example()).unwrap();
    assert_eq!(manifest.semantic_version().to_string(), "1.0.0");
    assert_eq!(manifest.trigger, Trigger::OnDemand);
    assert_eq!(manifest.sandbox.memory.to_string(), "64m");
    assert_eq!(manifest.sandbox.network, ContainerNetwork::None);
    assert_eq!((manifest.sandbox.writable, manifest.sandbox.workspace), (false, WorkspaceMount::None));
    assert_eq!((manifest.constraints.timeout_seconds, manifest.constraints.cost_budget), (10, None));
    let kept = serde_json::to_value(&manifest).unwrap();
    assert_eq!(serde_json::from_value::<ContainerManifest>(kept).unwrap(), manifest);
}

#[test]
fn what_is_not_said_has_the_spec_s_defaults() {
    let mut bare = example();
    let map = bare.as_object_mut().unwrap();
    for key in ["category", "icon", "constraints", "sandbox"] {
        map.remove(key);
    }
    let manifest = parse(&bare).unwrap();
    assert_eq!(manifest.constraints.timeout_seconds, 9);
    assert_eq!(manifest.sandbox.memory.to_string(), "256m");
    assert_eq!(manifest.sandbox.network, ContainerNetwork::Bridge);
    assert!(!manifest.output.ephemeral && !manifest.sandbox.warm);
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    insta::assert_snapshot!(
        parse(&json!({
            "name": "other",
            "version": 1,
            "triger": {},
            "trigger": {"type": "cron", "schedule": "*/30", "prompts": "x"},
            "parameters": {
                "city": {"type": "text", "required": "yes"},
                "1st": {"type": "integer", "default": "one"},
                "must": {"type": "float", "required": true}
            },
            "output": {"card": []},
            "constraints": {"timeout_seconds": 0, "cost_budget": -1},
            "sandbox": {"memory": "1t", "network": "hots", "workspace": true, "privileged": true}
        }))
        .unwrap_err()
    );
}

#[test]
fn a_manifest_that_is_no_object_is_refused() {
    for text in ["", "[]", "{", "null", "\"name\""] {
        assert!(ContainerManifest::parse(text, "manifest.json", FolderName::Unknown).is_err(), "{text}");
    }
}

#[test]
fn bundles_of_mcp_servers_are_not_taken_for_containers() {
    assert!(ContainerManifest::is_meant_by(&example().to_string()));
    assert!(!ContainerManifest::is_meant_by(
        r#"{"manifest_version": "0.2", "server": {}, "parameters": {}}"#
    ));
    assert!(!ContainerManifest::is_meant_by("no json"));
}

/// Values that may stand anywhere in a manifest.
fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z0-9*/ :.{}\\$\u{0}é]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map("[a-z_]{1,10}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Whatever stands at a key: either it is refused with a place, or what was read is kept as it was.
    #[test]
    fn any_value_at_any_key_is_refused_or_kept(
        key in prop::sample::select(super::KEYS.to_vec()),
        inner in prop::option::of("[a-z_]{1,12}"),
        value in anything(),
    ) {
        let mut manifest = example();
        match (inner, &mut manifest[key]) {
            (Some(inner), Value::Object(map)) => { map.insert(inner, value); }
            (_, place) => *place = value,
        }
        match parse(&manifest) {
            Ok(read) => {
                let kept = serde_json::to_value(&read).unwrap();
                prop_assert_eq!(serde_json::from_value::<ContainerManifest>(kept).unwrap(), read);
            }
            Err(message) => prop_assert!(message.starts_with("manifest.json:"), "{}", message),
        }
    }

    /// Hostile texts end in an error or a manifest, never in a panic.
    #[test]
    fn any_text_is_read_or_refused(text in "[\\[\\]{}\",:a-z0-9 \n\\\\]{0,200}") {
        let _ = ContainerManifest::parse(&text, "manifest.json", FolderName::Unknown);
    }
}
