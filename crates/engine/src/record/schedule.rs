//! Schedules.

use pegboard_model::call::CallStatus;
use pegboard_model::ids::{CallId, ChatId, ToolId, ToolsetId};
use pegboard_model::schedule::Schedule;
use pegboard_model::time::Timestamp;
use serde_json::{Map, Value};

/// What the database knows of a tool's schedule.
#[derive(Debug, Clone)]
pub(crate) struct ScheduleRow {
    pub(crate) tool: ToolId,
    pub(crate) toolset: Option<ToolsetId>,
    /// These four are what a person said.
    pub(crate) schedule: Option<String>,
    pub(crate) timezone: Option<String>,
    pub(crate) prompt: Option<String>,
    pub(crate) args: Option<Map<String, Value>>,
    pub(crate) enabled: bool,
    pub(crate) chat: Option<ChatId>,
    pub(crate) next_run_at: Option<Timestamp>,
    pub(crate) last_run_at: Option<Timestamp>,
    pub(crate) last_call: Option<CallId>,
    pub(crate) last_error: Option<String>,
    pub(crate) claimed_until: Option<Timestamp>,
}

/// When a tool runs by itself, and how that goes.
#[derive(Debug, Clone)]
pub struct ScheduleRecord {
    pub tool: ToolId,
    /// The tool's display name.
    pub name: String,
    pub schedule: Schedule,
    /// Whether a person said when; else the tool's own manifest does.
    pub said_by: SaidBy,
    pub prompt: String,
    pub args: Map<String, Value>,
    pub enabled: bool,
    /// `None` while it is off.
    pub next_run_at: Option<Timestamp>,
    pub last_run_at: Option<Timestamp>,
    pub last_call: Option<CallId>,
    pub last: Option<LastRun>,
    /// Where it ran last.
    pub chat: Option<ChatId>,
}

/// Who says when a tool runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaidBy {
    Manifest,
    Person,
}

/// How the last run stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LastRun {
    /// It waits for its turn.
    Waiting,
    /// There is a call.
    Call(CallStatus),
    /// No call came of it, and why.
    Refused(String),
}
