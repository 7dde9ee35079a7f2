//! Toolsets for people.

use crate::cli::output::{Output, Tone};
use crate::cli::text::first_line;
use crate::http::wire::import::{ImportOutcome, Imported};
use crate::http::wire::page::Page;
use crate::http::wire::tool::Tool;
use crate::http::wire::toolset::{Toolset, ToolsetWithParts};

/// Characters of a description in a listing.
const DESCRIPTION_WIDTH: usize = 60;

pub(crate) fn list(output: &Output, page: &Page<Toolset>) {
    let row = |toolset: &Toolset| {
        [
            toolset.id.clone(),
            toolset.version.clone(),
            state(toolset).to_owned(),
            first_line(&toolset.description, DESCRIPTION_WIDTH),
        ]
    };
    output.table(["TOOLSET", "VERSION", "STATE", "DESCRIPTION"], page.items.iter().map(row));
}

fn state(toolset: &Toolset) -> &'static str {
    match (toolset.enabled, &toolset.problem) {
        (false, _) => "off",
        (true, Some(_)) => "broken",
        (true, None) => "on",
    }
}

pub(crate) fn imported(output: &Output, imported: &Imported) {
    let toolset = &imported.toolset;
    let done = match (imported.outcome, &imported.upgraded_from) {
        (ImportOutcome::Installed, _) => "installed".to_owned(),
        (ImportOutcome::Upgraded, Some(from)) => format!("upgraded from {from}"),
        (ImportOutcome::Upgraded, None) => "upgraded".to_owned(),
        (ImportOutcome::Unchanged, _) => "unchanged".to_owned(),
    };
    output.line(Tone::Good, &format!("{} {} {done}", toolset.id, toolset.version));
    problem(output, toolset);
    for warning in &imported.warnings {
        output.note(&format!("warning: {warning}"));
    }
    tools(output, &imported.tools);
}

pub(crate) fn one(output: &Output, detail: &ToolsetWithParts) {
    let toolset = &detail.toolset;
    output.line(Tone::Strong, &format!("{} {} ({})", toolset.name, toolset.version, state(toolset)));
    output.line(Tone::Plain, &toolset.description);
    output.line(Tone::Faint, &format!("from {}: {}", toolset.source_type, toolset.source_ref));
    problem(output, toolset);
    tools(output, &detail.tools);
    for server in &detail.mcp_servers {
        let at = server.command.as_deref().or(server.url.as_deref()).unwrap_or_default();
        output.line(Tone::Plain, &format!("MCP server {} ({}): {at}", server.server_key, server.server_type));
    }
    let files = detail.files.iter();
    output.table(
        ["FILE", "KIND", "BYTES"],
        files.map(|f| [f.path.clone(), f.kind.clone(), f.size.to_string()]),
    );
}

fn problem(output: &Output, toolset: &Toolset) {
    if let Some(problem) = &toolset.problem {
        output.note(&format!("warning: {problem}"));
    }
}

/// Tools as a table.
pub(crate) fn tools(output: &Output, tools: &[Tool]) {
    let row = |tool: &Tool| {
        let state = match (tool.enabled, &tool.problem, tool.requires_confirmation) {
            (false, _, _) => "off",
            (true, Some(_), _) => "broken",
            (true, None, true) => "asks",
            (true, None, false) => "on",
        };
        let renderer = tool.renderer.clone().unwrap_or_default();
        [tool.id.clone(), state.to_owned(), renderer, first_line(&tool.description, DESCRIPTION_WIDTH)]
    };
    output.table(["TOOL", "STATE", "SHOWN AS", "DESCRIPTION"], tools.iter().map(row));
    for tool in tools {
        if let Some(problem) = &tool.problem {
            output.note(&format!("warning: {}: {problem}", tool.id));
        }
    }
}
