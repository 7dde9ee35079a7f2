//! What a model is told: instructions, the conversation on this branch, and the tools at hand.

use std::collections::HashMap;
use std::sync::Arc;

use pegboard_model::ids::{CallId, MessageId};
use pegboard_model::inference::{Prompt, Said};
use pegboard_model::reply::{AskedCall, Reply, ReplyPart, told};
use serde_json::Value;

use crate::briefing::{Briefing, brief};
use crate::core::Core;
use crate::record::{CallRecord, MessageRecord, ReplyRecord, Role};
use crate::store::StoreError;

/// Builds the prompt of the next step of a reply.
pub(super) async fn build(
    core: &Arc<Core>,
    record: &ReplyRecord,
    reply: &Reply,
) -> Result<Prompt, StoreError> {
    let branch = branch(core, record).await?;
    let calls = calls(core, &branch, reply).await?;
    let mut said = Vec::new();
    for message in &branch {
        match message.role {
            Role::User => said.push(Said::User { text: text(&message.content) }),
            Role::Assistant => replied(&mut said, &Reply::read(&message.content), &calls),
            // A person's own calls are seen by what they did in the workspace.
            Role::System | Role::Tool => {}
        }
    }
    replied(&mut said, reply, &calls);
    let Briefing { system, tools } = brief(core, record.chat, record.worker.as_ref()).await?;
    Ok(Prompt { system, said, tools })
}

/// The messages above the reply, oldest first.
async fn branch(core: &Core, record: &ReplyRecord) -> Result<Vec<MessageRecord>, StoreError> {
    let messages = core.store.messages(record.chat).await?;
    let mut by_id: HashMap<MessageId, MessageRecord> =
        messages.into_iter().map(|message| (message.id, message)).collect();
    let mut at = by_id.remove(&record.message).and_then(|reply| reply.parent);
    let mut branch = Vec::new();
    // Each is taken out, so that a circle, which no chat should have, ends.
    while let Some(message) = at.and_then(|id| by_id.remove(&id)) {
        at = message.parent;
        branch.push(message);
    }
    branch.reverse();
    Ok(branch)
}

async fn calls(
    core: &Core,
    branch: &[MessageRecord],
    reply: &Reply,
) -> Result<HashMap<CallId, CallRecord>, StoreError> {
    let above = branch.iter().filter(|message| message.role == Role::Assistant);
    let mut replies: Vec<Reply> = above.map(|message| Reply::read(&message.content)).collect();
    replies.push(reply.clone());
    let asked = replies.iter().flat_map(|reply| &reply.parts).filter_map(ReplyPart::asked);
    let ids: Vec<CallId> = asked.map(|asked| asked.call_id).collect();
    core.store.calls_of(&ids).await
}

/// A model's own message, step by step, each with what became of the calls it asked for.
fn replied(said: &mut Vec<Said>, reply: &Reply, calls: &HashMap<CallId, CallRecord>) {
    for step in reply.steps() {
        let text = step.iter().filter_map(ReplyPart::text).collect::<Vec<_>>().join("\n\n");
        let asked: Vec<&AskedCall> = step.iter().filter_map(ReplyPart::asked).collect();
        if text.is_empty() && asked.is_empty() {
            continue;
        }
        said.push(Said::Model { text, asked: asked.iter().map(|call| call.asked.clone()).collect() });
        said.extend(asked.into_iter().map(|call| Said::Tool {
            id: call.asked.id.clone(),
            name: call.asked.name.clone(),
            text: became(call, calls.get(&call.call_id)),
        }));
    }
}

fn became(asked: &AskedCall, call: Option<&CallRecord>) -> String {
    if let Some(reason) = &asked.refused {
        return format!("The call was not made: {reason}");
    }
    let Some(call) = call else { return "The call was not made.".to_owned() };
    match (&call.result, &call.error) {
        (Some(result), None) => told(&asked.asked.name, call.provider, Ok(result)),
        (_, Some(failure)) => told(&asked.asked.name, call.provider, Err(failure)),
        (None, None) => "The call waits for a person, who has not decided yet.".to_owned(),
    }
}

/// The texts of a message.
fn text(content: &Value) -> String {
    let parts = content.as_array().map(Vec::as_slice).unwrap_or_default();
    let texts = parts.iter().filter(|part| part["type"] == "text").filter_map(|part| part["text"].as_str());
    texts.collect::<Vec<_>>().join("\n\n")
}
