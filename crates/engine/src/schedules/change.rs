//! What people say of schedules.

use pegboard_model::arguments::Violations;
use pegboard_model::ids::ToolId;
use pegboard_model::prompt::PROMPT_MAX;
use pegboard_model::schedule::{Schedule, ScheduleError};
use serde_json::{Map, Value};

use crate::clock;
use crate::core::Core;
use crate::events::EventKind;
use crate::lookup::LookupError;
use crate::record::ScheduleRecord;
use crate::registry::ToolEntry;
use crate::schedules::defined::{blank, declared, defined};
use crate::schedules::show::of_tool;
use crate::store::StoreError;

/// Schedules that a house may have.
pub const SCHEDULES_MAX: usize = 1000;

/// What is to be different; what is `None` stays.
#[derive(Debug, Clone, Default)]
pub struct ScheduleChange {
    pub enabled: Option<bool>,
    pub schedule: Option<String>,
    /// A name such as `Europe/Vienna`.
    pub timezone: Option<String>,
    /// What the result's text is appended to.
    pub prompt: Option<String>,
    pub args: Option<Map<String, Value>>,
}

/// Why a schedule stays as it is.
#[derive(Debug, thiserror::Error)]
pub enum ChangeScheduleError {
    #[error(transparent)]
    Lookup(#[from] LookupError),
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    #[error("`{0}` has no schedule: say when it is to run")]
    NoSchedule(ToolId),
    #[error("a schedule's prompt may have {PROMPT_MAX} characters")]
    PromptTooLong,
    #[error("the arguments do not fit the schema of `{tool}`")]
    Arguments { tool: ToolId, violations: Violations },
    #[error("a house may have {SCHEDULES_MAX} schedules")]
    TooMany,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Makes or changes the schedule of a tool. A changed one counts from now.
pub(crate) async fn change(
    core: &Core,
    tool: &str,
    change: ScheduleChange,
) -> Result<ToolId, ChangeScheduleError> {
    let registry = core.registry.current();
    let entry =
        registry.tool(tool).ok_or_else(|| LookupError::near("tool", tool, registry.near_tools(tool)))?;
    let id = entry.row.id.clone();
    let before = core.store.schedule(&id).await?;
    if before.is_none() && core.store.schedules().await?.len() >= SCHEDULES_MAX {
        return Err(ChangeScheduleError::TooMany);
    }
    let mut row = before.clone().unwrap_or_else(|| blank(entry));
    row.schedule = change.schedule.or(row.schedule);
    row.timezone = change.timezone.or(row.timezone);
    let own = declared(entry).map(|(text, ..)| text);
    if let Some(text) = row.schedule.as_deref().or(own) {
        Schedule::parse(text, row.timezone.as_deref())?;
    }
    if let Some(prompt) = change.prompt {
        if prompt.chars().count() > PROMPT_MAX {
            return Err(ChangeScheduleError::PromptTooLong);
        }
        row.prompt = Some(prompt);
    }
    if let Some(args) = change.args {
        row.args = Some(fit(entry, args)?);
    }
    row.enabled = change.enabled.unwrap_or(row.enabled);
    let now_defined = defined(Some(entry), &row).ok_or(ChangeScheduleError::NoSchedule(id.clone()))?;
    let is_as_before = before.is_some_and(|before| {
        before.enabled == row.enabled && before.schedule == row.schedule && before.timezone == row.timezone
    });
    if !is_as_before || row.next_run_at.is_none() {
        row.next_run_at = now_defined.schedule.next_after(clock::now());
    }
    let write = core.store.write().await?;
    write.put_schedule(&row).await?;
    write.commit().await?;
    tell(core, &id);
    Ok(id)
}

/// Takes back what a person said: a tool that has a schedule of its own runs by that one again, any other by none.
pub(crate) async fn remove(core: &Core, tool: &str) -> Result<(), LookupError> {
    let id = find(core, tool).await?.tool;
    let write = core.store.write().await?;
    write.remove_schedule(&id).await?;
    write.commit().await?;
    tell(core, &id);
    Ok(())
}

/// The schedule of a tool, also of one that is not there any more.
pub(super) async fn find(core: &Core, tool: &str) -> Result<ScheduleRecord, LookupError> {
    let registry = core.registry.current();
    let id = registry.tool(tool).map(|entry| entry.row.id.clone()).or_else(|| tool.parse().ok());
    let found = match id {
        Some(id) => of_tool(core, &id).await?,
        None => None,
    };
    found.ok_or_else(|| LookupError::missing("schedule", tool))
}

fn tell(core: &Core, tool: &ToolId) {
    core.scheduling.look();
    core.events.publish(EventKind::ScheduleChanged { tool: tool.clone() });
}

/// Arguments that would be refused at every run are refused now.
fn fit(entry: &ToolEntry, args: Map<String, Value>) -> Result<Map<String, Value>, ChangeScheduleError> {
    let Some(Ok(schema)) = entry.schema() else { return Ok(args) };
    match schema.fit(Value::Object(args)) {
        Ok(Value::Object(args)) => Ok(args),
        Ok(_) => Ok(Map::new()),
        Err(violations) => Err(ChangeScheduleError::Arguments { tool: entry.row.id.clone(), violations }),
    }
}
