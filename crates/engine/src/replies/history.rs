//! The conversation on a reply's branch, as its model is told of it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use pegboard_model::attachment::AttachedFile;
use pegboard_model::chat_search::said;
use pegboard_model::ids::CallId;
use pegboard_model::inference::{Pictures, Said};
use pegboard_model::reply::{AskedCall, Moment, Reply, ReplyPart, told, withheld};
use serde_json::Value;

use crate::chats::branch;
use crate::core::Core;
use crate::record::{CallRecord, MessageRecord, ReplyRecord, Role};
use crate::registry::Registry;
use crate::replies::own_tools::found;
use crate::replies::pictures;
use crate::store::StoreError;

/// The conversation on a reply's branch.
pub(super) struct History {
    /// Oldest first, the reply's own steps last.
    pub(super) said: Vec<Said>,
    /// Wire names of tools that were asked for, or found.
    pub(super) named: HashSet<String>,
}

/// The calls that were asked for on a branch, as far as they were made.
struct Calls {
    records: HashMap<CallId, CallRecord>,
    registry: Arc<Registry>,
}

/// Reads the conversation that a reply belongs to, with the reply as it stands.
pub(super) async fn history(
    core: &Core,
    record: &ReplyRecord,
    reply: &Reply,
    pictures: Pictures,
) -> Result<History, StoreError> {
    let mut branch = branch::to(core.store.messages(record.chat).await?, Some(record.message));
    // The reply itself is told as it stands now.
    branch.pop();
    let calls = calls(core, &branch, reply).await?;
    let mut shown = match pictures {
        Pictures::Shown => pictures::shown(core, &branch).await,
        Pictures::Named => HashMap::new(),
    };
    let mut history = History { said: Vec::new(), named: HashSet::new() };
    for message in &branch {
        match message.role {
            Role::User => {
                let pictures = shown.remove(&message.id).unwrap_or_default();
                history.said.push(Said::User { text: heard(&message.content), pictures });
            }
            Role::Assistant => history.add(&Reply::read(&message.content), &calls, Moment::Later),
            // A person's own calls are seen by what they did in the workspace.
            Role::System | Role::Tool => {}
        }
    }
    history.add(reply, &calls, Moment::SameTurn);
    Ok(history)
}

impl History {
    fn add(&mut self, reply: &Reply, calls: &Calls, moment: Moment) {
        replied(&mut self.said, reply, calls, moment);
        for asked in reply.parts.iter().filter_map(ReplyPart::asked) {
            self.named.insert(asked.asked.name.clone());
            self.named.extend(asked.answered.iter().flat_map(|answer| found(answer)).map(ToOwned::to_owned));
        }
    }

    /// What the person said last.
    pub(super) fn last_words(&self) -> &str {
        let words = self.said.iter().rev().find_map(|said| match said {
            Said::User { text, .. } => Some(text.as_str()),
            Said::Model { .. } | Said::Tool { .. } => None,
        });
        words.unwrap_or_default()
    }
}

async fn calls(core: &Core, branch: &[MessageRecord], reply: &Reply) -> Result<Calls, StoreError> {
    let above = branch.iter().filter(|message| message.role == Role::Assistant);
    let mut replies: Vec<Reply> = above.map(|message| Reply::read(&message.content)).collect();
    replies.push(reply.clone());
    let asked = replies.iter().flat_map(|reply| &reply.parts).filter_map(ReplyPart::asked);
    let ids: Vec<CallId> = asked.map(|asked| asked.call_id).collect();
    Ok(Calls { records: core.store.calls_of(&ids).await?, registry: core.registry.current() })
}

/// A model's own message, step by step, each with what became of the calls it asked for.
fn replied(said: &mut Vec<Said>, reply: &Reply, calls: &Calls, moment: Moment) {
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
            text: calls.became(call, moment),
        }));
    }
}

impl Calls {
    fn became(&self, asked: &AskedCall, moment: Moment) -> String {
        let name = &asked.asked.name;
        if let Some(reason) = &asked.refused {
            return format!("The call was not made: {reason}");
        }
        if let Some(answer) = &asked.answered {
            return told(name, None, Ok(answer));
        }
        let Some(call) = self.records.get(&asked.call_id) else {
            return "The call was not made.".to_owned();
        };
        match (&call.result, &call.error) {
            (Some(result), None) => match self.withheld(call, moment) {
                Some(instead) => instead.to_owned(),
                None => told(name, call.provider, Ok(result)),
            },
            (_, Some(failure)) => told(name, call.provider, Err(failure)),
            (None, None) => "The call waits for a person, who has not decided yet.".to_owned(),
        }
    }

    /// What is said in place of a result that its tool's author does not want models to have.
    fn withheld(&self, call: &CallRecord, moment: Moment) -> Option<&'static str> {
        let entry = self.registry.tool(&call.tool.to_string())?;
        withheld(&entry.row.container.as_ref()?.output, moment)
    }
}

/// What a person said, and which files came with it.
fn heard(content: &Value) -> String {
    let files = AttachedFile::all_of(content).filter_map(|file| file.told()).collect::<Vec<_>>().join("\n");
    let texts = [said(content), files].into_iter().filter(|text| !text.is_empty());
    texts.collect::<Vec<_>>().join("\n\n")
}
