//! What runs by itself.

use pegboard_engine::ScheduleChange as Change;
use pegboard_engine::record::{LastRun, SaidBy as Said, ScheduleRecord};
use pegboard_model::ids::{CallId, ChatId};
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// All schedules.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Schedules {
    /// By tool.
    pub(crate) schedules: Vec<Schedule>,
}

/// When a tool runs by itself, and how that goes.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Schedule {
    pub(crate) tool_id: String,
    /// The tool's display name.
    pub(crate) name: String,
    /// `cron`
    pub(crate) trigger: String,
    /// As it was written: `*/30`, `0 8 * * MON-FRI`.
    pub(crate) schedule: String,
    /// `null` is UTC.
    pub(crate) timezone: Option<String>,
    /// In words: `every 30 minutes`.
    pub(crate) description: String,
    /// Who says so: the tool's own manifest, or a person.
    pub(crate) said_by: SaidBy,
    /// What the result's text is appended to.
    pub(crate) prompt: String,
    #[schema(value_type = Object)]
    pub(crate) args: Map<String, Value>,
    pub(crate) enabled: bool,
    /// `null` while it is off.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) next_run_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) last_run_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) last_call_id: Option<CallId>,
    /// That of the last call; `waiting` for its turn; `refused` where no call came of it.
    pub(crate) last_status: Option<String>,
    /// Why the last run was refused.
    pub(crate) last_error: Option<String>,
    /// The chat that it ran in last.
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) chat_id: Option<ChatId>,
}

/// Who says when a tool runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SaidBy {
    Manifest,
    Person,
}

impl From<ScheduleRecord> for Schedule {
    fn from(record: ScheduleRecord) -> Self {
        let (last_status, last_error) = match record.last {
            None => (None, None),
            Some(LastRun::Waiting) => (Some("waiting".to_owned()), None),
            Some(LastRun::Call(status)) => (Some(status.to_string()), None),
            Some(LastRun::Refused(why)) => (Some("refused".to_owned()), Some(why)),
        };
        Self {
            tool_id: record.tool.to_string(),
            name: record.name,
            trigger: "cron".to_owned(),
            schedule: record.schedule.as_str().to_owned(),
            timezone: record.schedule.zone().map(str::to_owned),
            description: record.schedule.description(),
            said_by: match record.said_by {
                Said::Manifest => SaidBy::Manifest,
                Said::Person => SaidBy::Person,
            },
            prompt: record.prompt,
            args: record.args,
            enabled: record.enabled,
            next_run_at: record.next_run_at,
            last_run_at: record.last_run_at,
            last_call_id: record.last_call,
            last_status,
            last_error,
            chat_id: record.chat,
        }
    }
}

/// What is to be different about a schedule; what is left out stays.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScheduleChange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) enabled: Option<bool>,
    /// `*/30` is every 30 minutes; else `@every 2h`, `@daily` and the like, or five fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) schedule: Option<String>,
    /// A name such as `Europe/Vienna`; UTC where nobody says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) timezone: Option<String>,
    /// What the result's text is appended to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) prompt: Option<String>,
    /// What the tool is called with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub(crate) args: Option<Map<String, Value>>,
}

impl From<ScheduleChange> for Change {
    fn from(change: ScheduleChange) -> Self {
        let ScheduleChange { enabled, schedule, timezone, prompt, args } = change;
        Self { enabled, schedule, timezone, prompt, args }
    }
}
