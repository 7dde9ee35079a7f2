//! Schedules as people see them.

use pegboard_model::ids::ToolId;

use crate::core::Core;
use crate::record::{LastRun, ScheduleRecord, ScheduleRow};
use crate::schedules::defined::defined;
use crate::store::StoreError;

/// All schedules, by tool.
pub(crate) async fn list(core: &Core) -> Result<Vec<ScheduleRecord>, StoreError> {
    let mut schedules = Vec::new();
    for row in core.store.schedules().await? {
        schedules.extend(show(core, row).await?);
    }
    Ok(schedules)
}

/// One tool's.
pub(crate) async fn of_tool(core: &Core, tool: &ToolId) -> Result<Option<ScheduleRecord>, StoreError> {
    match core.store.schedule(tool).await? {
        Some(row) => show(core, row).await,
        None => Ok(None),
    }
}

/// As people see it; `None` where nobody says any more when the tool runs.
async fn show(core: &Core, row: ScheduleRow) -> Result<Option<ScheduleRecord>, StoreError> {
    let registry = core.registry.current();
    let entry = registry.tool(&row.tool.to_string());
    let Some(defined) = defined(entry.map(AsRef::as_ref), &row) else { return Ok(None) };
    let last = match (row.last_call, &row.last_error) {
        (Some(call), _) => match core.store.call_standing(call).await? {
            Some((status, _)) => Some(LastRun::Call(status)),
            None => row.claimed_until.map(|_| LastRun::Waiting),
        },
        (None, Some(why)) => Some(LastRun::Refused(why.clone())),
        (None, None) => None,
    };
    let name = entry.map_or_else(|| row.tool.to_string(), |entry| entry.display_name().to_owned());
    Ok(Some(ScheduleRecord {
        name,
        schedule: defined.schedule,
        said_by: defined.said_by,
        prompt: defined.prompt,
        args: defined.args,
        enabled: row.enabled,
        next_run_at: row.next_run_at.filter(|_| row.enabled),
        last_run_at: row.last_run_at,
        last_call: row.last_call,
        last,
        chat: row.chat,
        tool: row.tool,
    }))
}
