//! What would happen, for people.

use crate::cli::ask::asked;
use crate::cli::output::{Output, Tone};
use crate::cli::text::bytes;
use crate::http::wire::import::ImportOutcome;
use crate::http::wire::preview::{PreviewedTool, ToolsetChanges, ToolsetPreview, UninstallPreview};

/// Things of one sort that are named; the rest is counted.
const NAMED_MAX: usize = 20;

/// What an import would do.
pub(crate) fn import(output: &Output, preview: &ToolsetPreview) {
    let done = match (preview.outcome, &preview.upgraded_from) {
        (ImportOutcome::Installed, _) => "would be installed".to_owned(),
        (ImportOutcome::Upgraded, Some(from)) => format!("would be upgraded from {from}"),
        (ImportOutcome::Upgraded, None) => "would be upgraded".to_owned(),
        (ImportOutcome::Unchanged, _) => "is installed already, with the very same files".to_owned(),
    };
    output.line(Tone::Strong, &format!("{} {} {done}", preview.id, preview.version));
    if !preview.description.is_empty() {
        output.line(Tone::Plain, &preview.description);
    }
    for warning in &preview.warnings {
        output.note(&format!("warning: {warning}"));
    }
    if !preview.effects.is_empty() {
        output.line(Tone::Strong, "What it does and may do");
    }
    for effect in &preview.effects {
        output.line(Tone::Plain, &format!("  {}", effect.text));
    }
    for question in &preview.questions {
        output.line(Tone::Plain, &format!("  Asks for {}", asked(question)));
    }
    output.table(["TOOL", "CALLS", "SHOWN AS", "ENTRYPOINT"], preview.tools.iter().map(tool));
    let size: u64 = preview.files.iter().map(|file| u64::try_from(file.size).unwrap_or(0)).sum();
    output.line(Tone::Plain, &format!("{} files, {}", preview.files.len(), bytes(size)));
    if let Some(what) = preview.changes.as_ref().filter(|_| preview.outcome == ImportOutcome::Upgraded) {
        changes(output, what);
    }
    output.note("Nothing was changed. Leave --dry-run out to import it.");
}

fn tool(tool: &PreviewedTool) -> [String; 4] {
    let calls = if tool.requires_confirmation { "ask" } else { "run at once" };
    let shown_as = tool.renderer.clone().unwrap_or_default();
    [tool.id.clone(), calls.to_owned(), shown_as, tool.entrypoint.clone().unwrap_or_default()]
}

fn changes(output: &Output, changes: &ToolsetChanges) {
    output.line(Tone::Strong, "What becomes different");
    let (tools, servers) = (&changes.tools, &changes.mcp_servers);
    let (files, lines) = (&changes.files, &changes.python_requirements);
    let lists = [
        (Tone::Good, "+ tool", &tools.added),
        (Tone::Changed, "~ tool", &tools.changed),
        (Tone::Bad, "- tool", &tools.removed),
        (Tone::Good, "+ MCP server", &servers.added),
        (Tone::Changed, "~ MCP server", &servers.changed),
        (Tone::Bad, "- MCP server", &servers.removed),
        (Tone::Good, "+ Python requirement", &lines.added),
        (Tone::Bad, "- Python requirement", &lines.removed),
        (Tone::Good, "+ file", &files.added),
        (Tone::Changed, "~ file", &files.modified),
        (Tone::Bad, "- file", &files.removed),
    ];
    for (tone, sort, names) in lists {
        for name in names.iter().take(NAMED_MAX) {
            output.line(tone, &format!("  {sort} {name}"));
        }
        if names.len() > NAMED_MAX {
            output.line(tone, &format!("  {sort}: {} more", names.len() - NAMED_MAX));
        }
    }
    if changes.kept_overrides > 0 {
        output.line(Tone::Plain, &format!("  {} overrides of yours stay", changes.kept_overrides));
    }
}

/// What a removal would take away. A remark: what was asked for comes after it.
pub(crate) fn removal(output: &Output, id: &str, preview: &UninstallPreview) {
    let goes = [
        (preview.tools.len() as u64, "tools"),
        (preview.files as u64, "files"),
        (preview.mcp_servers.len() as u64, "MCP servers"),
        (preview.user_overrides as u64, "overrides of yours"),
        (preview.saved_inputs, "saved inputs"),
    ];
    let goes: Vec<_> = goes.iter().filter(|(count, _)| *count > 0).collect();
    let goes: Vec<_> = goes.iter().map(|(count, what)| format!("{count} {what}")).collect();
    let size = bytes(preview.bytes);
    output.note(&format!("With {id} go: {} ({size}).", goes.join(", ")));
    if preview.calls_kept > 0 {
        output.note(&format!("Its {} recorded calls stay.", preview.calls_kept));
    }
    if !preview.required_by.is_empty() {
        output.note(&format!("warning: it is required by {}", preview.required_by.join(", ")));
    }
}
