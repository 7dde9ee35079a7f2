//! Manifests as people write them: what is read, and what they are told when something is wrong.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use pegboard_model::approval::Approval;
use pegboard_model::render::RendererKind;
use pegboard_model::toolset::{
    Insistence, Network, Requirements, Sandbox, ServerScope, ToolsetManifest, Transport, Writes,
};
use serde_json::json;

fn read(text: &str) -> ToolsetManifest {
    ToolsetManifest::parse(text, "toolset.yaml").unwrap_or_else(|errors| panic!("{errors}"))
}

fn errors(text: &str) -> String {
    ToolsetManifest::parse(text, "toolset.yaml").expect_err("the manifest is wrong").to_string()
}

const HEAD: &str = "manifest_version: \"1\"\nid: t\nname: T\nversion: \"1.0.0\"\n";

fn errors_after_head(rest: &str) -> String {
    errors(&format!("{HEAD}{rest}"))
}

/// Spec 1 §10.
const APP_BUILDER: &str = include_str!("../manifests/app-builder.yaml");

/// Every key there is.
const EVERYTHING: &str = include_str!("../manifests/everything.yaml");

const CONFIG_KEYS: [&str; 4] = ["api_key", "endpoint", "retries", "Bare.key-1"];

#[test]
fn the_example_of_the_specification_is_read() {
    let manifest = read(APP_BUILDER);
    assert_eq!(manifest.id.as_str(), "app-builder");
    assert_eq!(manifest.tools.len(), 3);
    assert_eq!(manifest.tools[2].requires_confirmation, Some(true));
    assert_eq!(manifest.tools[0].entrypoint.function(), "write_file");
    let write = manifest.tool_overrides.iter().find(|o| o.tool_id == "app-builder:write_file").unwrap();
    assert_eq!(write.renderer, Some(RendererKind::Code));
    assert_eq!(
        write.renderer_config,
        Some(json!({"file": "$args.path", "language": "auto", "editable": true}))
    );
}

#[test]
fn every_key_is_read() {
    let manifest = read(EVERYTHING);
    let python = manifest.python.as_ref().unwrap();
    assert_eq!(python.requirements, Some(Requirements::Lines(vec!["pandas>=2".into(), "httpx".into()])));
    assert_eq!(python.timeout_seconds, Some(30));
    assert_eq!((python.sandbox.writes(), python.sandbox.network()), (Writes::Workspace, Network::Deny));
    assert_eq!((python.sandbox.memory_bytes(), python.sandbox.processes()), (512 << 20, 16));
    assert_eq!(python.sandbox.insistence(), Insistence::Required);
    assert_eq!(manifest.requires[0].as_str(), "files");
    let node = manifest.node.as_ref().unwrap();
    let code: Vec<_> = node.tools.iter().map(|source| source.code.to_string()).collect();
    assert_eq!(code, ["@scope/package", "./js/index.mjs", "other"]);
    assert_eq!(node.tools[1].approval.of("fetch"), Some(Approval::Ask));
    assert_eq!(node.tools[2].approval.of("anything"), Some(Approval::Blocked));
    let wanted: Vec<_> = node.wanted().iter().map(ToString::to_string).collect();
    assert_eq!(wanted, ["zod@4.6.7", "@scope/package@^1.2", "other"]);
    assert_eq!(manifest.containers, ["containers/ocr"]);
    let config = manifest.config_schema.fields();
    assert_eq!(config.iter().map(|field| field.key.as_str()).collect::<Vec<_>>(), CONFIG_KEYS);
    assert!(config[0].secrecy.is_secret() && config[0].required);
    assert_eq!(config[2].default.as_deref(), Some("3"));
    let search = &manifest.mcp_servers[0];
    assert!(matches!(&search.transport, Transport::Stdio { env, .. } if env["API_KEY"] == "${MY_API_KEY}"));
    assert_eq!(search.scope, ServerScope::Chat);
    assert!(!search.lazy);
    assert!(matches!(manifest.mcp_servers[1].transport, Transport::StreamableHttp { .. }));
    assert!(matches!(manifest.mcp_servers[2].transport, Transport::Sse { .. }));
    let ids: Vec<&str> = manifest.tool_overrides.iter().map(|o| o.tool_id.as_str()).collect();
    assert_eq!(
        ids,
        ["everything:chart", "everything:note", "mcp:everything~*:read_*", "mcp:everything~search:find"]
    );
}

#[test]
fn only_what_a_bundle_asks_for_is_insisted_on() {
    let of = |text: &str| read(&format!("{HEAD}python: {{sandbox: {text}}}\n")).python.unwrap().sandbox;
    assert_eq!(of("{}"), Sandbox::default());
    assert_eq!(Sandbox::default().writes(), Writes::Workspace);
    for text in ["{}", "{writes: anywhere}", "{network: true}", "{memory_mb: 100, processes: 5}"] {
        assert_eq!(of(text).insistence(), Insistence::WherePossible, "{text}");
    }
    for text in ["{writes: workspace}", "{network: false}", "{writes: anywhere, network: false}"] {
        assert_eq!(of(text).insistence(), Insistence::Required, "{text}");
    }
}

#[test]
fn a_canonical_override_wins_over_the_legacy_renderer_as_a_whole() {
    let manifest = read(EVERYTHING);
    let of = |id: &str| manifest.tool_overrides.iter().find(|o| o.tool_id == id).unwrap();
    let chart = of("everything:chart");
    assert_eq!(chart.renderer, Some(RendererKind::Html));
    assert_eq!(chart.renderer_config, Some(json!({"artifact": "artifacts/chart.html", "data": "$return"})));
    // An override without a renderer leaves the legacy one.
    let note = of("everything:note");
    assert_eq!(note.renderer, Some(RendererKind::Document));
    assert_eq!(note.name_override.as_deref(), Some("Jot down"));
}

#[test]
fn the_canonical_form() {
    let yaml = read(EVERYTHING).to_yaml().unwrap();
    assert_eq!(read(&yaml), read(EVERYTHING));
    assert_eq!(read(&yaml).to_yaml().unwrap(), yaml);
    insta::assert_snapshot!(yaml);
}

#[test]
fn an_unknown_key() {
    insta::assert_snapshot!(errors_after_head(
        "tools:\n  - id: a\n    entrypiont: x:y\n    entrypoint: x:y\n    colour: red\n"
    ));
}

#[test]
fn a_wrong_type() {
    insta::assert_snapshot!(errors(
        "manifest_version: 1\nid: t\nname: [T]\nversion: 1.0\nenv: 1\ntools: {a: b}\nrequires: files\n"
    ));
}

#[test]
fn a_boolean_of_another_yaml() {
    insta::assert_snapshot!(errors_after_head(
        "tools:\n  - {id: a, entrypoint: x:y, enabled: yes, requires_confirmation: 0}\n"
    ));
}

#[test]
fn a_missing_key() {
    insta::assert_snapshot!(errors("id: t\nname:\ntools:\n  - name: A\n"));
}

#[test]
fn duplicates() {
    insta::assert_snapshot!(errors_after_head(
        "name: Again\ntools:\n  - {id: a, entrypoint: x:y}\n  - {id: a, entrypoint: x:z}\n\
         mcp_servers:\n  - {id: s, command: x}\n  - {id: s, command: x}\n\
         tool_overrides:\n  - {tool_id: a, enabled: true}\n  - {tool_id: 't:a', enabled: false}\n"
    ));
}

#[test]
fn bad_versions() {
    insta::assert_snapshot!(errors("manifest_version: \"2\"\nid: t\nname: T\nversion: v1\n"));
}

#[test]
fn bad_ids() {
    insta::assert_snapshot!(errors("manifest_version: \"1\"\nid: mcp\nname: T\nversion: 1.0.0\n"));
    insta::assert_snapshot!(errors(
        "manifest_version: \"1\"\nid: a:b\nname: \"\"\nversion: 1.0.0\ntools:\n  - {id: x y, entrypoint: ../x}\n"
    ));
}

#[test]
fn overrides_of_nothing() {
    insta::assert_snapshot!(errors_after_head(
        "tools:\n  - {id: write_file, entrypoint: x:y}\nmcp_servers:\n  - {id: web, command: x}\n\
         tool_overrides:\n  - tool_id: write_fiel\n  - tool_id: wbe:search\n  - tool_id: mcp:other~web:search\n  - tool_id: zzz\n"
    ));
}

#[test]
fn bad_renderers() {
    insta::assert_snapshot!(errors_after_head(
        "tools:\n  - id: a\n    entrypoint: x:y\n    renderer:\n      type: cod\n\
        \x20 - id: b\n    entrypoint: x:y\n    renderer:\n      type: code\n      fil: \"$args.path\"\n\
        \x20 - id: c\n    entrypoint: x:y\n\
         tool_overrides:\n  - tool_id: c\n    renderer: html\n    renderer_config:\n      artifact: ../../x.html\n\
        \x20 - tool_id: b\n    renderer_config: {file: x}\n  - tool_id: a\n    renderer: frame\n"
    ));
}

#[test]
fn bad_servers() {
    insta::assert_snapshot!(errors_after_head(
        "mcp_servers:\n  - id: a\n  - {id: b, command: x, url: 'http://x'}\n  - {id: c, type: htpp, url: 'http://x'}\n\
        \x20 - {id: d, url: 'ftp://x', env: {A: b}}\n  - {id: e, command: x, env: {PORT: 80, 'A=B': c}, scope: chats}\n\
        \x20 - {id: f, url: 'http://x', headers: {'a b': c}}\n"
    ));
}

#[test]
fn bad_config_schemas() {
    insta::assert_snapshot!(errors_after_head(
        "config_schema:\n  api_key: {secret: yes, requird: true}\n  'a b': {default: []}\n  pin: {secret: true, default: 1234}\n\
        \x20 token: {secret: true, default: ''}\n  url: text\n"
    ));
    insta::assert_snapshot!(errors_after_head("config_schema: [api_key]\n"));
    let many: String = (0..51).map(|n| format!("  k{n}: {{}}\n")).collect();
    insta::assert_snapshot!(errors_after_head(&format!("config_schema:\n{many}")));
}

#[test]
fn bad_python_sections() {
    insta::assert_snapshot!(errors_after_head(
        "python:\n  requirements: ['--index-url=http://x', '']\n  init: setup\n  timeout_seconds: 0\n  isolation: frok\n"
    ));
    insta::assert_snapshot!(errors_after_head(
        "python:\n  sandbox: {write: workspace, writes: all, network: deny, memory_mb: 1, processes: lots}\n"
    ));
    insta::assert_snapshot!(errors_after_head("python: {sandbox: true}\n"));
    insta::assert_snapshot!(errors_after_head(
        "python: {requirements: ../r.txt}\nnode: 3\ncontainers: [1, ../x, a/x, ./b/x/, '']\n"
    ));
}

#[test]
fn bad_node_sections() {
    insta::assert_snapshot!(errors_after_head(
        "node:\n  packges: [zod]\n  packages: ['zod@https://x/y.tgz', ../zod]\n  tools:\n    - ./x.py\n    - {module: ../x.ts}\n\
        \x20   - {packge: x}\n    - {package: x, module: ./y.ts, args: [1]}\n    - {package: x, approval: maybe}\n\
        \x20   - {package: x, approval: {a: preapproved}}\n    - 3\n"
    ));
    insta::assert_snapshot!(errors_after_head("node: {packages: [zod]}\n"));
}

#[test]
fn an_override_may_speak_of_a_tool_that_only_node_code_knows() {
    let manifest =
        read(&format!("{HEAD}node: [./x.ts]\ntool_overrides: [{{tool_id: forecast, enabled: false}}]\n"));
    assert_eq!(manifest.tool_overrides[0].tool_id, "t:forecast");
    assert_eq!(read(&manifest.to_yaml().unwrap()), manifest);
}

#[test]
fn bad_schemas() {
    insta::assert_snapshot!(errors_after_head(
        "tools:\n  - {id: a, entrypoint: x:y, input_schema: [1]}\n  - {id: b, entrypoint: x:y, input_schema: {type: array}}\n\
        \x20 - {id: c, entrypoint: x:y, input_schema: {type: object, properties: {x: {type: strin}}}}\n\
        \x20 - {id: d, entrypoint: x:y, input_schema: {type: object, $ref: 'http://x/y'}}\n"
    ));
}

#[test]
fn broken_yaml() {
    insta::assert_snapshot!(errors("id: [1\nname: x"));
    insta::assert_snapshot!(errors(""));
    insta::assert_snapshot!(errors("- a\n- b\n"));
    insta::assert_snapshot!(errors("a: 1\n---\nb: 2\n"));
}

#[test]
fn yaml_that_is_more_than_data() {
    insta::assert_snapshot!(errors_after_head("description: !!str x\nprompt_section: !exec ls\n"));
    insta::assert_snapshot!(errors_after_head("python: {<<: {a: b}}\n"));
    insta::assert_snapshot!(errors_after_head("? [a]\n: b\n"));
    insta::assert_snapshot!(errors_after_head("containers: &a {b: *a}\n"));
}

#[test]
fn aliases_are_copied_and_cannot_multiply_without_bound() {
    let manifest = read(&format!("{HEAD}node: [{{package: p, import: f, args: [&a {{x: 1}}, *a]}}]\n"));
    assert_eq!(manifest.node.unwrap().tools[0].args, [json!({"x": 1}), json!({"x": 1})]);

    let mut bomb = format!("{HEAD}containers:\n  a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
    for n in 1..12 {
        let aliases = vec![format!("*a{}", n - 1); 9].join(", ");
        bomb.push_str(&format!("  a{n}: &a{n} [{aliases}]\n"));
    }
    insta::assert_snapshot!(errors(&bomb));

    let long = format!("{HEAD}containers:\n  - &a \"{}\"\n{}", "x".repeat(500_000), "  - *a\n".repeat(1000));
    assert!(errors(&long).ends_with("the document has more than 100000 values"));
}

#[test]
fn length_and_depth_are_limited() {
    assert!(errors(&"#".repeat((1 << 20) + 1)).ends_with("the document is longer than 1 MiB"));
    for deep in ["[".repeat(10_000), "{a: ".repeat(10_000), "- ".repeat(10_000)] {
        errors_after_head(&format!("node: {deep}"));
        errors_after_head(&format!("node:\n  {deep}"));
    }
    let many: String = (0..200).map(|n| format!("key{n}: x\n")).collect();
    let text = errors_after_head(&many);
    assert!(text.ends_with("\n… and 150 more"), "{text}");
}

#[test]
fn texts_that_yaml_1_1_took_for_something_else_stay_texts() {
    let manifest = read(
        "manifest_version: '1'\nid: on\nname: yes\nversion: 1.0.0\ndescription: 12:30:45\n\
         node: [{package: p, import: f, args: [{no: off}]}]\n",
    );
    assert_eq!((manifest.name.as_str(), manifest.description.as_str()), ("yes", "12:30:45"));
    assert_eq!(manifest.node.as_ref().unwrap().tools[0].args, [json!({"no": "off"})]);
    assert_eq!(read(&manifest.to_yaml().unwrap()), manifest);
}
