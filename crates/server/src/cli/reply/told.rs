//! The parts of a reply's stream that the command line looks at.

use pegboard_model::ids::{CallId, MessageId};
use serde::Deserialize;
use serde_json::Value;

/// One part. What the command line has no use for is [`Told::Other`].
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub(super) enum Told {
    Start {
        message_id: MessageId,
    },
    StartStep,
    TextDelta {
        delta: String,
    },
    TextEnd,
    ToolInputAvailable {
        tool_call_id: CallId,
        tool_name: String,
        #[serde(default)]
        input: Value,
    },
    ToolApprovalRequest {
        tool_call_id: CallId,
        reason: Option<String>,
        /// Policy answered it already.
        #[serde(default)]
        is_automatic: bool,
    },
    ToolOutputAvailable {
        tool_call_id: CallId,
    },
    ToolOutputError {
        tool_call_id: CallId,
        error_text: String,
    },
    ToolOutputDenied {
        tool_call_id: CallId,
    },
    /// What a worker does that was handed work.
    DataWorkerTurn {
        data: WorkerTurn,
    },
    /// What was said before is summed up for the model.
    DataSummary {
        data: SummaryNews,
    },
    MessageMetadata {
        message_metadata: Metadata,
    },
    Finish {
        message_metadata: Option<Metadata>,
    },
    Error {
        error_text: String,
    },
    #[serde(other)]
    Other,
}

/// A worker's turn so far.
#[derive(Debug, Deserialize)]
pub(super) struct WorkerTurn {
    #[serde(default)]
    pub(super) parts: Vec<Value>,
}

impl WorkerTurn {
    /// Its calls that wait for a person while the reply goes on.
    pub(super) fn waits(&self) -> impl Iterator<Item = CallId> + '_ {
        let waiting = self.parts.iter().filter(|part| part["state"] == "waiting");
        waiting.filter_map(|part| part["callId"].as_str()?.parse().ok())
    }
}

/// How the summary stands.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub(super) enum SummaryNews {
    Writing,
    /// It stands for so many messages.
    Done {
        messages: usize,
    },
    #[serde(other)]
    Failed,
}

/// What is said of a reply beside its parts.
#[derive(Debug, Deserialize)]
pub(super) struct Metadata {
    #[serde(default)]
    pub(super) status: Option<String>,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::json;

    use super::Told;

    #[test]
    fn parts_are_read_and_unknown_ones_passed_over() {
        let read = |part| format!("{:?}", serde_json::from_value::<Told>(part).unwrap());
        let id = "01890a5d-ac96-774b-bcce-b302099a8057";
        let parts = [
            json!({"type": "start-step"}),
            json!({"type": "text-delta", "id": "t0", "delta": "Hi"}),
            json!({"type": "tool-approval-request", "approvalId": id, "toolCallId": id, "isAutomatic": true}),
            json!({"type": "finish", "finishReason": "stop", "messageMetadata": {"status": "done", "inputTokens": 3}}),
            json!({"type": "data-render-plan", "id": id, "data": {}}),
            json!({"type": "data-summary", "id": "s0", "data": {"state": "writing"}}),
            json!({"type": "data-summary", "id": "s0", "data": {"state": "done", "messages": 2, "text": "It rains."}}),
            json!({"type": "data-summary", "id": "s0", "data": {"state": "failed"}}),
        ];
        insta::assert_snapshot!(parts.map(read).join("\n"));
    }
}
