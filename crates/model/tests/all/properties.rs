//! What holds for any input. The fuzz targets in `fuzz/` check the same with more patience.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;

use pegboard_model::approval::Approval;
use pegboard_model::config::{ConfigField, ConfigSchema, Secrecy};
use pegboard_model::ids::{ServerKey, ToolId, ToolsetId};
use pegboard_model::overrides::ToolOverride;
use pegboard_model::render::{RendererKind, Scope, inject, interpolate};
use pegboard_model::toolset::{
    Hooks, Isolation, McpServer, Network, NodeApproval, NodeCode, NodePackage, NodeSection, NodeSource,
    PythonSection, Requirements, Sandbox, ServerScope, ToolDeclaration, ToolsetManifest, Transport, Writes,
};
use pegboard_model::wire_name::{WIRE_NAME_MAX, WireNames};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Texts that YAML, HTML, JavaScript or the interpolation could take for something else.
fn nasty_text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "\\PC{0,20}",
        2 => any::<String>().prop_map(|text| text.chars().take(30).collect()),
        2 => "[-:?#&*!|>'\"%@`{}\\[\\],. \t\n\r~<=a0]{0,12}",
        2 => proptest::sample::select(vec![
            "yes", "No", "on", "y", "true", "null", "~", "", "1.0", "0x1f", "0o7", "1e3", ".inf", "-", "- a", "a: b", "a #b",
            "2020-01-01", "12:30:45", "1_000", "+1", "<<", "=", " lead", "trail ", "\n", "\n\nx", "x\n\n", "  x\ny\n", "a\r\nb",
            "---", "...", "%YAML", "\u{feff}x", "\u{2028}", "\u{85}", "\u{7f}", "\t", "a\tb", "</script><!--<script>", "${A}",
            "$args", "$return.x", "*a", "&a", "!a", "|", ">", "'", "\"", "\\", "{", "[", "]]>", "x:", ": x", "\u{1f600}",
        ]).prop_map(str::to_owned),
    ]
}

/// Texts that a manifest may hold: no NUL.
fn text() -> impl Strategy<Value = String> {
    nasty_text().prop_map(|text| text.replace('\0', "0"))
}

/// One line, not empty.
fn name() -> impl Strategy<Value = String> {
    text().prop_map(|text| {
        let line: String = text.chars().filter(|c| !c.is_control()).collect();
        if line.trim().is_empty() { "x".to_owned() } else { line }
    })
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_filter("JSON has no such number", |n| n.is_finite()).prop_map(Value::from),
        nasty_text().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((key(), inner), 0..4)
                .prop_map(|entries| Value::Object(entries.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![nasty_text(), Just("<<".to_owned()), Just("__proto__".to_owned())]
}

fn id() -> impl Strategy<Value = String> {
    "[a-z0-9][A-Za-z0-9._-]{0,8}".prop_filter("reserved", |id| id != "mcp")
}

fn tool() -> impl Strategy<Value = ToolDeclaration> {
    let schema = proptest::option::of(
        (key(), text())
            .prop_map(|(name, text)| json!({"type": "object", "properties": {name: {"description": text}}, "default": {"a": 1.5}})),
    );
    (
        id(),
        proptest::option::of(name()),
        proptest::option::of(text()),
        schema,
        any::<Option<bool>>(),
        any::<bool>(),
    )
        .prop_map(|(id, name, description, input_schema, requires_confirmation, enabled)| {
            ToolDeclaration {
                id: id.parse().unwrap(),
                category: name.clone(),
                name,
                description,
                entrypoint: "tools.a:b".parse().unwrap(),
                input_schema,
                requires_confirmation,
                enabled,
            }
        })
}

fn server() -> impl Strategy<Value = McpServer> {
    let variables = || proptest::collection::btree_map("[A-Za-z_][A-Za-z0-9-]{0,6}", text(), 0..3);
    let transport = prop_oneof![
        (name(), proptest::collection::vec(text(), 0..3), proptest::option::of(text()), variables())
            .prop_map(|(command, args, cwd, env)| Transport::Stdio { command, args, cwd, env }),
        variables().prop_map(|headers| Transport::Sse { url: "https://example.com/sse".into(), headers }),
        variables().prop_map(|headers| Transport::StreamableHttp { url: "${URL}".into(), headers }),
    ];
    (id(), transport, any::<bool>(), any::<Option<bool>>(), any::<bool>(), any::<bool>()).prop_map(
        |(id, transport, enabled, requires_confirmation, shared, lazy)| McpServer {
            id: id.parse().unwrap(),
            transport,
            enabled,
            requires_confirmation,
            scope: if shared { ServerScope::Shared } else { ServerScope::Chat },
            lazy,
        },
    )
}

fn python() -> impl Strategy<Value = PythonSection> {
    let requirements = prop_oneof![
        proptest::collection::vec("[a-z]{1,8}(>=[0-9]{1,2})?", 0..3).prop_map(Requirements::Lines),
        Just(Requirements::File("requirements.txt".into())),
    ];
    let hook = || proptest::option::of("m_[a-z]{1,5}(\\.m_[a-z]{1,5})?:h_[a-z]{1,5}");
    let hook = move || hook().prop_map(|text| text.map(|text| text.parse().unwrap()));
    let hooks = (hook(), hook()).prop_map(|(init, post_init)| Hooks { init, post_init });
    let timeout = proptest::option::of(1u32..1000);
    (proptest::option::of(requirements), timeout, any::<bool>(), sandbox(), hooks).prop_map(
        |(requirements, timeout_seconds, fork, sandbox, hooks)| PythonSection {
            requirements,
            hooks,
            timeout_seconds,
            isolation: Some(if fork { Isolation::Fork } else { Isolation::Spawn }),
            sandbox,
        },
    )
}

fn node() -> impl Strategy<Value = NodeSection> {
    let package = || "(@[a-z]{1,5}/)?[a-z0-9][a-z0-9._-]{0,8}(@[~^]?[0-9]{1,2}(\\.[0-9x])?)?";
    let package = move || package().prop_filter_map("a name", |text| text.parse::<NodePackage>().ok());
    let code = prop_oneof![
        package().prop_map(NodeCode::Package),
        "[a-z]{1,5}(/[a-z]{1,5})?\\.(ts|cjs)".prop_map(NodeCode::Module),
    ];
    let word = || proptest::sample::select(Approval::ALL.to_vec());
    let approval = prop_oneof![
        Just(NodeApproval::Unsaid),
        word().prop_map(NodeApproval::All),
        proptest::collection::btree_map(key(), word(), 0..3).prop_map(NodeApproval::ByTool),
    ];
    let imports = proptest::collection::vec(name(), 0..3);
    let source = (code, imports, proptest::collection::vec(json_value(), 0..3), approval).prop_map(
        |(code, imports, args, approval)| {
            // What is called with arguments has a name.
            let args = if imports.is_empty() { Vec::new() } else { args };
            NodeSource { code, imports, args, approval }
        },
    );
    let timeout = proptest::option::of(1u32..1000);
    (proptest::collection::vec(package(), 0..3), proptest::collection::vec(source, 0..3), timeout, sandbox())
        .prop_map(|(packages, tools, timeout_seconds, sandbox)| NodeSection {
            packages,
            tools,
            timeout_seconds,
            sandbox,
        })
}

fn sandbox() -> impl Strategy<Value = Sandbox> {
    let writes = prop_oneof![Just(Writes::Workspace), Just(Writes::Anywhere)];
    let network = prop_oneof![Just(Network::Allow), Just(Network::Deny)];
    let (memory, processes) = (Sandbox::MEMORY_MB, Sandbox::PROCESSES);
    (
        proptest::option::of(writes),
        proptest::option::of(network),
        proptest::option::of(memory.0..=memory.1),
        proptest::option::of(processes.0..=processes.1),
    )
        .prop_map(|(writes, network, memory_mb, processes)| Sandbox {
            writes,
            network,
            memory_mb,
            processes,
        })
}

fn config() -> impl Strategy<Value = ConfigSchema> {
    let field = (id(), text(), any::<bool>(), any::<bool>(), proptest::option::of(text()));
    let field = field.prop_map(|(key, description, secret, required, default)| ConfigField {
        key: key.parse().unwrap(),
        description,
        secrecy: if secret { Secrecy::Secret } else { Secrecy::Plain },
        required,
        default: default.filter(|_| !secret),
    });
    proptest::collection::vec(field, 0..4).prop_map(|fields| fields.into_iter().collect())
}

/// The overrides are about tools and servers that are there.
fn overrides(
    toolset: &str,
    tools: &[ToolDeclaration],
    servers: &[McpServer],
) -> BoxedStrategy<Vec<ToolOverride>> {
    let own = tools.iter().map(|tool| format!("{toolset}:{}", tool.id));
    let served = servers
        .iter()
        .flat_map(|s| ["find", "read_*", "a:b", "x y"].map(|tool| format!("mcp:{toolset}~{}:{tool}", s.id)));
    let ids: Vec<String> = own.chain(served).collect();
    if ids.is_empty() {
        return Just(Vec::new()).boxed();
    }
    let change = (
        any::<Option<bool>>(),
        proptest::option::of(name()),
        proptest::option::of(text()),
        proptest::option::of(text()),
    );
    proptest::collection::btree_map(proptest::sample::select(ids), change, 0..5)
        .prop_map(|changes| {
            let change = |(tool_id, (enabled, name_override, description_override, content)): (String, _)| {
                let content: Option<String> = content;
                ToolOverride {
                    renderer: content.as_ref().map(|_| RendererKind::Document),
                    renderer_config: content.map(|content| json!({"content": content})),
                    name_override,
                    description_override,
                    enabled,
                    ..ToolOverride::new(tool_id)
                }
            };
            changes.into_iter().map(change).collect()
        })
        .boxed()
}

fn by_id<T>(items: Vec<T>, id: impl Fn(&T) -> String) -> Vec<T> {
    items.into_iter().map(|item| (id(&item), item)).collect::<BTreeMap<_, _>>().into_values().collect()
}

fn manifest() -> impl Strategy<Value = ToolsetManifest> {
    let parts = (id(), proptest::collection::vec(tool(), 0..4), proptest::collection::vec(server(), 0..3));
    parts
        .prop_flat_map(|(id, tools, servers)| {
            let tools = by_id(tools, |tool| tool.id.to_string());
            let servers = by_id(servers, |server| server.id.to_string());
            let overrides = overrides(&id, &tools, &servers);
            let texts = (name(), text(), proptest::option::of(text()), proptest::option::of(python()));
            let containers = proptest::collection::btree_set("[a-z]{1,8}", 0..3);
            (
                Just((id, tools, servers)),
                overrides,
                texts,
                (proptest::option::of(node()), containers, config()),
            )
        })
        .prop_map(
            |(
                (id, tools, mcp_servers),
                tool_overrides,
                (name, description, prompt_section, python),
                (node, containers, config_schema),
            )| {
                ToolsetManifest {
                    id: id.parse().unwrap(),
                    name,
                    version: "1.2.3-rc.1+b5".parse().unwrap(),
                    description,
                    prompt_section,
                    requires: vec!["other.toolset-x".parse().unwrap()],
                    python,
                    node,
                    containers: containers.into_iter().map(|name| format!("containers/{name}")).collect(),
                    config_schema,
                    tools,
                    tool_overrides,
                    mcp_servers,
                }
            },
        )
}

fn scope<'a>(args: &'a Value, result: &'a Value) -> Scope<'a> {
    Scope { args, result, chat_id: "c", workspace: "/w", toolset: Some("/t"), app: Some("ui://t/x") }
}

proptest! {
    #[test]
    fn any_manifest_is_written_and_read_back(manifest in manifest()) {
        let yaml = manifest.to_yaml().unwrap();
        let back = match ToolsetManifest::parse(&yaml, "toolset.yaml") {
            Ok(back) => back,
            Err(errors) => return Err(TestCaseError::fail(format!("{errors}\n{yaml}"))),
        };
        prop_assert_eq!(&back, &manifest, "\n{}", yaml);
        prop_assert_eq!(back.to_yaml().unwrap(), yaml);
    }

    #[test]
    fn any_text_is_read_or_refused_with_problems_in_its_lines(text in any::<String>(), shaped in "([a-z_]{1,6}: ?|- |[\\[\\]{},&*!'\"|>#%~]|[a-z0-9]{1,4}|\n| )*") {
        for text in [text, shaped] {
            if let Err(errors) = ToolsetManifest::parse(&text, "f") {
                prop_assert!(!errors.problems.is_empty());
                let lines = text.split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']).count();
                prop_assert!(errors.problems.iter().all(|p| p.place.line >= 1 && p.place.line <= lines + 1));
            }
        }
    }

    #[test]
    fn text_without_a_dollar_stays_and_one_expression_is_the_value(value in json_value(), text in nasty_text()) {
        let null = Value::Null;
        let plain = json!(text.replace('$', "S"));
        let kept = interpolate(&plain, &scope(&null, &value));
        prop_assert_eq!(kept.value, plain);
        let whole = interpolate(&json!("$return"), &scope(&null, &value));
        prop_assert_eq!(&whole.value, &value);
        // Put in between other text, it is not looked at again.
        if let Value::String(inner) = &value {
            let mixed = interpolate(&json!("<$return>"), &scope(&null, &value));
            prop_assert_eq!(mixed.value, json!(format!("<{inner}>")));
        }
    }

    #[test]
    fn any_configuration_is_interpolated_without_panic(config in json_value(), args in json_value(), text in "[$\\{\\}\\[\\]\"a-z_.0-9-]{0,30}") {
        interpolate(&config, &scope(&args, &args));
        interpolate(&json!(text), &scope(&args, &args));
        interpolate(&json!(format!("$args{text}")), &scope(&args, &args));
        for kind in [RendererKind::Code, RendererKind::Document, RendererKind::Html, RendererKind::Frame, RendererKind::Card, RendererKind::App] {
            pegboard_model::render::RenderPlan::of(kind, &config, &scope(&args, &config));
        }
    }

    #[test]
    fn injected_data_is_never_html_and_comes_back(data in json_value(), template in "(<(/?(head|body|script|title|!--|!doctype html)[ >\"'=]{0,2})|-->|</?|[a-zé ])*") {
        let page = inject("", &data);
        let script = page.strip_prefix("<script>").unwrap().strip_suffix("</script>").unwrap();
        let read_by_html = script.contains(['<', '>', '&', '\u{2028}', '\u{2029}']);
        prop_assert!(!read_by_html);
        let literal = script.strip_prefix("window.__TOOL_DATA__ = JSON.parse(").unwrap().strip_suffix(");").unwrap();
        let json: String = serde_json::from_str(literal).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Value>(&json).unwrap(), &data);
        // The template is kept on both sides of the script.
        let placed = inject(&template, &data);
        prop_assert_eq!(placed.replacen(&page, "", 1), template);
    }

    #[test]
    fn wire_names_are_valid_unique_and_reversible(ids in proptest::collection::btree_set(tool_id(), 0..40)) {
        let names = WireNames::of(ids.iter().cloned());
        let mut seen = std::collections::BTreeSet::new();
        for id in &ids {
            let name = names.name(id).unwrap().as_str();
            prop_assert!(!name.is_empty() && name.len() <= WIRE_NAME_MAX);
            prop_assert!(name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-'));
            prop_assert!(seen.insert(name.to_owned()), "{} twice", name);
            prop_assert_eq!(names.tool(name), Some(id));
            // The same without the others.
            let alone = WireNames::of([id.clone()]);
            prop_assert_eq!(alone.name(id), names.name(id));
        }
    }
}

/// Ids made of few different characters, so that they come near each other.
fn tool_id() -> impl Strategy<Value = ToolId> {
    let part = "[a0](_{0,3}[a0.-]){0,3}_{0,2}";
    let long = "[a](_?[a]){60}";
    prop_oneof![
        part.prop_map(|tool| ToolId::Builtin(tool.parse().unwrap())),
        (part, part)
            .prop_map(|(a, b)| ToolId::Toolset { toolset: a.parse().unwrap(), tool: b.parse().unwrap() }),
        (part, part, prop_oneof!["[a_.:~é -]{1,6}", long]).prop_map(|(a, b, tool)| ToolId::Mcp {
            server: ServerKey { toolset: a.parse::<ToolsetId>().unwrap(), server: b.parse().unwrap() },
            tool,
        }),
    ]
}
