//! MCP servers for people.

use serde_json::json;

use crate::cli::output::{Format, Output, Tone};
use crate::cli::text::{first_line, moment};
use crate::http::wire::mcp_proposal::AddedServers;
use crate::http::wire::mcp_server::{RegisteredServer, ServerState};
use crate::http::wire::mcp_trial::TestedServer;
use crate::http::wire::page::Page;

/// Characters of a description in a listing.
const DESCRIPTION_WIDTH: usize = 60;

pub(super) fn list(output: &Output, page: &Page<RegisteredServer>) {
    let row = |server: &RegisteredServer| {
        let tools = server.told.as_ref().map_or_else(|| "?".to_owned(), |told| told.tools.to_string());
        [
            server.server.server_key.clone(),
            server.server.server_type.clone(),
            state(server),
            tools,
            place(server),
        ]
    };
    output.table(["SERVER", "TYPE", "STATE", "TOOLS", "REACHED BY"], page.items.iter().map(row));
}

pub(super) fn one(output: &Output, server: &RegisteredServer) {
    output.line(Tone::Strong, &format!("{} ({})", server.server.server_key, state(server)));
    if let Some(reason) = &server.reason {
        output.line(Tone::Bad, reason);
    }
    output.line(Tone::Plain, &format!("{}: {}", server.server.server_type, place(server)));
    for setting in server.server.env.iter().chain(&server.server.headers) {
        output.line(Tone::Faint, &format!("  {}={}", setting.name, setting.value));
    }
    for variable in &server.variables {
        let value = match (&variable.default, variable.kept) {
            (_, true) => "kept".to_owned(),
            (Some(default), false) => format!("`{default}`, no value is kept"),
            (None, false) => "no value is kept".to_owned(),
        };
        output.line(Tone::Plain, &format!("${{{}}}: {value}", variable.name));
    }
    if let Some(told) = &server.told {
        let name = told.server_info.get("name").and_then(serde_json::Value::as_str).unwrap_or("?");
        let line = format!("{name}, MCP {}, {} tools, asked {}", told.protocol, told.tools, moment(told.at));
        output.line(Tone::Plain, &line);
        for warning in &told.warnings {
            output.note(&format!("warning: {warning}"));
        }
    }
}

fn state(server: &RegisteredServer) -> String {
    match server.state {
        ServerState::Error if server.sign_in_needed => "sign in".to_owned(),
        state => state.as_str().to_owned(),
    }
}

/// The command with its arguments, or the address.
fn place(server: &RegisteredServer) -> String {
    let shown = &server.server;
    match (&shown.command, &shown.url) {
        (Some(command), _) => {
            std::iter::once(command).chain(&shown.args).map(String::as_str).collect::<Vec<_>>().join(" ")
        }
        (None, Some(url)) => url.clone(),
        (None, None) => String::new(),
    }
}

pub(super) fn signed_out(output: &Output, server: &RegisteredServer) {
    output.line(Tone::Plain, &format!("signed out at {}", server.server.server_key));
}

pub(super) fn added(output: &Output, added: &AddedServers) {
    for server in &added.items {
        output.line(Tone::Good, &format!("{} added: {}", server.server.id, place(server)));
        let missing = server.variables.iter().filter(|variable| !variable.kept && variable.default.is_none());
        for variable in missing {
            output.note(&format!(
                "needs ${{{0}}}: pegboard mcp set {1} {0}, or set it for `pegboard serve`",
                variable.name, server.server.id
            ));
        }
    }
    for note in &added.notes {
        output.note(&format!("note: {note}"));
    }
}

pub(super) fn tested(output: &Output, tested: &TestedServer) {
    let took = |ms: Option<u64>| ms.map_or_else(|| "?".to_owned(), |ms| format!("{ms} ms"));
    match &tested.error {
        Some(error) => output.line(Tone::Bad, &error.message),
        None => {
            let line = format!(
                "answered after {}, MCP {}; {} tools, listed in {}",
                took(tested.connect_ms),
                tested.protocol.as_deref().unwrap_or("?"),
                tested.tools.len(),
                took(tested.list_ms)
            );
            output.line(Tone::Good, &line);
            let rows = tested.tools.iter();
            output.table(
                ["TOOL", "DESCRIPTION"],
                rows.map(|tool| [tool.name.clone(), first_line(&tool.description, DESCRIPTION_WIDTH)]),
            );
        }
    }
    for warning in &tested.warnings {
        output.note(&format!("warning: {warning}"));
    }
    if tested.error.is_some() && !tested.log.trim().is_empty() {
        output.note(tested.log.trim_end());
    }
}

/// Something without an answer of its own was done to a server.
pub(super) fn done(output: &Output, server: &str, what: &str) {
    match output.format() {
        Format::Json => output.json(&json!({"server": server, "done": what})),
        Format::Human => output.line(Tone::Plain, &format!("{what} {server}")),
    }
}
