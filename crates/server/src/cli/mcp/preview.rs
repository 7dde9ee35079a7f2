//! What would be added, for people.

use crate::cli::ask::asked;
use crate::cli::output::{Output, Tone};
use crate::http::wire::mcp_proposal::{ProposedServer, ServersPreview};

pub(super) fn show(output: &Output, preview: &ServersPreview) {
    for server in &preview.servers {
        one(output, server);
    }
    for bundle in &preview.bundles {
        output.line(Tone::Strong, &format!("choice {}: {}", bundle.choice, bundle.label));
        output.line(Tone::Plain, &format!("  {} (SHA-256 {})", bundle.url, bundle.sha256));
    }
    for note in &preview.notes {
        output.note(&format!("note: {note}"));
    }
}

fn one(output: &Output, proposed: &ProposedServer) {
    let server = &proposed.server;
    let choice = match (proposed.choice, &proposed.label) {
        (Some(choice), Some(label)) => format!("choice {choice}: {label}, "),
        _ => String::new(),
    };
    let taken = if proposed.exists { " (its id is taken)" } else { "" };
    output.line(Tone::Strong, &format!("{choice}{}{taken}", server.id));
    if let Some(name) = &proposed.renamed_from {
        output.line(Tone::Plain, &format!("  called `{name}` in the file"));
    }
    let started = server.command.iter().chain(&server.args).map(String::as_str).collect::<Vec<_>>().join(" ");
    output.line(Tone::Plain, &format!("  {}", server.url.as_deref().unwrap_or(&started)));
    for setting in server.env.iter().chain(&server.headers) {
        output.line(Tone::Faint, &format!("  {}={}", setting.name, setting.value));
    }
    if !proposed.secrets.is_empty() {
        output.line(Tone::Plain, &format!("  kept encrypted: {}", proposed.secrets.join(", ")));
    }
    for question in &proposed.questions {
        output.line(Tone::Plain, &format!("  asks {}", asked(question)));
    }
    for note in &proposed.notes {
        output.note(&format!("  note: {note}"));
    }
}
