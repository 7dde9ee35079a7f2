//! The events.

use pegboard_model::ids::CallId;
use serde::Serialize;
use serde_json::Value;

/// One event. A field without a value is left out: clients refuse `null`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub(crate) enum AgUiEvent {
    RunStarted {
        thread_id: String,
        run_id: String,
    },
    RunFinished {
        thread_id: String,
        run_id: String,
        outcome: Outcome,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        usage: Vec<TokenUsage>,
    },
    RunError {
        message: String,
        code: &'static str,
    },
    StepStarted {
        step_name: String,
    },
    StepFinished {
        step_name: String,
    },
    TextMessageStart {
        message_id: String,
        role: &'static str,
    },
    TextMessageContent {
        message_id: String,
        delta: String,
    },
    TextMessageEnd {
        message_id: String,
    },
    ReasoningStart {
        message_id: String,
    },
    ReasoningMessageStart {
        message_id: String,
        role: &'static str,
    },
    ReasoningMessageContent {
        message_id: String,
        delta: String,
    },
    ReasoningMessageEnd {
        message_id: String,
    },
    ReasoningEnd {
        message_id: String,
    },
    ToolCallStart {
        tool_call_id: CallId,
        tool_call_name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        parent_message_id: Option<String>,
    },
    ToolCallArgs {
        tool_call_id: CallId,
        delta: String,
    },
    ToolCallEnd {
        tool_call_id: CallId,
    },
    ToolCallResult {
        message_id: String,
        tool_call_id: CallId,
        content: String,
        role: &'static str,
    },
    Custom {
        name: &'static str,
        value: Value,
    },
}

/// How a run ended that did not fail.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Outcome {
    Success,
    /// A person has to decide; the next run brings it as `resume`.
    Interrupt {
        interrupts: Vec<Interrupt>,
    },
    Cancelled,
}

/// A call that waits for a person.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Interrupt {
    /// The call's id.
    pub(super) id: CallId,
    pub(super) reason: &'static str,
    /// Why it waits.
    pub(super) message: String,
    pub(super) tool_call_id: CallId,
    /// What is sent back as `payload`.
    pub(super) response_schema: Value,
}

/// Tokens of all steps of the run together.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TokenUsage {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) input_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) output_tokens: Option<u64>,
}
