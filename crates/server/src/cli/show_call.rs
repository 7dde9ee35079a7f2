//! A call for people.

use pegboard_model::call::{CallStatus, FailureKind};
use serde_json::Value;

use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{Output, Tone};
use crate::cli::text::moment;
use crate::http::wire::call::Call;
use crate::http::wire::change::Changes;
use crate::http::wire::page::Page;

/// Characters of a result or log that are shown; the whole is in `pegboard --json calls show`.
const SHOWN_MAX: usize = 8_000;

/// Shows what a call did: result or error, changed files, render plan, log.
pub(crate) fn show(output: &Output, call: &Call) {
    let time = call.duration_ms.map(|ms| format!(" · {ms} ms")).unwrap_or_default();
    let tone = match call.status {
        CallStatus::Success => Tone::Good,
        CallStatus::Error => Tone::Bad,
        CallStatus::Pending | CallStatus::Running => Tone::Changed,
    };
    output.line(tone, &format!("{} · {}{time}", call.status, call.tool_id));
    output.line(Tone::Faint, &format!("call {} · chat {}", call.id, call.chat_id));
    if let Some(worker) = &call.worker {
        output.line(Tone::Faint, &format!("as worker {worker}"));
    }
    if let Some(parent) = &call.parent_id {
        output.line(Tone::Faint, &format!("for call {parent}"));
    }
    if let Some(result) = &call.result {
        output.line(Tone::Plain, &cut(&pretty(result)));
    }
    if let Some(error) = &call.error {
        output.line(Tone::Bad, &format!("{}: {}", error.kind.as_str(), error.message));
        if let Some(detail) = &error.detail {
            output.line(Tone::Faint, &cut(detail.trim_end()));
        }
    }
    changes(output, &call.changes);
    if let Some(plan) = call.render_plan.as_ref().filter(|plan| adds_something(plan, call)) {
        output.line(Tone::Strong, "render plan");
        output.line(Tone::Plain, &cut(&pretty(plan)));
    }
    if let Some(log) = call.log.as_deref().filter(|log| !log.is_empty()) {
        output.line(Tone::Strong, "log");
        output.line(Tone::Plain, cut(log).trim_end());
    }
    for warning in &call.warnings {
        output.note(&format!("warning: {warning}"));
    }
    if call.status == CallStatus::Pending {
        output.line(Tone::Strong, &format!("waits for approval: {}", call.rule));
        if call.previewable {
            output.line(Tone::Plain, &format!("see what it would do: pegboard calls preview {}", call.id));
        }
        output.line(Tone::Plain, &format!("approve it: pegboard calls approve {}", call.id));
    }
}

/// Shows what a pending call would do.
pub(crate) fn effect(output: &Output, call: &Call) {
    output.line(Tone::Strong, &format!("{} would do this · {}", call.tool_id, call.rule));
    let Some(effect) = &call.effect else {
        return;
    };
    if let Some(result) = &effect.result {
        output.line(Tone::Plain, &cut(&pretty(result)));
    }
    if let Some(error) = &effect.error {
        output.line(Tone::Bad, &format!("{}: {}", error.kind.as_str(), error.message));
        if let Some(detail) = &error.detail {
            output.line(Tone::Faint, &cut(detail.trim_end()));
        }
    }
    changes(output, &effect.changes);
    if let Some(log) = &effect.log {
        output.line(Tone::Strong, "log");
        output.line(Tone::Plain, cut(log).trim_end());
    }
    for warning in &effect.warnings {
        output.note(&format!("warning: {warning}"));
    }
    if effect.error.is_none() {
        let command = format!("pegboard calls approve {} --effect {}", call.id, effect.manifest_id);
        output.line(Tone::Plain, &format!("make this the commit: {command}"));
    }
}

/// Whether a plan shows more than result and error do.
fn adds_something(plan: &Value, call: &Call) -> bool {
    match plan.get("renderer").and_then(Value::as_str) {
        None | Some("none") => false,
        Some("error") => call.error.is_none(),
        Some(_) => true,
    }
}

/// Shows changed paths: `+` added, `~` modified, `-` removed.
pub(crate) fn changes(output: &Output, changes: &Changes) {
    let marked = [
        ("+", Tone::Good, &changes.added),
        ("~", Tone::Changed, &changes.modified),
        ("-", Tone::Bad, &changes.removed),
    ];
    for (mark, tone, paths) in marked {
        for path in paths {
            output.line(tone, &format!("{mark} {path}"));
        }
    }
}

/// Shows calls as a table.
pub(crate) fn list(output: &Output, page: &Page<Call>) {
    let row = |call: &Call| {
        let time = call.duration_ms.map(|ms| format!("{ms} ms")).unwrap_or_default();
        [call.id.to_string(), call.status.to_string(), call.tool_id.clone(), moment(call.created_at), time]
    };
    output.table(["CALL", "STATUS", "TOOL", "ASKED", "TOOK"], page.items.iter().map(row));
    more(output, page.next_cursor.as_deref());
}

/// Says how to get the next page, if there is one.
pub(crate) fn more(output: &Output, cursor: Option<&str>) {
    if let Some(cursor) = cursor {
        output.note(&format!("more: --cursor {cursor}"));
    }
}

/// What a command that called a tool ends with.
///
/// # Errors
/// Unless the call succeeded.
pub(crate) fn verdict(call: &Call) -> Result<(), Failure> {
    match call.status {
        CallStatus::Success => Ok(()),
        CallStatus::Pending | CallStatus::Running => Err(Failure::silent(Exit::Pending)),
        CallStatus::Error => match call.error.as_ref().map(|error| error.kind) {
            Some(FailureKind::Denied) => Err(Failure::silent(Exit::Refused)),
            _ => Err(Failure::silent(Exit::ToolFailed)),
        },
    }
}

fn pretty(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => serde_json::to_string_pretty(other).unwrap_or_else(|_| other.to_string()),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN_MAX) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}… ({} more bytes; --json has all)", &text[..end], text.len() - end),
    }
}
