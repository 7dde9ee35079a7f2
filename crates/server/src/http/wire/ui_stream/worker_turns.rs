//! What workers do that were handed work, as data parts beside the calls that handed it.

use std::collections::HashMap;

use pegboard_model::call::{WorkerAct, WorkerNews};
use pegboard_model::ids::{CallId, ToolName};
use serde::Serialize;
use serde_json::{Value, json};

use super::chunk::Chunk;

/// Each worker's turn so far, by the call that handed it the work.
#[derive(Default)]
pub(super) struct WorkerTurns(HashMap<CallId, Turn>);

#[derive(Serialize)]
struct Turn {
    worker: ToolName,
    parts: Vec<Part>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
enum Part {
    Text {
        text: String,
    },
    Call {
        call_id: CallId,
        tool: String,
        input: Value,
        /// `asked`, `waiting`, `refused`, or the record's own word.
        state: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

impl WorkerTurns {
    /// What is told of something that a worker did. Words come as they are said; the whole turn comes with each call, so that a
    /// message holds it once and a stream little more than that.
    pub(super) fn told(&mut self, news: &WorkerNews) -> Chunk {
        let turn =
            self.0.entry(news.by).or_insert_with(|| Turn { worker: news.worker.clone(), parts: Vec::new() });
        match &news.act {
            WorkerAct::Said(more) => {
                turn.say(more);
                return Chunk::DataWorkerDelta {
                    data: json!({"callId": news.by, "worker": news.worker, "delta": more}),
                    transient: true,
                };
            }
            WorkerAct::Asked { call, tool, args } => turn.parts.push(Part::Call {
                call_id: *call,
                tool: tool.clone(),
                input: args.clone(),
                state: "asked",
                reason: None,
            }),
            WorkerAct::Waits { call, rule } => turn.set(*call, "waiting", Some(rule)),
            WorkerAct::Ended { call, status } => turn.set(*call, status.as_str(), None),
            WorkerAct::Refused { call, reason } => turn.set(*call, "refused", Some(reason)),
        }
        Chunk::DataWorkerTurn { id: news.by, data: json!(turn) }
    }
}

impl Turn {
    fn say(&mut self, more: &str) {
        match self.parts.last_mut() {
            Some(Part::Text { text }) => text.push_str(more),
            _ => self.parts.push(Part::Text { text: more.to_owned() }),
        }
    }

    fn set(&mut self, id: CallId, now: &'static str, why: Option<&String>) {
        for part in &mut self.parts {
            if let Part::Call { call_id, state, reason, .. } = part
                && *call_id == id
            {
                *state = now;
                *reason = why.cloned();
            }
        }
    }
}
