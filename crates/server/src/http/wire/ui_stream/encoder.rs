//! What happens in a reply, as parts of the stream.

use pegboard_engine::record::CallRecord;
use pegboard_engine::{AskedTool, Refusal, ReplyEnd, ReplyEvent};
use pegboard_model::call::FailureKind;
use pegboard_model::ids::{CallId, MessageId};
use pegboard_model::reply::{ReplyStatus, Summary};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::http::wire::ui_stream::chunk::{Chunk, ToolPart};
use crate::http::wire::ui_stream::worker_turns::WorkerTurns;

/// The version of the AI SDK that reads the stream.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
pub(crate) enum Version {
    /// Version 7 reads it, too.
    #[default]
    #[serde(rename = "6")]
    Six,
    #[serde(rename = "7")]
    Seven,
}

/// Writes one stream.
pub(crate) struct Encoder {
    version: Version,
    message: MessageId,
    /// What is being said now, with the id that it goes by.
    open: Option<(Speech, String)>,
    /// Texts and thoughts so far.
    said: usize,
    in_step: bool,
    /// How often what was said before was summed up.
    summaries: usize,
    workers: WorkerTurns,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Speech {
    Text,
    Reasoning,
}

impl Encoder {
    pub(crate) fn new(version: Version, message: MessageId) -> Self {
        let workers = WorkerTurns::default();
        Self { version, message, open: None, said: 0, in_step: false, summaries: 0, workers }
    }

    /// What comes first.
    pub(crate) fn start(&self) -> Chunk {
        Chunk::Start { message_id: self.message, message_metadata: None }
    }

    /// What is told of an event.
    pub(crate) fn told(&mut self, event: &ReplyEvent) -> Vec<Chunk> {
        match event {
            ReplyEvent::Text(delta) => self.say(Speech::Text, delta),
            ReplyEvent::Reasoning(delta) => self.say(Speech::Reasoning, delta),
            event => {
                let mut chunks: Vec<Chunk> = self.fall_silent().into_iter().collect();
                self.act(event, &mut chunks);
                chunks
            }
        }
    }

    fn act(&mut self, event: &ReplyEvent, chunks: &mut Vec<Chunk>) {
        match event {
            ReplyEvent::Text(_) | ReplyEvent::Reasoning(_) => {}
            ReplyEvent::StepBegan => {
                chunks.extend(self.end_step());
                self.in_step = true;
                chunks.push(Chunk::StartStep);
            }
            ReplyEvent::SummingUp => chunks.push(self.summary(json!({"state": "writing"}))),
            ReplyEvent::SummedUp(summary) => {
                chunks.push(self.summary(match summary {
                    Some(Summary { messages, text }) => {
                        json!({"state": "done", "messages": messages, "text": text})
                    }
                    None => json!({"state": "failed"}),
                }));
                self.summaries += 1;
            }
            ReplyEvent::AskBegun { call, tool } => {
                chunks.push(Chunk::ToolInputStart { tool_call_id: *call, tool: part(tool) });
            }
            ReplyEvent::AskInput { call, delta } => {
                chunks.push(Chunk::ToolInputDelta { tool_call_id: *call, input_text_delta: delta.clone() });
            }
            ReplyEvent::Asked { call, tool, asked } => chunks.push(Chunk::ToolInputAvailable {
                tool_call_id: *call,
                tool: part(tool),
                input: asked.args.clone(),
            }),
            ReplyEvent::Answered { call, output } => chunks.push(Chunk::ToolOutputAvailable {
                tool_call_id: *call,
                output: output.clone(),
                dynamic: true,
            }),
            ReplyEvent::Refused { call, why } => self.refused(*call, why, chunks),
            ReplyEvent::Waits { call, rule } => chunks.push(Chunk::ToolApprovalRequest {
                approval_id: *call,
                tool_call_id: *call,
                reason: Some(rule.clone()),
                is_automatic: None,
            }),
            ReplyEvent::Worker(news) => chunks.push(self.workers.told(news)),
            ReplyEvent::Called(call) => called(call, chunks),
            ReplyEvent::Ended(end) => {
                chunks.extend(self.end_step());
                ended(end, chunks);
            }
        }
    }

    fn summary(&self, data: Value) -> Chunk {
        Chunk::DataSummary { id: format!("s{}", self.summaries), data }
    }

    fn say(&mut self, speech: Speech, delta: &str) -> Vec<Chunk> {
        let mut chunks = Vec::new();
        if self.open.as_ref().is_none_or(|(open, _)| *open != speech) {
            chunks.extend(self.fall_silent());
            let id = format!("t{}", self.said);
            self.said += 1;
            chunks.push(match speech {
                Speech::Text => Chunk::TextStart { id: id.clone() },
                Speech::Reasoning => Chunk::ReasoningStart { id: id.clone() },
            });
            self.open = Some((speech, id));
        }
        if let Some((_, id)) = &self.open {
            let (id, delta) = (id.clone(), delta.to_owned());
            chunks.push(match speech {
                Speech::Text => Chunk::TextDelta { id, delta },
                Speech::Reasoning => Chunk::ReasoningDelta { id, delta },
            });
        }
        chunks
    }

    fn fall_silent(&mut self) -> Option<Chunk> {
        self.open.take().map(|(speech, id)| match speech {
            Speech::Text => Chunk::TextEnd { id },
            Speech::Reasoning => Chunk::ReasoningEnd { id },
        })
    }

    fn end_step(&mut self) -> Option<Chunk> {
        std::mem::take(&mut self.in_step).then_some(Chunk::FinishStep)
    }

    fn refused(&self, call: CallId, why: &Refusal, chunks: &mut Vec<Chunk>) {
        match why {
            Refusal::Fault(reason) => chunks.push(Chunk::ToolOutputError {
                tool_call_id: call,
                error_text: reason.clone(),
                dynamic: true,
            }),
            Refusal::Policy(reason) => {
                chunks.push(Chunk::ToolApprovalRequest {
                    approval_id: call,
                    tool_call_id: call,
                    reason: None,
                    is_automatic: Some(true),
                });
                if self.version == Version::Seven {
                    let reason = reason.clone();
                    chunks.push(Chunk::ToolApprovalResponse { approval_id: call, approved: false, reason });
                }
                chunks.push(Chunk::ToolOutputDenied { tool_call_id: call });
            }
        }
    }
}

fn part(tool: &AskedTool) -> ToolPart {
    let known = tool.known.as_ref();
    ToolPart {
        tool_name: tool.name.clone(),
        dynamic: true,
        title: known.map(|known| known.title.clone()),
        tool_metadata: known.map(|known| {
            let mut said = json!({"tool": known.id, "source": known.provider.as_str()});
            if let Some(toolset) = &known.toolset {
                said["toolset"] = json!(toolset);
            }
            if let Some(renderer) = known.renderer {
                said["renderer"] = json!(renderer);
            }
            said
        }),
    }
}

fn called(call: &CallRecord, chunks: &mut Vec<Chunk>) {
    chunks.push(match &call.error {
        Some(failure) if failure.kind == FailureKind::Denied => {
            Chunk::ToolOutputDenied { tool_call_id: call.id }
        }
        Some(failure) => Chunk::ToolOutputError {
            tool_call_id: call.id,
            error_text: failure.message.clone(),
            dynamic: true,
        },
        None => Chunk::ToolOutputAvailable {
            tool_call_id: call.id,
            output: call.result.clone().unwrap_or(Value::Null),
            dynamic: true,
        },
    });
    if let Some(plan) = &call.render_plan {
        chunks.push(Chunk::DataRenderPlan { id: call.id, data: plan.clone() });
    }
    if !call.changes.is_empty() {
        let changes = &call.changes;
        chunks.push(Chunk::DataWorkspaceChange {
            id: call.id,
            data: json!({
                "manifest_id": call.post_manifest, "added": changes.added,
                "modified": changes.modified, "removed": changes.removed,
            }),
        });
    }
}

fn ended(end: &ReplyEnd, chunks: &mut Vec<Chunk>) {
    let mut metadata = json!({"status": end.status.as_str()});
    for (name, tokens) in [("inputTokens", end.usage.input), ("outputTokens", end.usage.output)] {
        if let Some(tokens) = tokens {
            metadata[name] = json!(tokens);
        }
    }
    let finish = |finish_reason| Chunk::Finish { finish_reason, message_metadata: Some(metadata.clone()) };
    match end.status {
        ReplyStatus::Done => chunks.push(finish("stop")),
        ReplyStatus::Waiting => chunks.push(finish("tool-calls")),
        // A client takes an abort for a good end, so the metadata says what it was.
        ReplyStatus::Stopped => {
            chunks.push(Chunk::MessageMetadata { message_metadata: metadata.clone() });
            chunks.push(Chunk::Abort { reason: "stopped" });
        }
        ReplyStatus::Failed | ReplyStatus::Interrupted | ReplyStatus::Running => {
            chunks.push(Chunk::MessageMetadata { message_metadata: metadata.clone() });
            let text =
                end.error.clone().unwrap_or_else(|| "The server stopped; go on when it is back.".to_owned());
            chunks.push(Chunk::Error { error_text: text });
        }
    }
}
