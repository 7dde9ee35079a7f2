//! One server's entry.

use std::collections::BTreeMap;

use super::find::Entry;
use super::transport::read_transport;
use crate::document::{At, Kind, Problems, Section};
use crate::servers::hiding::Hiding;
use crate::servers::naming::ServerIds;
use crate::servers::proposed::{ProposedServer, Question};
use crate::suggest::nearest;
use crate::toolset::{McpServer, ServerScope};

/// Keys that are read.
const KNOWN: [&str; 27] = [
    "type",
    "transport",
    "transportType",
    "command",
    "cmd",
    "args",
    "arguments",
    "cwd",
    "workingDirectory",
    "env",
    "envs",
    "environment",
    "env_keys",
    "url",
    "uri",
    "serverUrl",
    "httpUrl",
    "headers",
    "http_headers",
    "requestOptions",
    "requestInit",
    "disabled",
    "enabled",
    "scope",
    "lazy",
    "requires_confirmation",
    "name",
];

/// Keys that say nothing that would be missed: how the other program shows the server, or waits for it.
const OF_NO_CONSEQUENCE: [&str; 14] = [
    "description",
    "timeout",
    "connectTimeout",
    "startup_timeout_sec",
    "tool_timeout_sec",
    "source",
    "settings",
    "bundled",
    "gallery",
    "icon",
    "version",
    "display_name",
    "chat.mcp.autostart",
    "note",
];

/// Keys that let a server's tools run without a question.
const APPROVALS: [&str; 5] = ["alwaysAllow", "autoApprove", "trust", "approved", "autoAllow"];

/// Keys that show only some of a server's tools.
const FILTERS: [&str; 8] = [
    "disabledTools",
    "enabledTools",
    "disabled_tools",
    "enabled_tools",
    "includeTools",
    "excludeTools",
    "available_tools",
    "tools",
];

/// Reads an entry. Its id is taken in any case, so that the names of the others do not depend on its problems.
pub(super) fn read_entry(
    entry: &Entry<'_>,
    ids: &mut ServerIds,
    inputs: &BTreeMap<String, Question>,
    problems: &mut Problems,
) -> Option<ProposedServer> {
    let section = &entry.section;
    let Some(id) = ids.id_for(&entry.name) else {
        problems.add(section.place, &section.path, "this name cannot be made an id: give it another one");
        return None;
    };
    let mut hiding = Hiding::new(id.clone(), inputs);
    let transport = read_transport(section, &mut hiding, problems);
    let scope = read_scope(section, &hiding, problems);
    let lazy = section.boolean("lazy", problems).unwrap_or(true);
    let requires_confirmation = section.boolean("requires_confirmation", problems);
    let enabled = read_enabled(entry, problems);
    note_the_rest(section, &mut hiding.notes);
    let transport = hiding.hide(transport?);
    let renamed_from = (id.as_str() != entry.name).then(|| entry.shown_name());
    let server = McpServer { id, transport, enabled, requires_confirmation, scope, lazy };
    Some(ProposedServer {
        title: title(entry, &server),
        renamed_from,
        server,
        secrets: hiding.secrets,
        questions: hiding.questions,
        notes: hiding.notes,
    })
}

/// What the entry calls itself, or its name in the file.
fn title(entry: &Entry<'_>, server: &McpServer) -> String {
    let own = entry.section.get("name").and_then(|at| match &at.node.kind {
        Kind::Text(text) => Some(text.clone()),
        _ => None,
    });
    let title: String =
        own.unwrap_or_else(|| entry.name.clone()).chars().filter(|c| !c.is_control()).take(60).collect();
    if title.trim().is_empty() { server.id.to_string() } else { title }
}

fn read_scope(section: &Section<'_>, hiding: &Hiding<'_>, problems: &mut Problems) -> ServerScope {
    // Claude's own `scope` says whose file an entry is in, and never reaches a file.
    let scopes = [("shared", ServerScope::Shared), ("chat", ServerScope::Chat)];
    match section.get("scope") {
        Some(at) => at.word(&scopes, problems).unwrap_or_default(),
        None if hiding.wants_workspace => ServerScope::Chat,
        None => ServerScope::Shared,
    }
}

fn read_enabled(entry: &Entry<'_>, problems: &mut Problems) -> bool {
    let section = &entry.section;
    let disabled = section.boolean("disabled", problems);
    let enabled = entry.enabled.clone().or_else(|| section.get("enabled"));
    let enabled = enabled.and_then(|at: At<'_>| at.boolean(problems));
    match (disabled, enabled) {
        (Some(disabled), _) => !disabled,
        (None, enabled) => enabled.unwrap_or(true),
    }
}

fn note_the_rest(section: &Section<'_>, notes: &mut Vec<String>) {
    for (key, _, at) in section.entries() {
        let shown: String = key.chars().map(|c| if c.is_control() { ' ' } else { c }).take(60).collect();
        let says_nothing = match &at.node.kind {
            Kind::Null | Kind::Bool(false) => true,
            Kind::List(items) => items.is_empty(),
            _ => false,
        };
        if says_nothing || KNOWN.contains(&key) || OF_NO_CONSEQUENCE.contains(&key) {
            continue;
        }
        notes.push(if APPROVALS.contains(&key) {
            format!(
                "`{shown}` was left out: what may run without a question is said in Pegboard, tool by tool"
            )
        } else if FILTERS.contains(&key) {
            format!("`{shown}` was left out: switch tools off in Pegboard, one by one or by a pattern")
        } else if key == "envFile" {
            "`envFile` was not read: set its variables for the server instead".to_owned()
        } else if matches!(key, "oauth" | "auth" | "authProviderType") {
            format!("`{shown}` was left out: sign in to the server once it is added")
        } else {
            match nearest(key, KNOWN) {
                Some(near) => format!("the key `{shown}` is not known and was left out: was `{near}` meant?"),
                None => format!("the key `{shown}` is not known and was left out"),
            }
        });
    }
}
