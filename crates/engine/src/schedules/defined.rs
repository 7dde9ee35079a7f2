//! What is to run, and when: as a person said, else as the tool's manifest says.

use pegboard_model::container::Trigger;
use pegboard_model::schedule::Schedule;
use serde_json::{Map, Value};

use crate::record::{SaidBy, ScheduleRow};
use crate::registry::ToolEntry;

/// A schedule in full.
pub(super) struct Defined {
    pub(super) schedule: Schedule,
    pub(super) said_by: SaidBy,
    pub(super) prompt: String,
    pub(super) args: Map<String, Value>,
}

/// What a tool's own manifest says of when it runs: schedule, prompt and time zone.
pub(super) fn declared(entry: &ToolEntry) -> Option<(&str, &str, Option<&str>)> {
    match &entry.row.container.as_ref()?.trigger {
        Trigger::Cron { schedule, prompt, timezone } => Some((schedule, prompt, timezone.as_deref())),
        Trigger::OnDemand | Trigger::Webhook => None,
    }
}

/// `None` where neither a person nor the manifest says when.
pub(super) fn defined(entry: Option<&ToolEntry>, row: &ScheduleRow) -> Option<Defined> {
    let declared = entry.and_then(declared);
    let zone = row.timezone.as_deref();
    let (text, zone, said_by) = match (row.schedule.as_deref(), declared) {
        (Some(text), _) => (text, zone, SaidBy::Person),
        (None, Some((text, _, own))) => (text, zone.or(own), SaidBy::Manifest),
        (None, None) => return None,
    };
    // It was read before it was kept.
    let schedule = Schedule::parse(text, zone).ok()?;
    let prompt = row.prompt.as_deref().or(declared.map(|(_, prompt, _)| prompt)).unwrap_or_default();
    Some(Defined { schedule, said_by, prompt: prompt.to_owned(), args: row.args.clone().unwrap_or_default() })
}

/// A row that says nothing yet.
pub(super) fn blank(entry: &ToolEntry) -> ScheduleRow {
    ScheduleRow {
        tool: entry.row.id.clone(),
        toolset: entry.row.toolset.clone(),
        schedule: None,
        timezone: None,
        prompt: None,
        args: None,
        enabled: true,
        chat: None,
        next_run_at: None,
        last_run_at: None,
        last_call: None,
        last_error: None,
        claimed_until: None,
    }
}
