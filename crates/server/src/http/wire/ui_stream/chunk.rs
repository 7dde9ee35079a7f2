//! The parts of the stream.

use pegboard_model::ids::{CallId, MessageId};
use serde::Serialize;
use serde_json::Value;

/// One part. Those of version 7 alone are marked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub(crate) enum Chunk {
    Start {
        message_id: MessageId,
        #[serde(skip_serializing_if = "Option::is_none")]
        message_metadata: Option<Value>,
    },
    StartStep,
    FinishStep,
    TextStart {
        id: String,
    },
    TextDelta {
        id: String,
        delta: String,
    },
    TextEnd {
        id: String,
    },
    ReasoningStart {
        id: String,
    },
    ReasoningDelta {
        id: String,
        delta: String,
    },
    ReasoningEnd {
        id: String,
    },
    ToolInputStart {
        tool_call_id: CallId,
        #[serde(flatten)]
        tool: ToolPart,
    },
    ToolInputDelta {
        tool_call_id: CallId,
        input_text_delta: String,
    },
    ToolInputAvailable {
        tool_call_id: CallId,
        #[serde(flatten)]
        tool: ToolPart,
        input: Value,
    },
    ToolApprovalRequest {
        approval_id: CallId,
        tool_call_id: CallId,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// Version 7; others do not look at it.
        #[serde(skip_serializing_if = "Option::is_none")]
        is_automatic: Option<bool>,
    },
    /// Version 7.
    ToolApprovalResponse {
        approval_id: CallId,
        approved: bool,
        reason: String,
    },
    ToolOutputAvailable {
        tool_call_id: CallId,
        output: Value,
        dynamic: bool,
    },
    ToolOutputError {
        tool_call_id: CallId,
        error_text: String,
        dynamic: bool,
    },
    ToolOutputDenied {
        tool_call_id: CallId,
    },
    /// How the result of a call is shown.
    DataRenderPlan {
        id: CallId,
        data: Value,
    },
    /// What a call did to the workspace.
    DataWorkspaceChange {
        id: CallId,
        data: Value,
    },
    /// What a worker did so far that was handed work by the call of this id.
    DataWorkerTurn {
        id: CallId,
        data: Value,
    },
    /// What it says more; not kept in the message, which gets it with the next [`Chunk::DataWorkerTurn`].
    DataWorkerDelta {
        data: Value,
        transient: bool,
    },
    /// That what was said before is summed up, and then what came of it, under the same id.
    DataSummary {
        id: String,
        data: Value,
    },
    MessageMetadata {
        message_metadata: Value,
    },
    Finish {
        finish_reason: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        message_metadata: Option<Value>,
    },
    Abort {
        reason: &'static str,
    },
    Error {
        error_text: String,
    },
}

/// What is said of a tool beside a call of it. A client does not know the tools when it is compiled, so all are dynamic.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ToolPart {
    pub(super) tool_name: String,
    pub(super) dynamic: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tool_metadata: Option<Value>,
}
