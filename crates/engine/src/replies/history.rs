//! The conversation on a reply's branch, as its model is told of it.

use std::collections::{HashMap, HashSet};

use pegboard_model::attachment::AttachedFile;
use pegboard_model::chat_search::said;
use pegboard_model::ids::MessageId;
use pegboard_model::inference::{Pictures, Said, summarised};
use pegboard_model::reply::{AskedCall, Moment, Reply, ReplyPart, Summary};
use serde_json::Value;

use crate::chats::branch;
use crate::core::Core;
use crate::record::{MessageRecord, ReplyRecord, Role};
use crate::replies::became::Calls;
use crate::replies::own_tools::found;
use crate::replies::pictures::{Above, Shown};
use crate::store::StoreError;

/// The conversation on a reply's branch.
pub(super) struct History {
    /// Oldest first, the reply's own steps last; what was summed up before as that.
    pub(super) said: Vec<Said>,
    /// Whose words these are.
    pub(super) whose: Whose,
    /// Wire names of tools that were asked for, or found.
    pub(super) named: HashSet<String>,
}

/// Which of the messages of a branch say what.
#[derive(Debug, Clone, Default)]
pub(super) struct Whose {
    /// So many of the first ones are summed up.
    pub(super) summed_up: usize,
    /// Where among all that is said each of the others begins.
    pub(super) begins: Vec<usize>,
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
    let replies: HashMap<MessageId, Reply> = branch.iter().filter_map(read).collect();
    let mut history = History { said: Vec::new(), whose: Whose::default(), named: HashSet::new() };
    if let Some(summary) = summary(&branch, &replies, reply) {
        history.said.push(summarised(&summary.text));
        history.whose.summed_up = summary.messages;
        let gone = branch.drain(..summary.messages);
        gone.filter_map(|message| replies.get(&message.id)).for_each(|reply| history.name(reply));
    }
    let calls = Calls::on(core, &branch, &replies, reply).await?;
    let above = Above { branch: &branch, replies: &replies, reply, calls: &calls };
    let mut shown = match pictures {
        Pictures::Shown => Shown::on(core, above).await,
        Pictures::Named => Shown::default(),
    };
    for message in &branch {
        history.whose.begins.push(history.said.len());
        match message.role {
            Role::User => {
                let pictures = shown.with_message(message.id);
                history.said.push(Said::User { text: heard(&message.content), pictures });
            }
            Role::Assistant => {
                if let Some(reply) = replies.get(&message.id) {
                    history.add(reply, &calls, &mut shown, Moment::Later);
                }
            }
            // A person's own calls are seen by what they did in the workspace.
            Role::System | Role::Tool => {}
        }
    }
    history.add(reply, &calls, &mut shown, Moment::SameTurn);
    Ok(history)
}

fn read(message: &MessageRecord) -> Option<(MessageId, Reply)> {
    (message.role == Role::Assistant).then(|| (message.id, Reply::read(&message.content)))
}

/// The last summary of the branch, where it is one of messages before the one that it stands in.
fn summary<'r>(
    branch: &[MessageRecord],
    replies: &'r HashMap<MessageId, Reply>,
    reply: &'r Reply,
) -> Option<&'r Summary> {
    let above =
        branch.iter().enumerate().rev().filter_map(|(at, message)| Some((at, replies.get(&message.id)?)));
    let mut all = std::iter::once((branch.len(), reply)).chain(above);
    all.find_map(|(at, reply)| reply.summary().filter(|summary| summary.messages < at))
}

impl History {
    fn add(&mut self, reply: &Reply, calls: &Calls, shown: &mut Shown, moment: Moment) {
        replied(&mut self.said, reply, calls, shown, moment);
        self.name(reply);
    }

    fn name(&mut self, reply: &Reply) {
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

/// A model's own message, step by step, each with what became of the calls it asked for.
fn replied(said: &mut Vec<Said>, reply: &Reply, calls: &Calls, shown: &mut Shown, moment: Moment) {
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
            pictures: shown.with_call(call.call_id),
        }));
    }
}

/// What a person said, and which files came with it.
fn heard(content: &Value) -> String {
    let files = AttachedFile::all_of(content).filter_map(|file| file.told()).collect::<Vec<_>>().join("\n");
    let texts = [said(content), files].into_iter().filter(|text| !text.is_empty());
    texts.collect::<Vec<_>>().join("\n\n")
}
