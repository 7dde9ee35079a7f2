//! What is to run, and when: as a person said, else as the tool's manifest says.

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

/// `None` where neither a person nor the manifest says when.
pub(super) fn defined(_entry: Option<&ToolEntry>, row: &ScheduleRow) -> Option<Defined> {
    let text = row.schedule.as_deref()?;
    // It was read before it was kept.
    let schedule = Schedule::parse(text, row.timezone.as_deref()).ok()?;
    Some(Defined {
        schedule,
        said_by: SaidBy::Person,
        prompt: row.prompt.clone().unwrap_or_default(),
        args: row.args.clone().unwrap_or_default(),
    })
}
