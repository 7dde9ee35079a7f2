//! Pending calls: stored frozen, judged again when a person says yes. Nothing waits in memory.

use std::sync::Arc;

use async_trait::async_trait;
use pegboard_model::call::{Call, CallStatus, CallerLine, FailureKind, Telemetry, ToolFailure, Triggered};
use pegboard_model::ids::{CallId, ChatId, MessageId, ToolName};
use pegboard_model::inference::{Ended, Pieces, Said};
use pegboard_model::policy::{self, Contained, Lapsed, Reach};
use pegboard_model::provider::Told;
use pegboard_model::render::RenderPlan;

use crate::clock;
use crate::core::Core;
use crate::events::EventKind;
use crate::grants;
use crate::handed;
use crate::leaf;
use crate::pending::{self, NotPending};
use crate::pipeline::{self, CallError, Judged, Place, Target};
use crate::policy as house_policy;
use crate::prompts;
use crate::record::{CallRecord, Changes, MessageRecord, Previewable};
use crate::store::{Finished, StoreError};

/// Why an approval, a denial or a cancellation came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum ApproveError {
    /// No such call waits.
    #[error(transparent)]
    NotPending(#[from] NotPending),
    /// The tool is not what the person was asked about, or was forbidden since.
    #[error(transparent)]
    Lapsed(#[from] Lapsed),
    /// What the person saw is not what the call would do any more.
    #[error("the workspace, or what the call would do there, is not what was seen any more")]
    EffectStale,
    /// The trial failed, so there is nothing to take over.
    #[error("the call failed when it was tried out, so there is no effect to approve")]
    EffectFailed,
    /// It was allowed but could not run.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Judges a call; runs it or stores it as pending.
pub(crate) async fn call(core: &Arc<Core>, call: Call, chat: ChatId) -> Result<CallRecord, CallError> {
    let place = call.message.map_or(Place::BelowLeaf, Place::On);
    call_at(core, call, chat, place).await
}

/// The same at a place that the call itself does not name.
pub(crate) async fn call_at(
    core: &Arc<Core>,
    call: Call,
    chat: ChatId,
    place: Place,
) -> Result<CallRecord, CallError> {
    match pipeline::judge(core, &call, chat, place).await? {
        Judged::Run(admitted) => pipeline::run(core, *admitted, way(core)).await,
        Judged::Ask { target, rule } => {
            let previewable = match pipeline::contained(core, &target) {
                Contained::Yes => Previewable::Yes,
                Contained::No(_) => Previewable::No,
            };
            let asked = Asked {
                id: call.id,
                caller: call.caller.name,
                parent: call.parent,
                triggered: call.triggered,
                telemetry: call.telemetry,
                target: *target,
                rule,
                previewable,
            };
            store_pending(core, chat, place, asked).await
        }
    }
}

/// The way that calls of running tools go.
struct EngineWay(Arc<Core>);

#[async_trait]
impl pipeline::Way for EngineWay {
    async fn call(&self, asked: Call, chat: ChatId) -> Result<CallRecord, CallError> {
        call(&self.0, asked, chat).await
    }

    async fn ended(&self, id: CallId) -> Result<CallRecord, CallError> {
        pending::ended(&self.0, id).await?.ok_or(CallError::NotPending)
    }

    async fn ask(
        &self,
        worker: &ToolName,
        chat: ChatId,
        said: &[Said],
        pieces: &mut dyn Pieces,
    ) -> Result<Ended, ToolFailure> {
        handed::ask(&self.0, worker, chat, said, pieces).await
    }

    async fn told(&self, name: &str, call: &CallRecord) -> Told {
        handed::told(&self.0, name, call).await
    }
}

fn way(core: &Arc<Core>) -> Arc<dyn pipeline::Way> {
    Arc::new(EngineWay(Arc::clone(core)))
}

/// A call that a person must see first.
struct Asked {
    id: Option<CallId>,
    caller: String,
    parent: Option<CallId>,
    triggered: Option<Triggered>,
    telemetry: Telemetry,
    target: Target,
    rule: String,
    previewable: Previewable,
}

async fn store_pending(
    core: &Core,
    chat: ChatId,
    place: Place,
    asked: Asked,
) -> Result<CallRecord, CallError> {
    let turn = core.turns.take(chat).await;
    let chat = core.store.chat(chat).await?.ok_or(CallError::NoChat(chat))?;
    let (_turn, chat, message) = match place {
        Place::On(message) => {
            let found = core.store.message(message).await?.filter(|found| found.chat == chat.id);
            (turn, chat, Some(found.ok_or(CallError::NoMessage(message))?.id))
        }
        Place::BelowLeaf => (turn, chat, None),
        Place::Branch(fork) => {
            let (turn, chat) = leaf::stand_at(core, turn, chat, fork).await?;
            (turn, chat, None)
        }
    };
    let fingerprint = asked.target.resolved.fingerprint.clone();
    let record = pending_record(asked, chat.id, message);
    let write = core.store.write().await?;
    if message.is_none() {
        let parent = chat.active_leaf;
        let message = MessageRecord { manifest: chat.active_manifest, ..pipeline::carrier(&record, parent) };
        write.add_message(&message).await?;
        write.set_leaf(chat.id, Some(message.id)).await?;
    }
    write.add_call(&record, &fingerprint).await?;
    write.commit().await?;
    if message.is_none() {
        core.events.publish(EventKind::MessageAdded { chat: record.chat, message: record.message });
    }
    core.events.publish(EventKind::CallPending {
        call: record.id,
        chat: record.chat,
        tool: record.tool.clone(),
        rule: record.rule.clone(),
    });
    Ok(record)
}

fn pending_record(asked: Asked, chat: ChatId, message: Option<MessageId>) -> CallRecord {
    CallRecord {
        id: asked.id.unwrap_or_else(clock::fresh),
        chat,
        message: message.unwrap_or_else(clock::fresh),
        tool: asked.target.resolved.tool,
        toolset: asked.target.entry.row.toolset.clone(),
        provider: Some(asked.target.resolved.provider),
        args: asked.target.resolved.args,
        status: CallStatus::Pending,
        result: None,
        error: None,
        render_plan: None,
        log: None,
        caller: asked.caller,
        worker: asked.target.worker.map(|record| record.worker.name.clone()),
        parent: asked.parent,
        triggered_by: asked.triggered.as_ref().map(|triggered| triggered.by),
        prompt: asked.triggered.map(|triggered| triggered.prompt),
        asked_because: Some(asked.rule.clone()),
        telemetry: asked.telemetry,
        rule: asked.rule,
        created_at: clock::now(),
        started_at: None,
        finished_at: None,
        pre_manifest: None,
        post_manifest: None,
        changes: Changes::default(),
        warnings: Vec::new(),
        previewable: asked.previewable,
        effect: None,
    }
}

/// A person's yes.
#[derive(Debug, Clone, Copy)]
pub struct Yes<'a> {
    /// The person, by the name of their token.
    pub by: &'a str,
    /// How far it reaches.
    pub reach: Reach,
}

/// A person says yes: the call runs, if it is still the one they were asked about.
///
/// `line` is the way back to whoever called, where they wait for it.
pub(crate) async fn approve(
    core: &Arc<Core>,
    id: CallId,
    yes: Yes<'_>,
    line: Option<Arc<dyn CallerLine>>,
) -> Result<CallRecord, ApproveError> {
    let (call, asked) = pending::find(core, id).await?;
    let target = pipeline::resolve_again(core, &call).await?;
    let permit = policy::approve(&target.resolved, &asked, house_policy::kill_switch(core), yes.by)?;
    core.trials.stop(id);
    grants::remember(core, &target.resolved, call.chat, yes.reach, yes.by).await?;
    let admitted = pipeline::admit_approved(&call, target, permit, line);
    Ok(pipeline::run(core, admitted, way(core)).await?)
}

/// A person says no.
pub(crate) async fn deny(
    core: &Core,
    id: CallId,
    by: &str,
    reason: Option<&str>,
) -> Result<CallRecord, ApproveError> {
    let message = match reason.map(str::trim).filter(|reason| !reason.is_empty()) {
        Some(reason) => format!("{by} denied this call: {reason}"),
        None => format!("{by} denied this call"),
    };
    end_pending(core, id, ToolFailure::new(FailureKind::Denied, message)).await
}

/// Stops a call that waits or runs. Gives back its record once its end is written down.
pub(crate) async fn cancel(core: &Core, id: CallId, by: &str) -> Result<CallRecord, ApproveError> {
    if let Some(running) = core.running.get(id) {
        running.cancel.cancel();
        running.done.cancelled().await;
        let (call, _) = core.store.call(id).await?.ok_or(NotPending::NoCall(id))?;
        return Ok(call);
    }
    let failure = ToolFailure::new(FailureKind::Cancelled, format!("{by} cancelled this call"));
    end_pending(core, id, failure).await
}

async fn end_pending(core: &Core, id: CallId, failure: ToolFailure) -> Result<CallRecord, ApproveError> {
    let (call, _) = pending::find(core, id).await?;
    let plan = RenderPlan::error(failure.message.clone(), None);
    let finished = Finished {
        result: Err(failure),
        render_plan: serde_json::to_value(&plan).ok(),
        log: String::new(),
        started_at: None,
        finished_at: clock::now(),
        post_manifest: None,
        changes: Changes::default(),
        warnings: Vec::new(),
    };
    let write = core.store.write().await?;
    match write.call_status(id).await? {
        Some(CallStatus::Pending) => {}
        Some(status) => return Err(NotPending::Is(status).into()),
        None => return Err(NotPending::NoCall(id).into()),
    }
    write.drop_effect(id).await?;
    write.finish_call(id, &finished).await?;
    write.commit().await?;
    core.trials.stop(id);
    prompts::announce(core, &call, None);
    core.events.publish(EventKind::CallFinished {
        call: id,
        chat: call.chat,
        tool: call.tool.clone(),
        status: CallStatus::Error.as_str(),
    });
    let (call, _) = core.store.call(id).await?.ok_or(NotPending::NoCall(id))?;
    Ok(call)
}
