//! What an archive has, as records of this house: under ids of its own, and as what happened elsewhere.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;
use std::str::FromStr;

use pegboard_model::call::{ApprovalMode, CallStatus, Caller, FailureKind, Telemetry, ToolFailure};
use pegboard_model::ids::{CallId, ChatId};
use pegboard_model::reply::{Reply, ReplyPart, ReplyStatus};
use serde_json::Value;
use uuid::Uuid;

use super::format::{ArchivedCall, ArchivedMessage, ArchivedReply, ArchivedState};
use super::read::{ArchiveFault, Place, Survey};
use crate::clock;
use crate::record::{CallRecord, ManifestRecord, ManifestSource, MessageRecord, Previewable, ReplyRecord};
use crate::text::storable;

/// What is told to a model of a call that was asked for and not made where the chat comes from.
const NOT_MADE: &str = "it was not made where this chat comes from";
/// Why a call has no result that was not over.
const NOT_OVER: &str = "it was not over when its chat was exported";
/// Characters of a caller's name, of a rule and the like.
const WORDS: usize = 1_000;

/// The ids that an archive's own get in this house.
pub(super) struct Fresh {
    chat: ChatId,
    ids: HashMap<String, Uuid>,
    calls: BTreeSet<CallId>,
}

impl Fresh {
    /// Ids tell what came first, so new ones are given in the order of the old ones.
    pub(super) fn new(survey: &Survey) -> Self {
        let calls = survey.calls.union(&survey.asked).map(ToString::to_string);
        let states = survey.states.iter().map(ToString::to_string);
        let messages = survey.messages.iter().map(ToString::to_string);
        let mut old: Vec<String> = calls.chain(states).chain(messages).collect();
        old.sort_unstable();
        let mut ids: HashMap<String, Uuid> = HashMap::with_capacity(old.len() + 1);
        for id in old {
            ids.entry(id).or_insert_with(clock::fresh);
        }
        let chat: Uuid = clock::fresh();
        ids.insert(survey.chat.id.to_string(), chat);
        Self { chat: chat.into(), ids, calls: survey.calls.clone() }
    }

    /// The new chat.
    pub(super) fn chat(&self) -> ChatId {
        self.chat
    }

    /// What something is called here. The survey knows all that is named.
    pub(super) fn of<I: Copy + Display + From<Uuid>>(&self, old: I) -> I {
        self.ids.get(&old.to_string()).copied().map_or_else(clock::fresh, I::from)
    }

    pub(super) fn state(&self, place: Place, state: ArchivedState) -> Result<ManifestRecord, ArchiveFault> {
        let source: ManifestSource = word(place, &state.source)?;
        if source == ManifestSource::Preview {
            return Err(ArchiveFault::Word(place, state.source));
        }
        let known = |id: &String| self.ids.get(id).map_or_else(|| words(id), ToString::to_string);
        Ok(ManifestRecord {
            id: self.of(state.id),
            chat: self.chat,
            parent: state
                .parent
                .filter(|parent| self.ids.contains_key(&parent.to_string()))
                .map(|id| self.of(id)),
            created_at: state.created_at,
            source,
            source_ref: state.source_ref.as_ref().map(known),
        })
    }

    pub(super) fn message(
        &self,
        place: Place,
        message: ArchivedMessage,
    ) -> Result<(MessageRecord, Option<ReplyRecord>), ArchiveFault> {
        let ArchivedMessage { id, parent, role, mut content, created_at, state, reply } = message;
        if reply.as_ref().is_some_and(|reply| reply.status != ReplyStatus::Done.as_str()) {
            content = self.without_open_calls(&content);
        }
        self.rename(&mut content);
        let record = MessageRecord {
            id: self.of(id),
            chat: self.chat,
            parent: parent.map(|id| self.of(id)),
            role: word(place, &role)?,
            content,
            created_at,
            manifest: state.map(|id| self.of(id)),
        };
        let reply = reply.map(|reply| self.reply(place, &record, reply)).transpose()?;
        Ok((record, reply))
    }

    fn reply(
        &self,
        place: Place,
        message: &MessageRecord,
        reply: ArchivedReply,
    ) -> Result<ReplyRecord, ArchiveFault> {
        let status = match word(place, &reply.status)? {
            // Whoever was to decide did so there, or not at all.
            ReplyStatus::Waiting | ReplyStatus::Running => ReplyStatus::Stopped,
            over => over,
        };
        Ok(ReplyRecord {
            message: message.id,
            chat: self.chat,
            status,
            model: reply.model,
            worker: reply.worker,
            caller: Caller { name: words(&reply.caller), mode: ApprovalMode::Interactive },
            error: reply.error.as_deref().map(words),
            usage: reply.usage,
            started_at: reply.started_at,
            ended_at: reply.ended_at.or(Some(reply.started_at)),
        })
    }

    /// A call as what happened elsewhere: whatever it waited for, it is over.
    pub(super) fn call(&self, place: Place, call: ArchivedCall) -> Result<CallRecord, ArchiveFault> {
        let (status, error) = match call.status {
            CallStatus::Pending | CallStatus::Running => {
                (CallStatus::Error, Some(ToolFailure::new(FailureKind::Interrupted, NOT_OVER)))
            }
            over => (over, call.error),
        };
        let mut render_plan = call.render_plan;
        if let Some(plan) = &mut render_plan {
            self.rename(plan);
        }
        let triggered_by = call.triggered_by.as_deref().map(|by| word(place, by)).transpose()?;
        Ok(CallRecord {
            id: self.of(call.id),
            chat: self.chat,
            message: self.of(call.message),
            tool: call.tool,
            toolset: call.toolset,
            provider: call.provider,
            args: call.args,
            status,
            result: call.result.filter(|_| status == CallStatus::Success),
            error,
            render_plan,
            log: call.log.as_deref().map(storable),
            caller: words(&call.caller),
            worker: call.worker,
            parent: call.parent.map(|id| self.of(id)),
            triggered_by,
            prompt: None,
            telemetry: Telemetry::default(),
            rule: words(&call.rule),
            asked_because: call.asked_because.as_deref().map(words),
            created_at: call.created_at,
            started_at: call.started_at,
            finished_at: call.finished_at.or(Some(call.created_at)),
            pre_manifest: call.before.map(|id| self.of(id)),
            post_manifest: call.after.map(|id| self.of(id)),
            changes: call.changes,
            warnings: call.warnings,
            previewable: Previewable::No,
            effect: None,
        })
    }

    /// A model that goes on must not make what was asked for elsewhere.
    fn without_open_calls(&self, content: &Value) -> Value {
        let mut reply = Reply::read(content);
        let asked = reply.parts.iter().filter_map(ReplyPart::asked);
        let open = asked.filter(|asked| !asked.is_settled() && !self.calls.contains(&asked.call_id));
        for call in open.map(|asked| asked.call_id).collect::<Vec<_>>() {
            reply.refuse(call, NOT_MADE.to_owned());
        }
        serde_json::to_value(&reply.parts).unwrap_or_else(|_| content.clone())
    }

    /// Gives every text that is an id of the archive the new one.
    fn rename(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                if let Some(new) = self.ids.get(text.as_str()) {
                    *text = new.to_string();
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.rename(item)),
            Value::Object(fields) => fields.values_mut().for_each(|field| self.rename(field)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

fn word<T: FromStr>(place: Place, text: &str) -> Result<T, ArchiveFault> {
    text.parse().map_err(|_| ArchiveFault::Word(place, words(text)))
}

fn words(text: &str) -> String {
    storable(text).chars().take(WORDS).collect()
}
