//! What a reply that goes on said and did before, for whoever joins it then.

use std::sync::Arc;

use pegboard_model::call::CallStatus;
use pegboard_model::ids::CallId;
use pegboard_model::reply::{AskedCall, Reply, ReplyPart};

use crate::core::Core;
use crate::live_replies::{Refusal, ReplyEvent};
use crate::record::CallRecord;
use crate::replies::step::asked_tool;
use crate::store::StoreError;

/// The recorded parts of a reply as they were told while they were written.
pub(super) async fn earlier(core: &Core, reply: &Reply) -> Result<Vec<Arc<ReplyEvent>>, StoreError> {
    let asked: Vec<CallId> =
        reply.parts.iter().filter_map(ReplyPart::asked).map(|asked| asked.call_id).collect();
    let mut calls = core.store.calls_of(&asked).await?;
    let registry = core.registry.current();
    let mut events = Vec::with_capacity(reply.parts.len());
    for part in &reply.parts {
        match part {
            ReplyPart::StepStart => events.push(ReplyEvent::StepBegan),
            ReplyPart::Summary(summary) => events.push(ReplyEvent::SummedUp(Some(summary.clone()))),
            ReplyPart::Reasoning { text } => events.push(ReplyEvent::Reasoning(text.clone())),
            ReplyPart::Text { text } => events.push(ReplyEvent::Text(text.clone())),
            ReplyPart::ToolCall(asked) => {
                events.push(ReplyEvent::Asked {
                    call: asked.call_id,
                    tool: asked_tool(&registry, &asked.asked.name),
                    asked: asked.asked.clone(),
                });
                events.extend(came_of(asked, calls.remove(&asked.call_id)));
            }
        }
    }
    Ok(events.into_iter().map(Arc::new).collect())
}

/// What is known of a call; nothing, while it has not begun or runs.
fn came_of(asked: &AskedCall, call: Option<CallRecord>) -> Option<ReplyEvent> {
    let id = asked.call_id;
    if let Some(reason) = &asked.refused {
        return Some(ReplyEvent::Refused { call: id, why: Refusal::Fault(reason.clone()) });
    }
    if let Some(output) = &asked.answered {
        return Some(ReplyEvent::Answered { call: id, output: (**output).clone() });
    }
    let call = call?;
    match call.status {
        CallStatus::Running => None,
        CallStatus::Pending => Some(ReplyEvent::Waits { call: id, rule: call.rule }),
        CallStatus::Success | CallStatus::Error => Some(ReplyEvent::Called(Box::new(call))),
    }
}
