//! The document that describes the API: complete, sound, and with the specification's names.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// Every operation that scripts may rely on, with its method and path.
const OPERATIONS: &[(&str, &str, &str)] = &[
    ("list_toolsets", "get", "/toolsets"),
    ("get_toolset", "get", "/toolsets/{toolset_id}"),
    ("preview_toolset", "post", "/toolsets/preview"),
    ("import_toolset", "post", "/toolsets/import"),
    ("export_toolset", "get", "/toolsets/{toolset_id}/export"),
    ("enable_toolset", "post", "/toolsets/{toolset_id}/enable"),
    ("uninstall_toolset", "delete", "/toolsets/{toolset_id}"),
    ("preview_uninstall", "get", "/toolsets/{toolset_id}/uninstall-preview"),
    ("set_toolset_variable", "put", "/toolsets/{toolset_id}/variables/{name}"),
    ("get_toolset_config", "get", "/toolsets/{toolset_id}/config"),
    ("set_toolset_config", "put", "/toolsets/{toolset_id}/config"),
    ("delete_toolset_config", "delete", "/toolsets/{toolset_id}/config/{key}"),
    ("test_toolset_config", "post", "/toolsets/{toolset_id}/test"),
    ("get_tool_config", "get", "/tools/{tool_id}/config"),
    ("set_tool_config", "put", "/tools/{tool_id}/config"),
    ("delete_tool_config", "delete", "/tools/{tool_id}/config/{key}"),
    ("test_tool_config", "post", "/tools/{tool_id}/test"),
    ("rotate_secret_key", "post", "/secrets/rotate"),
    ("list_models", "get", "/models"),
    ("put_model", "put", "/models/{name}"),
    ("delete_model", "delete", "/models/{name}"),
    ("test_model", "post", "/models/{name}/test"),
    ("set_default_model", "post", "/models/{name}/default"),
    ("remove_toolset_variable", "delete", "/toolsets/{toolset_id}/variables/{name}"),
    ("list_mcp_servers", "get", "/mcp-servers"),
    ("add_mcp_server", "post", "/mcp-servers"),
    ("preview_mcp_servers", "post", "/mcp-servers/preview"),
    ("test_mcp_server", "post", "/mcp-servers/test"),
    ("export_mcp_server", "get", "/mcp-servers/{server_key}/export"),
    ("export_mcp_servers", "get", "/mcp-servers/export"),
    ("get_mcp_server", "get", "/mcp-servers/{server_key}"),
    ("edit_mcp_server", "put", "/mcp-servers/{server_key}"),
    ("remove_mcp_server", "delete", "/mcp-servers/{server_key}"),
    ("enable_mcp_server", "post", "/mcp-servers/{server_key}/enable"),
    ("reconnect_mcp_server", "post", "/mcp-servers/{server_key}/reconnect"),
    ("get_mcp_server_log", "get", "/mcp-servers/{server_key}/log"),
    ("read_mcp_resource", "post", "/mcp-servers/{server_key}/resources/read"),
    ("list_mcp_clients", "get", "/mcp-clients"),
    ("begin_mcp_sign_in", "post", "/mcp-servers/{server_key}/sign-in"),
    ("mcp_sign_out", "post", "/mcp-servers/{server_key}/sign-out"),
    ("end_mcp_sign_in", "get", "/oauth/callback"),
    ("list_tools", "get", "/tools"),
    ("get_tool", "get", "/tools/{tool_id}"),
    ("get_tool_schemas", "get", "/tools/{tool_id}/schemas"),
    ("set_tool_override", "put", "/tools/{tool_id}/override"),
    ("preview_override", "post", "/tools/{tool_id}/override/preview"),
    ("get_tool_build", "get", "/tools/{tool_id}/build"),
    ("build_tool", "post", "/tools/{tool_id}/build"),
    ("list_saved_inputs", "get", "/tools/{tool_id}/inputs"),
    ("save_input", "put", "/tools/{tool_id}/inputs/{name}"),
    ("delete_saved_input", "delete", "/tools/{tool_id}/inputs/{name}"),
    ("call_tool", "post", "/tools/{tool_id}/call"),
    ("list_calls", "get", "/calls"),
    ("list_call_summaries", "get", "/calls/timeline"),
    ("export_calls", "get", "/calls/export"),
    ("get_tool_stats", "get", "/tools/{tool_id}/stats"),
    ("list_schedules", "get", "/schedules"),
    ("set_schedule", "put", "/schedules/{tool_id}"),
    ("remove_schedule", "delete", "/schedules/{tool_id}"),
    ("run_schedule", "post", "/schedules/{tool_id}/run"),
    ("get_webhook", "get", "/tools/{tool_id}/webhook"),
    ("make_webhook", "post", "/tools/{tool_id}/webhook"),
    ("remove_webhook", "delete", "/tools/{tool_id}/webhook"),
    ("deliver", "post", "/hooks/{tool_id}/{token}"),
    ("reset_budget", "post", "/tools/{tool_id}/budget/reset"),
    ("list_prompts", "get", "/prompts"),
    ("take_prompt", "post", "/prompts/take"),
    ("acknowledge_prompt", "post", "/prompts/{prompt_id}/ack"),
    ("remove_prompt", "delete", "/prompts/{prompt_id}"),
    ("get_retention", "get", "/retention"),
    ("set_retention", "put", "/retention"),
    ("get_activity", "get", "/activity"),
    ("get_call", "get", "/calls/{call_id}"),
    ("approve_call", "post", "/calls/{call_id}/approve"),
    ("deny_call", "post", "/calls/{call_id}/deny"),
    ("preview_call", "post", "/calls/{call_id}/preview"),
    ("rerun_call", "post", "/calls/{call_id}/rerun"),
    ("cancel_call", "post", "/calls/{call_id}/cancel"),
    ("list_workers", "get", "/workers"),
    ("get_worker", "get", "/workers/{worker}"),
    ("put_worker", "put", "/workers/{worker}"),
    ("import_worker", "post", "/workers/import"),
    ("export_worker", "get", "/workers/{worker}/export"),
    ("check_worker", "post", "/workers/check"),
    ("remove_worker", "delete", "/workers/{worker}"),
    ("create_chat", "post", "/chats"),
    ("get_policy", "get", "/policy"),
    ("set_policy", "put", "/policy"),
    ("try_policy", "post", "/policy/try"),
    ("check_policy", "post", "/policy/check"),
    ("list_grants", "get", "/grants"),
    ("revoke_grant", "delete", "/grants/{grant_id}"),
    ("list_chats", "get", "/chats"),
    ("search_tools", "get", "/tools/search"),
    ("get_chest", "get", "/chats/{chat_id}/chest"),
    ("set_active_toolsets", "put", "/chats/{chat_id}/chest"),
    ("reset_chest", "delete", "/chats/{chat_id}/chest"),
    ("activate_toolsets", "post", "/chats/{chat_id}/chest/activate"),
    ("deactivate_toolsets", "post", "/chats/{chat_id}/chest/deactivate"),
    ("add_essential_toolsets", "post", "/chats/{chat_id}/chest/essential"),
    ("initialise_chest", "post", "/chats/{chat_id}/chest/initialise"),
    ("get_chat", "get", "/chats/{chat_id}"),
    ("rename_chat", "patch", "/chats/{chat_id}"),
    ("add_message", "post", "/chats/{chat_id}/messages"),
    ("set_active_leaf", "post", "/chats/{chat_id}/active-leaf"),
    ("fork_chat", "post", "/chats/{chat_id}/fork"),
    ("export_chat", "get", "/chats/{chat_id}/export"),
    ("import_chat", "post", "/chats/import"),
    ("delete_branch", "delete", "/chats/{chat_id}/messages/{message_id}"),
    ("restore_branch", "post", "/chats/{chat_id}/messages/{message_id}/restore"),
    ("delete_chat", "delete", "/chats/{chat_id}"),
    ("restore_chat", "post", "/chats/{chat_id}/restore"),
    ("stream", "post", "/chats/{chat_id}/stream"),
    ("resume_stream", "get", "/chats/{chat_id}/stream"),
    ("stop_reply", "post", "/chats/{chat_id}/stop"),
    ("run_ag_ui", "post", "/chats/{chat_id}/ag-ui"),
    ("create_chat_completion", "post", "/v1/chat/completions"),
    ("list_completion_models", "get", "/v1/models"),
    ("get_completion_model", "get", "/v1/models/{model}"),
    ("get_available_tools", "get", "/chats/{chat_id}/tools"),
    ("get_workspace_files", "get", "/chats/{chat_id}/workspace/files"),
    ("get_workspace_file", "get", "/chats/{chat_id}/workspace/files/{path}"),
    ("put_workspace_file", "put", "/chats/{chat_id}/workspace/files/{path}"),
    ("delete_workspace_file", "delete", "/chats/{chat_id}/workspace/files/{path}"),
    ("move_file", "post", "/chats/{chat_id}/workspace/move"),
    ("download_workspace", "get", "/chats/{chat_id}/workspace/archive"),
    ("get_workspace_manifest", "get", "/chats/{chat_id}/workspace/manifest"),
    ("list_workspace_manifests", "get", "/chats/{chat_id}/workspace/manifests"),
    ("diff_workspace", "get", "/chats/{chat_id}/workspace/diff"),
    ("restore_workspace", "post", "/chats/{chat_id}/workspace/restore"),
    ("get_limits", "get", "/limits"),
    ("get_doctor", "get", "/doctor"),
    ("verify_workspaces", "post", "/workspaces/verify"),
    ("list_tokens", "get", "/tokens"),
    ("create_token", "post", "/tokens"),
    ("revoke_token", "delete", "/tokens/{token_id}"),
    ("get_session", "get", "/session"),
    ("open_frame", "post", "/frames"),
    ("check_frame", "get", "/frames/check"),
    ("events", "get", "/events"),
    ("healthz", "get", "/healthz"),
    ("openapi", "get", "/openapi.json"),
];

fn document() -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_pegboard")).arg("openapi").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Every operation of the document: id, method, path, description.
fn operations(document: &Value) -> Vec<(String, String, String, &Value)> {
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap().to_owned();
            found.push((id, method.clone(), path.clone(), operation));
        }
    }
    found
}

/// Every value under the key `$ref`, anywhere.
fn references<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(Value::as_str));
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[test]
fn the_operations_are_exactly_the_promised_ones() {
    let document = document();
    let found: BTreeMap<_, _> =
        operations(&document).into_iter().map(|(id, method, path, _)| (id, (method, path))).collect();
    let promised: BTreeMap<_, _> = OPERATIONS
        .iter()
        .map(|(id, method, path)| (id.to_string(), (method.to_string(), path.to_string())))
        .collect();
    assert_eq!(found, promised);
}

#[test]
fn every_reference_leads_somewhere() {
    let document = document();
    let mut found = BTreeSet::new();
    references(&document, &mut found);
    assert!(!found.is_empty());
    for reference in found {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
}

#[test]
fn every_operation_is_described_whole() {
    let document = document();
    for (id, _, path, operation) in operations(&document) {
        assert!(operation["summary"].is_string(), "{id} says nothing of itself");
        assert!(operation["tags"].as_array().is_some_and(|tags| tags.len() == 1), "{id} has one tag");
        let responses = operation["responses"].as_object().unwrap();
        assert!(responses.contains_key("default"), "{id} says nothing of problems");
        assert!(responses.keys().any(|status| status.starts_with('2')), "{id} never succeeds");
        let declared: BTreeSet<_> = operation["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|parameter| parameter["in"] == "path")
            .map(|parameter| parameter["name"].as_str().unwrap())
            .collect();
        let named: BTreeSet<_> =
            path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect();
        assert_eq!(declared, named, "{id}: the path's parameters");
    }
}

/// A body that the document forgets is one that generated clients cannot send.
#[test]
fn only_these_change_something_without_a_body() {
    let document = document();
    let mut bare: Vec<_> = operations(&document)
        .into_iter()
        .filter(|(_, method, _, operation)| {
            ["post", "put", "patch"].contains(&method.as_str()) && operation.get("requestBody").is_none()
        })
        .map(|(id, ..)| id)
        .collect();
    let expected = [
        "acknowledge_prompt",
        "begin_mcp_sign_in",
        "build_tool",
        "cancel_call",
        "initialise_chest",
        "mcp_sign_out",
        "preview_call",
        "reconnect_mcp_server",
        "reset_budget",
        "restore_branch",
        "restore_chat",
        "rotate_secret_key",
        "run_schedule",
        "set_default_model",
        "stop_reply",
        "test_model",
        "test_tool_config",
        "test_toolset_config",
        "verify_workspaces",
    ];
    bare.sort();
    assert_eq!(bare, expected);
}

#[test]
fn only_what_must_be_is_open() {
    let document = document();
    let mut open: Vec<_> = operations(&document)
        .into_iter()
        .filter(|(_, _, _, operation)| operation.get("security").is_none())
        .map(|(id, ..)| id)
        .collect();
    open.sort();
    assert_eq!(open, ["deliver", "end_mcp_sign_in", "healthz", "openapi"]);
    assert!(document.pointer("/components/securitySchemes/bearer").is_some());
}

#[test]
fn the_call_has_the_promised_shape() {
    let document = document();
    let call = document.pointer("/components/schemas/Call/properties").unwrap().as_object().unwrap();
    for field in
        ["id", "status", "result", "error", "render_plan", "pre_manifest_id", "post_manifest_id", "changes"]
    {
        assert!(call.contains_key(field), "{field}");
    }
    let changes = document.pointer("/components/schemas/Changes/properties").unwrap().as_object().unwrap();
    let names: Vec<_> = changes.keys().map(String::as_str).collect();
    assert_eq!(names, ["added", "modified", "removed"]);
}
