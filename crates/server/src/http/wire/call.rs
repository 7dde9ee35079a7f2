//! Calls.

use std::fmt::Display;
use std::str::FromStr;

use pegboard_engine::record::{CallRecord, EffectRecord, Previewable};
use pegboard_model::call::{CallStatus, FailureKind as Kind, ProviderKind, Telemetry, ToolFailure};
use pegboard_model::ids::{CallId, ChatId, ManifestId, MessageId, ToolName, ToolsetId};
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

use crate::http::wire::change::Changes;
use crate::http::wire::policy::Remember;
use crate::http::wire::token::Scope;

/// One tool invocation.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Call {
    #[schema(value_type = String, format = Uuid)]
    pub(crate) id: CallId,
    /// `pending` waits for approval; `error` ended without a result.
    #[schema(value_type = Status)]
    pub(crate) status: CallStatus,
    /// The real tool, whatever name it was called by.
    pub(crate) tool_id: String,
    /// The tool's toolset; `null` in records of before it was written down.
    pub(crate) toolset_id: Option<String>,
    /// `builtin`, `python`, `mcp`, `container` or `node`; `null` as above.
    pub(crate) provider: Option<String>,
    #[schema(value_type = String, format = Uuid)]
    pub(crate) chat_id: ChatId,
    #[schema(value_type = String, format = Uuid)]
    pub(crate) message_id: MessageId,
    #[schema(value_type = Object)]
    pub(crate) args: Map<String, Value>,
    /// The tool's return value, or `{"$file": path, "bytes": n}` where it was too large and became a workspace file.
    pub(crate) result: Option<Value>,
    #[schema(value_type = Option<Failure>)]
    pub(crate) error: Option<ToolFailure>,
    /// What a surface shows of the result: `renderer`, its `config`, and `warnings`.
    #[schema(value_type = Option<Object>)]
    pub(crate) render_plan: Option<Value>,
    /// What the tool printed; the middle is left out when it was long.
    pub(crate) log: Option<String>,
    /// What the call did to the workspace.
    pub(crate) changes: Changes,
    /// The workspace before the call; `null` is the empty one.
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) pre_manifest_id: Option<ManifestId>,
    /// The workspace after the call.
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) post_manifest_id: Option<ManifestId>,
    /// Who asked.
    pub(crate) caller: String,
    /// The worker that called.
    pub(crate) worker: Option<String>,
    /// The call that made this one.
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) parent_id: Option<CallId>,
    /// What set it off, where nobody asked for it: `cron` or `webhook`.
    pub(crate) triggered_by: Option<String>,
    /// The rule that allowed it, or that wants a person to see it.
    pub(crate) rule: String,
    /// Why a person was asked, where one was; it stays when they said yes.
    pub(crate) asked_because: Option<String>,
    /// What people should know, such as files that could not be versioned.
    pub(crate) warnings: Vec<String>,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) created_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) started_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) finished_at: Option<Timestamp>,
    /// From start to finish.
    pub(crate) duration_ms: Option<i64>,
    /// Whether it is pending and `preview_call` can show what it would do.
    pub(crate) previewable: bool,
    /// What it would do, where it is pending and was previewed. Only tokens that may approve it are shown this: the result
    /// would be theirs without anybody's yes.
    pub(crate) effect: Option<Effect>,
}

/// What a pending call did in a copy of its workspace, without a network.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = CallEffect)]
pub(crate) struct Effect {
    /// The state that the call would leave. `approve_call` takes it as `effect`; another preview makes another one.
    #[schema(value_type = String, format = Uuid)]
    pub(crate) manifest_id: ManifestId,
    /// The state that it began with; `null` is the empty workspace.
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) base_manifest_id: Option<ManifestId>,
    pub(crate) changes: Changes,
    /// The tool's return value.
    pub(crate) result: Option<Value>,
    /// Why it has none. Such an effect cannot be approved; the call can.
    #[schema(value_type = Option<Failure>)]
    pub(crate) error: Option<ToolFailure>,
    /// What the tool printed.
    pub(crate) log: Option<String>,
    /// What people should know, such as files that could not be versioned.
    pub(crate) warnings: Vec<String>,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) previewed_at: Timestamp,
    /// How long it ran.
    pub(crate) duration_ms: i64,
}

impl From<EffectRecord> for Effect {
    fn from(record: EffectRecord) -> Self {
        Self {
            manifest_id: record.manifest,
            base_manifest_id: record.base,
            changes: record.changes.into(),
            result: record.result,
            error: record.error,
            log: record.log,
            warnings: record.warnings,
            previewed_at: record.previewed_at,
            duration_ms: record.previewed_at.millis_since(record.started_at),
        }
    }
}

/// Where a call stands.
#[derive(ToSchema)]
#[schema(as = CallStatus, rename_all = "snake_case")]
#[allow(dead_code, reason = "describes the model's type in the document")]
pub(crate) enum Status {
    Pending,
    Running,
    Success,
    Error,
}

/// Why a call has no result.
#[derive(ToSchema)]
#[schema(as = ToolFailure)]
#[allow(dead_code, reason = "describes the model's type in the document")]
pub(crate) struct Failure {
    kind: FailureKind,
    /// What happened, and what to do where that is known.
    message: String,
    /// A traceback or the like.
    detail: Option<String>,
}

/// What sort of failure it was.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[allow(dead_code, reason = "describes the model's type in the document")]
pub(crate) enum FailureKind {
    Raised,
    Arguments,
    Import,
    Missing,
    NotJson,
    TooLarge,
    Timeout,
    Cancelled,
    Crashed,
    Unavailable,
    Interrupted,
    Denied,
    Workspace,
}

impl Call {
    /// The call as somebody with this scope is shown it.
    pub(crate) fn shown_to(scope: Scope, mut record: CallRecord) -> Self {
        let effect = record.effect.take().filter(|_| scope >= Scope::Admin);
        Self { effect: effect.map(Into::into), ..record.into() }
    }
}

impl From<CallRecord> for Call {
    fn from(record: CallRecord) -> Self {
        let duration_ms = match (record.started_at, record.finished_at) {
            (Some(start), Some(end)) => Some(end.millis_since(start)),
            _ => None,
        };
        Self {
            id: record.id,
            status: record.status,
            tool_id: record.tool.to_string(),
            toolset_id: record.toolset.map(|toolset| toolset.to_string()),
            provider: record.provider.map(|provider| provider.to_string()),
            chat_id: record.chat,
            message_id: record.message,
            args: record.args,
            result: record.result,
            error: record.error,
            render_plan: record.render_plan,
            log: record.log,
            changes: record.changes.into(),
            pre_manifest_id: record.pre_manifest,
            post_manifest_id: record.post_manifest,
            caller: record.caller,
            worker: record.worker.map(|worker| worker.to_string()),
            parent_id: record.parent,
            triggered_by: record.triggered_by.map(|by| by.to_string()),
            rule: record.rule,
            asked_because: record.asked_because,
            warnings: record.warnings,
            created_at: record.created_at,
            started_at: record.started_at,
            finished_at: record.finished_at,
            duration_ms,
            previewable: record.status == CallStatus::Pending && record.previewable == Previewable::Yes,
            effect: None,
        }
    }
}

/// What to call a tool with.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CallRequest {
    /// The arguments by name.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub(crate) args: Map<String, Value>,
    /// The chat whose workspace the tool works on; the default chat when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) chat_id: Option<ChatId>,
    /// The message that the call hangs on; a new one below the active leaf when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) message_id: Option<MessageId>,
    /// The worker to call as: only its tools are there, external toolsets also under its own names for them, and what it
    /// says of approval counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub(crate) worker: Option<ToolName>,
    /// Where and when the client is: `lat`, `lon`, `city`, `country`, `time`, `locale`, `language`, also within a `location`.
    /// Container tools get it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub(crate) telemetry: Option<Telemetry>,
}

/// What is different when a call is run again.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RerunRequest {
    /// All arguments by name; those of the call when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub(crate) args: Option<Map<String, Value>>,
}

/// How far an approval reaches.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApproveRequest {
    /// `once`, `same_arguments` or `same_tool`; the latter two hold in the call's chat until the tool changes.
    pub(crate) remember: Option<Remember>,
    /// The `manifest_id` of the call's effect: what was seen becomes the commit, and nothing runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) effect: Option<ManifestId>,
}

/// Why a call is denied.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DenyRequest {
    /// Told to whoever asked for the call.
    pub(crate) reason: Option<String>,
}

/// Which calls are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CallQuery {
    #[param(value_type = Option<String>, format = Uuid)]
    pub(crate) chat_id: Option<ChatId>,
    #[param(value_type = Option<String>, format = Uuid)]
    pub(crate) message_id: Option<MessageId>,
    pub(crate) tool_id: Option<String>,
    /// Those of tools of this kind: `builtin`, `python`, `mcp`, `container` or `node`.
    #[param(value_type = Option<String>)]
    #[serde(default, deserialize_with = "parsed")]
    pub(crate) provider: Option<ProviderKind>,
    /// Those that this caller asked for.
    pub(crate) caller: Option<String>,
    /// Those that failed so, such as `timeout`.
    #[param(value_type = Option<FailureKind>)]
    pub(crate) failure: Option<Kind>,
    /// Those of one toolset's tools, its MCP servers' among them.
    #[param(value_type = Option<String>)]
    pub(crate) toolset_id: Option<ToolsetId>,
    /// Those that this worker made.
    #[param(value_type = Option<String>)]
    pub(crate) worker: Option<ToolName>,
    /// Those that this call made.
    #[param(value_type = Option<String>, format = Uuid)]
    pub(crate) parent_id: Option<CallId>,
    /// Those asked for at this time or later, in RFC 3339.
    #[param(value_type = Option<String>, format = DateTime)]
    pub(crate) since: Option<Timestamp>,
    /// Those asked for before this time, in RFC 3339.
    #[param(value_type = Option<String>, format = DateTime)]
    pub(crate) until: Option<Timestamp>,
    /// `pending`, `running`, `success` or `error`.
    #[param(value_type = Option<Status>)]
    pub(crate) status: Option<CallStatus>,
    /// Rows wanted, 1 to 500; 50 when left out.
    #[param(minimum = 1, maximum = 500)]
    pub(crate) limit: Option<u64>,
    /// `next_cursor` of the page before.
    pub(crate) cursor: Option<String>,
}

/// A word of the model's, by its own reader.
fn parsed<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let word = Option::<String>::deserialize(deserializer)?;
    word.map(|word| word.parse()).transpose().map_err(de::Error::custom)
}
