//! What happens in a reply, as events of AG-UI.

use std::collections::BTreeMap;

use pegboard_engine::record::CallRecord;
use pegboard_engine::{Refusal, ReplyEnd, ReplyEvent};
use pegboard_model::call::{WorkerAct, WorkerNews};
use pegboard_model::ids::CallId;
use pegboard_model::reply::{ReplyStatus, Summary};
use serde_json::{Value, json};

use super::event::{AgUiEvent, Interrupt, Outcome, TokenUsage};

/// Writes one run.
pub(crate) struct AgUiEncoder {
    thread: String,
    run: String,
    /// What is being said now, with the id that it goes by.
    open: Option<(Speech, String)>,
    /// Texts and thoughts so far.
    said: usize,
    steps: usize,
    in_step: bool,
    /// The text of this step, which its calls belong to.
    parent: Option<String>,
    /// Calls that are being asked for, and whether anything of their arguments was told.
    asking: BTreeMap<CallId, bool>,
    waits: Vec<Interrupt>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Speech {
    Text,
    Reasoning,
}

impl AgUiEncoder {
    pub(crate) fn new(thread: String, run: String) -> Self {
        Self {
            thread,
            run,
            open: None,
            said: 0,
            steps: 0,
            in_step: false,
            parent: None,
            asking: BTreeMap::new(),
            waits: Vec::new(),
        }
    }

    /// What comes first.
    pub(crate) fn start(&self) -> AgUiEvent {
        AgUiEvent::RunStarted { thread_id: self.thread.clone(), run_id: self.run.clone() }
    }

    /// What is told of an event.
    pub(crate) fn told(&mut self, event: &ReplyEvent) -> Vec<AgUiEvent> {
        let mut events = Vec::new();
        match event {
            ReplyEvent::Text(delta) => self.say(Speech::Text, delta, &mut events),
            ReplyEvent::Reasoning(delta) => self.say(Speech::Reasoning, delta, &mut events),
            event => {
                self.fall_silent(&mut events);
                self.act(event, &mut events);
            }
        }
        events
    }

    fn act(&mut self, event: &ReplyEvent, events: &mut Vec<AgUiEvent>) {
        match event {
            ReplyEvent::StepBegan => self.begin_step(events),
            ReplyEvent::SummingUp => events.push(summary(json!({"state": "writing"}))),
            ReplyEvent::SummedUp(Some(Summary { messages, text })) => {
                events.push(summary(json!({"state": "done", "messages": messages, "text": text})));
            }
            ReplyEvent::SummedUp(None) => events.push(summary(json!({"state": "failed"}))),
            ReplyEvent::AskBegun { call, tool } => self.begin_call(*call, &tool.name, events),
            ReplyEvent::AskInput { call, delta } => {
                self.asking.insert(*call, true);
                events.push(AgUiEvent::ToolCallArgs { tool_call_id: *call, delta: delta.clone() });
            }
            ReplyEvent::Asked { call, tool, asked } => {
                if !self.asking.contains_key(call) {
                    self.begin_call(*call, &tool.name, events);
                }
                if self.asking.remove(call) == Some(false) {
                    let delta = asked.args.to_string();
                    events.push(AgUiEvent::ToolCallArgs { tool_call_id: *call, delta });
                }
                events.push(AgUiEvent::ToolCallEnd { tool_call_id: *call });
            }
            ReplyEvent::Refused { call, why } => {
                let (Refusal::Policy(reason) | Refusal::Fault(reason)) = why;
                events.push(result(*call, format!("The call was not made: {reason}")));
            }
            ReplyEvent::Waits { call, rule } => self.waits.push(interrupt(*call, rule)),
            ReplyEvent::Called(call) => {
                self.waits.retain(|waiting| waiting.id != call.id);
                called(call, events);
            }
            ReplyEvent::Answered { call, output } => events.push(result(*call, output.to_string())),
            ReplyEvent::Worker(news) => worker(news, events),
            ReplyEvent::Ended(end) => self.end(end, events),
            // Said before.
            ReplyEvent::Text(_) | ReplyEvent::Reasoning(_) => {}
        }
    }

    fn begin_step(&mut self, events: &mut Vec<AgUiEvent>) {
        self.end_step(events);
        self.steps += 1;
        self.in_step = true;
        self.parent = None;
        events.push(AgUiEvent::StepStarted { step_name: self.step() });
    }

    fn end_step(&mut self, events: &mut Vec<AgUiEvent>) {
        // What was cut off in the middle is over, too.
        for call in std::mem::take(&mut self.asking).into_keys() {
            events.push(AgUiEvent::ToolCallEnd { tool_call_id: call });
        }
        if std::mem::take(&mut self.in_step) {
            events.push(AgUiEvent::StepFinished { step_name: self.step() });
        }
    }

    fn step(&self) -> String {
        format!("step {}", self.steps)
    }

    fn begin_call(&mut self, call: CallId, name: &str, events: &mut Vec<AgUiEvent>) {
        self.asking.insert(call, false);
        events.push(AgUiEvent::ToolCallStart {
            tool_call_id: call,
            tool_call_name: name.to_owned(),
            parent_message_id: self.parent.clone(),
        });
    }

    fn say(&mut self, speech: Speech, delta: &str, events: &mut Vec<AgUiEvent>) {
        // The protocol has no empty piece.
        if delta.is_empty() {
            return;
        }
        if self.open.as_ref().is_none_or(|(open, _)| *open != speech) {
            self.fall_silent(events);
            // By the run and not by the reply: one that goes on in another run says something new.
            let id = format!("{}-{}", self.run, self.said);
            self.said += 1;
            begin(speech, &id, events);
            if speech == Speech::Text {
                self.parent = Some(id.clone());
            }
            self.open = Some((speech, id));
        }
        if let Some((_, id)) = &self.open {
            let (message_id, delta) = (id.clone(), delta.to_owned());
            events.push(match speech {
                Speech::Text => AgUiEvent::TextMessageContent { message_id, delta },
                Speech::Reasoning => AgUiEvent::ReasoningMessageContent { message_id, delta },
            });
        }
    }

    fn fall_silent(&mut self, events: &mut Vec<AgUiEvent>) {
        match self.open.take() {
            Some((Speech::Text, message_id)) => events.push(AgUiEvent::TextMessageEnd { message_id }),
            Some((Speech::Reasoning, message_id)) => {
                events.push(AgUiEvent::ReasoningMessageEnd { message_id: message_id.clone() });
                events.push(AgUiEvent::ReasoningEnd { message_id });
            }
            None => {}
        }
    }

    fn end(&mut self, end: &ReplyEnd, events: &mut Vec<AgUiEvent>) {
        self.end_step(events);
        let outcome = match end.status {
            ReplyStatus::Done => Outcome::Success,
            ReplyStatus::Waiting => Outcome::Interrupt { interrupts: std::mem::take(&mut self.waits) },
            ReplyStatus::Stopped => Outcome::Cancelled,
            ReplyStatus::Failed | ReplyStatus::Interrupted | ReplyStatus::Running => {
                let message = end.error.clone().unwrap_or_else(|| "the server stopped".to_owned());
                return events.push(AgUiEvent::RunError { message, code: "reply_failed" });
            }
        };
        let usage = TokenUsage { input_tokens: end.usage.input, output_tokens: end.usage.output };
        let is_known = usage.input_tokens.is_some() || usage.output_tokens.is_some();
        events.push(AgUiEvent::RunFinished {
            thread_id: self.thread.clone(),
            run_id: self.run.clone(),
            outcome,
            usage: is_known.then_some(usage).into_iter().collect(),
        });
    }
}

fn begin(speech: Speech, id: &str, events: &mut Vec<AgUiEvent>) {
    let message_id = id.to_owned();
    match speech {
        Speech::Text => events.push(AgUiEvent::TextMessageStart { message_id, role: "assistant" }),
        Speech::Reasoning => {
            events.push(AgUiEvent::ReasoningStart { message_id: message_id.clone() });
            events.push(AgUiEvent::ReasoningMessageStart { message_id, role: "reasoning" });
        }
    }
}

fn interrupt(call: CallId, rule: &str) -> Interrupt {
    Interrupt {
        id: call,
        reason: "approval",
        message: rule.to_owned(),
        tool_call_id: call,
        response_schema: json!({
            "type": "object", "required": ["approved"],
            "properties": {"approved": {"type": "boolean"}, "reason": {"type": "string"}},
        }),
    }
}

/// A worker that was handed work waits for a person while the run goes on.
fn worker(news: &WorkerNews, events: &mut Vec<AgUiEvent>) {
    if let WorkerAct::Waits { call, rule } = &news.act {
        let value = json!({"toolCallId": news.by, "worker": news.worker, "callId": call, "rule": rule});
        events.push(AgUiEvent::Custom { name: "worker-waits", value });
    }
}

fn result(call: CallId, content: String) -> AgUiEvent {
    AgUiEvent::ToolCallResult {
        message_id: format!("{call}-result"),
        tool_call_id: call,
        content,
        role: "tool",
    }
}

fn called(call: &CallRecord, events: &mut Vec<AgUiEvent>) {
    let content = match (&call.error, &call.result) {
        (Some(failure), _) => format!("The call failed: {}", failure.message),
        (None, Some(Value::String(text))) => text.clone(),
        (None, result) => result.as_ref().unwrap_or(&Value::Null).to_string(),
    };
    events.push(result(call.id, content));
    if let Some(plan) = &call.render_plan {
        let value = json!({"toolCallId": call.id, "plan": plan});
        events.push(AgUiEvent::Custom { name: "render-plan", value });
    }
    if !call.changes.is_empty() {
        let changes = &call.changes;
        let value = json!({
            "toolCallId": call.id, "manifestId": call.post_manifest, "added": changes.added,
            "modified": changes.modified, "removed": changes.removed,
        });
        events.push(AgUiEvent::Custom { name: "workspace-change", value });
    }
}

/// That what was said before is summed up, and what came of it.
fn summary(value: Value) -> AgUiEvent {
    AgUiEvent::Custom { name: "summary", value }
}
