//! What holds for any file of a client, the registry or a bundle. The fuzz target `formats` checks the same with more
//! patience.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use pegboard_model::servers::{
    ClientConfig, McpbManifest, Platform, ProposedServer, RegistryEntry, RegistryWay, mcpb_manifest,
    to_mcp_servers,
};
use pegboard_model::toolset::{McpServer, ToolsetManifest};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

/// Texts that a server's settings could take for something else.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => "\\PC{0,12}",
        1 => any::<String>().prop_map(|text| text.chars().take(12).collect()),
        3 => "[-$\\{\\}:=/?#&@%a .]{0,14}",
        4 => select(vec![
            "", "npx", "-y", "${A}", "${A:-b}", "${A:-}", "${env:A}", "${input:key}", "${input:}", "${workspaceFolder}", "$workspace",
            "${", "}", "${a b}", "${command:x}", "https://h/mcp", "http://u:p@h/sse?api_key=s3cret&x=1#f", "--token=s3cret",
            "Bearer s3cret", "Authorization: Bearer s3cret", "API_KEY=s3cret", "--api-key", "s3cret", "cmd", "/c", "stdio", "http",
            "sse", "mcp", "a/b", "1.0.0", "^1", "npm", "pypi", "oci", "nuget", "mcpb", "{a}", "${user_config.a}", "${__dirname}/x",
            "node", "uv", "0.3", "shared", "chat", "x\ny", "a\0b", "ä", "true",
        ]).prop_map(str::to_owned),
    ]
}

/// Anything, made of the words of all formats.
fn document() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        1 => any::<i16>().prop_map(Value::from),
        4 => text().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 8, |inner| {
        prop_oneof![
            1 => proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            4 => proptest::collection::vec((key(), inner), 0..8)
                .prop_map(|entries| Value::Object(entries.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => select(vec![
            "mcpServers", "servers", "context_servers", "extensions", "mcp", "inputs", "command", "cmd", "args", "env", "envs", "env_keys",
            "cwd", "url", "httpUrl", "headers", "type", "disabled", "enabled", "scope", "lazy", "config", "name", "id", "default",
            "packages", "remotes", "server", "registryType", "identifier", "version", "runtimeArguments", "packageArguments",
            "environmentVariables", "variables", "value", "isRequired", "choices", "transport", "manifest_version", "description",
            "entry_point", "mcp_config", "user_config", "a", "platform_overrides", "linux", "multiple", "required",
        ]).prop_map(str::to_owned),
        1 => text(),
    ]
}

/// A client's file with entries that are likely to be servers.
fn config() -> impl Strategy<Value = Value> {
    let env = || proptest::collection::btree_map("[A-Z_]{1,6}|\\PC{1,3}", text(), 0..4);
    let args = proptest::collection::vec(text(), 0..6);
    let started = (text(), args, env())
        .prop_map(|(command, args, env)| json!({"command": command, "args": args, "env": env}));
    let reached = (text(), env()).prop_map(|(url, headers)| json!({"url": url, "headers": headers}));
    let servers = proptest::collection::vec((text(), prop_oneof![started, reached]), 0..5);
    servers.prop_map(|servers| json!({"mcpServers": servers.into_iter().collect::<Map<_, _>>()}))
}

/// As a toolset that is written and read again, which is how it is kept.
fn kept(server: &McpServer) {
    let head = "manifest_version: \"1\"\nid: t\nname: T\nversion: \"1.0.0\"\n";
    let mut toolset = ToolsetManifest::parse(head, "toolset.yaml").unwrap();
    toolset.mcp_servers.push(server.clone());
    let yaml = toolset.to_yaml().unwrap();
    assert_eq!(
        ToolsetManifest::parse(&yaml, "toolset.yaml").unwrap_or_else(|e| panic!("{e}\n{yaml}")),
        toolset
    );
}

fn sound(server: &ProposedServer) {
    kept(&server.server);
    let answered = server.answered(&BTreeMap::new()).unwrap();
    kept(&answered.server);
    let names: BTreeSet<_> = server.questions.iter().map(|question| &question.name).collect();
    assert_eq!(names.len(), server.questions.len(), "every question has a variable of its own");
    assert!(!server.title.is_empty() && !server.title.contains('\n'));
}

fn check_config(text: &str) {
    let config = match ClientConfig::parse(text, "mcp.json") {
        Ok(config) => config,
        Err(errors) => return assert!(!errors.problems.is_empty()),
    };
    let ids: BTreeSet<_> = config.servers.iter().map(ProposedServer::id).collect();
    assert_eq!(ids.len(), config.servers.len());
    config.servers.iter().for_each(sound);
    let named = || config.servers.iter().map(|server| (server.id().to_string(), &server.server));
    let written = to_mcp_servers(named());
    let back = ClientConfig::parse(&written.to_string(), "mcp.json").unwrap();
    assert!(back.servers.iter().all(|server| server.secrets.is_empty()), "{written}");
    let again = to_mcp_servers(back.servers.iter().map(|server| (server.id().to_string(), &server.server)));
    assert_eq!(again, written);
}

fn check_entry(text: &str) {
    match RegistryEntry::parse(text, "server.json") {
        Ok(entry) => {
            for choice in entry.choices {
                if let RegistryWay::Server(server) = choice.way {
                    sound(&server);
                }
            }
        }
        Err(errors) => assert!(!errors.problems.is_empty()),
    }
}

fn check_bundle(text: &str) {
    match McpbManifest::parse(text, "manifest.json") {
        Ok(manifest) => {
            let Ok(plan) = manifest.toolset(Platform::Linux) else { return };
            kept(&plan.toolset.mcp_servers[0]);
            let exported = mcpb_manifest(&plan.toolset, &[]).unwrap();
            let again = McpbManifest::parse(&exported.to_string(), "manifest.json");
            again.unwrap_or_else(|errors| panic!("{errors}\n{exported}"));
        }
        Err(errors) => assert!(!errors.problems.is_empty()),
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check_config(&text);
        check_entry(&text);
        check_bundle(&text);
    }

    #[test]
    fn any_document_is_read_or_refused(document in document()) {
        let text = document.to_string();
        check_config(&text);
        check_entry(&text);
        check_bundle(&text);
    }

    #[test]
    fn any_configuration_is_read_or_refused(config in config()) {
        check_config(&config.to_string());
        check_config(&serde_json::to_string_pretty(&config).unwrap());
    }

    #[test]
    fn any_package_is_read_or_refused(kind in text(), name in text(), version in text(), arguments in document(), env in document()) {
        let package = json!({
            "registryType": kind, "identifier": name, "version": version, "packageArguments": [arguments],
            "environmentVariables": [env]
        });
        check_entry(&json!({"name": "a.b/c", "packages": [package]}).to_string());
    }

    #[test]
    fn any_bundle_is_read_or_refused(command in text(), args in proptest::collection::vec(text(), 0..5), env in text(), default in text(), entry in text()) {
        let setting = json!({"type": "string", "title": "t", "description": "d", "default": default});
        check_bundle(&json!({
            "manifest_version": "0.3", "name": "x", "version": "1.0.0", "description": "d", "author": {"name": "a"},
            "server": {"type": "node", "entry_point": entry, "mcp_config": {"command": command, "args": args, "env": {"A": env}}},
            "user_config": {"a": setting}
        }).to_string());
    }
}
