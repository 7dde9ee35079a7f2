//! One step: the model is asked, and what it says is told while it says it and written down when it has.

use std::collections::HashMap;
use std::sync::Arc;

use pegboard_model::ids::CallId;
use pegboard_model::inference::{EndReason, ModelAccess, Piece, Pieces};
use pegboard_model::reply::{AskedCall, Reply, ReplyPart};

use crate::asking;
use crate::clock;
use crate::core::Core;
use crate::live_replies::{AskedTool, KnownTool, LiveReply, ReplyEvent};
use crate::record::ReplyRecord;
use crate::registry::Registry;
use crate::replies::budget::Budget;
use crate::replies::error::Cut;
use crate::replies::keep::write_down;
use crate::replies::prompt::draft;
use crate::replies::summary::sum_up;

/// Asks the model, and adds to the reply what it says. What it said until it was cut off stays.
pub(super) async fn step(
    core: &Arc<Core>,
    live: &LiveReply,
    record: &mut ReplyRecord,
    reply: &mut Reply,
    access: &ModelAccess,
    budget: &mut Budget,
) -> Result<EndReason, Cut> {
    let language = core.language.as_ref().ok_or(Cut::Unreached)?;
    let mut draft = draft(core, record, reply, &access.profile).await?;
    live.tell(ReplyEvent::StepBegan);
    let registry = core.registry.current();
    let mut written =
        Written { live, registry: &registry, parts: vec![ReplyPart::StepStart], begun: HashMap::new() };
    let outcome = tokio::select! {
        outcome = async {
            let summed_up = sum_up(language.as_ref(), access, live, &mut draft, budget).await;
            record.usage = record.usage.plus(summed_up.usage);
            written.parts.extend(summed_up.summary.map(ReplyPart::Summary));
            asking::ask(language.as_ref(), access, draft.prompt, &mut written).await
        } => outcome.map_err(Cut::from),
        () = live.stopped().cancelled() => Err(Cut::Stopped),
        () = core.closing.cancelled() => Err(Cut::Closing),
    };
    let mut parts = written.parts;
    if outcome.is_err() {
        // A call of a step that was cut off may be half of what the model wanted.
        parts.retain(|part| part.asked().is_none());
    }
    reply.parts.extend(parts);
    if let Ok(ended) = &outcome {
        record.usage = record.usage.plus(ended.usage);
    }
    write_down(core, record, reply).await?;
    outcome.map(|ended| ended.reason)
}

/// What the model has said in this step.
struct Written<'s> {
    live: &'s LiveReply,
    registry: &'s Registry,
    parts: Vec<ReplyPart>,
    /// The ids of calls that it began to ask for, by its own names of them.
    begun: HashMap<String, CallId>,
}

impl Pieces for Written<'_> {
    fn take(&mut self, piece: Piece) {
        match piece {
            Piece::Text(more) => {
                match self.parts.last_mut() {
                    Some(ReplyPart::Text { text }) => text.push_str(&more),
                    _ => self.parts.push(ReplyPart::Text { text: more.clone() }),
                }
                self.live.tell(ReplyEvent::Text(more));
            }
            Piece::Reasoning(more) => {
                match self.parts.last_mut() {
                    Some(ReplyPart::Reasoning { text }) => text.push_str(&more),
                    _ => self.parts.push(ReplyPart::Reasoning { text: more.clone() }),
                }
                self.live.tell(ReplyEvent::Reasoning(more));
            }
            Piece::AskBegun { id, name } => {
                let call = clock::fresh();
                self.begun.insert(id, call);
                self.live.tell(ReplyEvent::AskBegun { call, tool: asked_tool(self.registry, &name) });
            }
            Piece::AskInput { id, delta } => {
                if let Some(call) = self.begun.get(&id) {
                    self.live.tell(ReplyEvent::AskInput { call: *call, delta });
                }
            }
            Piece::Asked(asked) => {
                // A server that gives two calls one name of its own gets two ids all the same.
                let call_id = self.begun.remove(&asked.id).unwrap_or_else(clock::fresh);
                let tool = asked_tool(self.registry, &asked.name);
                self.live.tell(ReplyEvent::Asked { call: call_id, tool, asked: asked.clone() });
                self.parts.push(ReplyPart::ToolCall(AskedCall {
                    call_id,
                    asked,
                    refused: None,
                    answered: None,
                }));
            }
        }
    }
}

/// A tool that a model asked for, with what the house knows of it.
pub(super) fn asked_tool(registry: &Registry, name: &str) -> AskedTool {
    let known = registry.tool(name).map(|entry| {
        let tool = entry.record();
        KnownTool {
            title: tool.name,
            provider: tool.provider,
            toolset: tool.toolset,
            renderer: tool.effective.renderer,
            id: tool.id,
        }
    });
    AskedTool { name: name.to_owned(), known }
}
