//! Calls.

use pegboard_model::call::{CallStatus, FailureKind, ProviderKind, Telemetry, ToolFailure, TriggeredBy};
use pegboard_model::ids::{CallId, ChatId, ManifestId, MessageId, ToolId, ToolName, ToolsetId};
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a call did to the workspace, as paths.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changes {
    pub added: Vec<String>,
    pub modified: Vec<String>,
    pub removed: Vec<String>,
}

impl Changes {
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.modified.is_empty() && self.removed.is_empty()
    }
}

/// One tool invocation, as recorded.
#[derive(Debug, Clone)]
pub struct CallRecord {
    pub id: CallId,
    pub chat: ChatId,
    pub message: MessageId,
    /// The real tool.
    pub tool: ToolId,
    /// The tool's toolset when it was called; `None` in records of before it was written down.
    pub toolset: Option<ToolsetId>,
    /// Where the tool came from; `None` as above.
    pub provider: Option<ProviderKind>,
    pub args: Map<String, Value>,
    pub status: CallStatus,
    /// The tool's return value, or the handle `{"$file": path, "bytes": n}` of one that was too large to keep here.
    pub result: Option<Value>,
    pub error: Option<ToolFailure>,
    /// A [`pegboard_model::render::RenderPlan`] as JSON.
    pub render_plan: Option<Value>,
    /// What the tool printed.
    pub log: Option<String>,
    /// Who asked.
    pub caller: String,
    /// The worker that called.
    pub worker: Option<ToolName>,
    /// The call that made this one.
    pub parent: Option<CallId>,
    /// What set it off, where nobody asked for it.
    pub triggered_by: Option<TriggeredBy>,
    /// What its result's text is appended to, where something set it off.
    pub prompt: Option<String>,
    /// What the caller said of where and when it is.
    pub telemetry: Telemetry,
    /// The rule that allowed it, or that wants a person to see it.
    pub rule: String,
    /// Why a person was asked, where one was.
    pub asked_because: Option<String>,
    pub created_at: Timestamp,
    /// When it began to run.
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
    pub pre_manifest: Option<ManifestId>,
    pub post_manifest: Option<ManifestId>,
    pub changes: Changes,
    /// What people should know: files that could not be versioned, and the like.
    pub warnings: Vec<String>,
    /// Whether it could be tried out when it was asked for; of interest while it is pending.
    pub previewable: Previewable,
    /// What it would do, where it is pending and was tried out.
    pub effect: Option<EffectRecord>,
}

/// Whether a call can be tried out in a copy of the workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Previewable {
    Yes,
    No,
}

/// What a pending call did when it was tried out in a copy of the workspace.
#[derive(Debug, Clone)]
pub struct EffectRecord {
    /// The copy afterwards. Its id stands for this trial: the next one gets another.
    pub manifest: ManifestId,
    /// The workspace it began with; `None` is the empty one.
    pub base: Option<ManifestId>,
    pub changes: Changes,
    pub result: Option<Value>,
    pub error: Option<ToolFailure>,
    /// What the tool printed.
    pub log: Option<String>,
    pub warnings: Vec<String>,
    pub started_at: Timestamp,
    pub previewed_at: Timestamp,
}

/// How many paths a call changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ChangeCounts {
    pub added: u64,
    pub modified: u64,
    pub removed: u64,
}

/// What a list shows of a call: everything but arguments, result, render plan and log.
#[derive(Debug, Clone)]
pub struct CallSummary {
    pub id: CallId,
    pub status: CallStatus,
    pub tool: ToolId,
    pub chat: ChatId,
    pub message: MessageId,
    pub caller: String,
    pub worker: Option<ToolName>,
    pub parent: Option<CallId>,
    /// The rule that allowed it, or that wants a person to see it.
    pub rule: String,
    pub created_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
    /// Why it has no result, without the detail.
    pub error: Option<(FailureKind, String)>,
    /// What its result is shown as, where it has a render plan.
    pub renderer: Option<String>,
    /// The beginning of the arguments as JSON.
    pub args_preview: String,
    pub changes: ChangeCounts,
}
