//! Step 5: the call's turn comes; one transaction writes it as running with the state of the workspace before it.

use std::sync::Arc;

use pegboard_model::call::{ApprovalMode, CallStatus, CallerLine};
use pegboard_model::ids::{ChatId, MessageId};
use pegboard_model::policy::Permit;
use pegboard_model::time::Timestamp;
use serde_json::json;

use crate::clock;
use crate::core::Core;
use crate::desk::Head;
use crate::events::EventKind;
use crate::leaf;
use crate::pipeline::admit::{Admitted, Entry, Place};
use crate::pipeline::company::company;
use crate::pipeline::error::CallError;
use crate::pipeline::resolve::Target;
use crate::record::{CallRecord, Changes, ChatRecord, MessageRecord, Previewable, Role};
use crate::settle::{Settled, settle};
use crate::store::Started;
use crate::turns::{Company, Turn};

/// A call that is written down as running.
pub(super) struct Begun {
    pub(super) turn: Turn,
    pub(super) chat: ChatRecord,
    /// The call's row as it stands.
    pub(super) call: CallRecord,
    /// The workspace before the call.
    pub(super) pre: Head,
    pub(super) target: Target,
    pub(super) permit: Permit,
    pub(super) line: Option<Arc<dyn CallerLine>>,
    pub(super) carrier: Carrier,
    pub(super) mode: ApprovalMode,
    pub(super) company: Company,
}

/// The message that a call hangs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Carrier {
    /// Made with the call, in the state of the workspace before it; the chat's leaf.
    New,
    /// There before.
    Older,
}

/// Waits for the chat's turn and begins the call.
pub(super) async fn begin(core: &Core, mut admitted: Admitted) -> Result<Begun, CallError> {
    let company = company(&core.registry.current(), &admitted.target.entry);
    let mut turn = its_turn(core, &admitted, company).await?;
    if core.closing.is_cancelled() {
        return Err(CallError::Closing);
    }
    let chat = row(core, &mut turn, admitted.chat).await?;
    let (turn, chat) = match admitted.place {
        // A call of the branch that the chat stands on works on what is there now, not on what was there once.
        Place::On(message) if !leaf::is_on_the_way(core, &chat, message).await? => {
            leaf::go_to(core, turn.alone().await, chat, message).await?
        }
        Place::Branch(fork) => {
            let stands = leaf::stand_at(core, turn.alone().await, chat, fork).await?;
            admitted.place = Place::BelowLeaf;
            stands
        }
        Place::On(_) | Place::BelowLeaf => (turn, chat),
    };
    let (turn, settled) = settle(core, turn, &chat).await?;
    let call = call_row(&admitted, &chat, &settled);
    let begun = Begun {
        turn,
        chat,
        call,
        pre: settled.head.clone(),
        target: admitted.target,
        permit: admitted.permit,
        line: admitted.line,
        mode: admitted.mode,
        company,
        carrier: match admitted.place {
            Place::BelowLeaf => Carrier::New,
            Place::On(_) | Place::Branch(_) => Carrier::Older,
        },
    };
    write_down(core, begun, &settled, admitted.place, admitted.entry).await
}

/// Waits for the chat's turn as long as whoever asked for the call does.
async fn its_turn(core: &Core, admitted: &Admitted, company: Company) -> Result<Turn, CallError> {
    let hung_up = admitted.line.as_ref().map(|line| line.hung_up()).unwrap_or_default();
    tokio::select! {
        biased;
        () = hung_up.cancelled() => Err(CallError::HungUp),
        turn = core.turns.take_for_call(admitted.chat, company) => Ok(turn),
    }
}

/// The chat's row, from memory where memory has it.
pub(super) async fn row(core: &Core, turn: &mut Turn, chat: ChatId) -> Result<ChatRecord, CallError> {
    match turn.desk_mut().take_row() {
        Some(row) => Ok(row),
        None => core.store.chat(chat).await?.ok_or(CallError::NoChat(chat)),
    }
}

fn call_row(admitted: &Admitted, chat: &ChatRecord, settled: &Settled) -> CallRecord {
    let message = match admitted.place {
        Place::On(message) => message,
        Place::BelowLeaf | Place::Branch(_) => clock::fresh(),
    };
    CallRecord {
        id: admitted.id,
        chat: chat.id,
        message,
        tool: admitted.target.resolved.tool.clone(),
        toolset: admitted.target.entry.row.toolset.clone(),
        provider: Some(admitted.target.resolved.provider),
        args: admitted.target.resolved.args.clone(),
        status: CallStatus::Running,
        result: None,
        error: None,
        render_plan: None,
        log: None,
        caller: admitted.caller.clone(),
        worker: admitted.target.worker.as_ref().map(|record| record.worker.name.clone()),
        parent: admitted.parent,
        triggered_by: admitted.triggered.as_ref().map(|triggered| triggered.by),
        prompt: admitted.triggered.as_ref().map(|triggered| triggered.prompt.clone()),
        telemetry: admitted.telemetry.clone(),
        rule: admitted.permit.rule().as_str().to_owned(),
        asked_because: admitted.asked_because.clone(),
        created_at: admitted.created_at,
        started_at: Some(clock::now()),
        finished_at: None,
        pre_manifest: settled.head.id,
        post_manifest: None,
        changes: Changes::default(),
        warnings: settled.notices.clone(),
        previewable: Previewable::No,
        effect: None,
    }
}

async fn write_down(
    core: &Core,
    mut begun: Begun,
    settled: &Settled,
    place: Place,
    entry: Entry,
) -> Result<Begun, CallError> {
    let call = &begun.call;
    let write = core.store.write().await?;
    if entry == Entry::Pending && write.call_status(call.id).await? != Some(CallStatus::Pending) {
        return Err(CallError::NotPending);
    }
    settled.add(&write, &begun.chat).await?;
    if matches!(place, Place::BelowLeaf) {
        write.add_message(&carrier(call, begun.chat.active_leaf)).await?;
        write.set_leaf(call.chat, Some(call.message)).await?;
    }
    match entry {
        // Nobody was told of it yet. Should the machine fail, its end is not on the disk either, and what it did to the
        // workspace is found there as an edit.
        Entry::New => {
            write.add_call(call, &begun.target.resolved.fingerprint).await?;
            write.commit_soon().await?;
        }
        // Else a loss of power might bring it back as one that waits, and it would run a second time.
        Entry::Pending => {
            write.drop_effect(call.id).await?;
            write.start_call(call.id, &started(call)).await?;
            write.commit().await?;
        }
    }
    if let Place::BelowLeaf = place {
        begun.chat.active_leaf = Some(begun.call.message);
    }
    begun.turn.desk_mut().set_head(settled.head.clone());
    announce(core, &begun.call, settled, place);
    Ok(begun)
}

fn started(call: &CallRecord) -> Started {
    let started_at: Timestamp = call.started_at.unwrap_or(call.created_at);
    Started {
        rule: call.rule.clone(),
        asked_because: call.asked_because.clone(),
        started_at,
        pre_manifest: call.pre_manifest,
    }
}

/// The message that carries a call which nobody's message asked for.
pub(crate) fn carrier(call: &CallRecord, parent: Option<MessageId>) -> MessageRecord {
    MessageRecord {
        id: call.message,
        chat: call.chat,
        parent,
        role: Role::Tool,
        content: json!([{"type": "tool-call", "call_id": call.id, "tool_id": call.tool}]),
        created_at: call.created_at,
        manifest: call.pre_manifest,
    }
}

fn announce(core: &Core, call: &CallRecord, settled: &Settled, place: Place) {
    if settled.edit.is_some() {
        core.events.publish(EventKind::WorkspaceChanged { chat: call.chat, manifest: settled.head.id });
    }
    if matches!(place, Place::BelowLeaf) {
        core.events.publish(EventKind::MessageAdded { chat: call.chat, message: call.message });
    }
    core.events.publish(EventKind::CallStarted { call: call.id, chat: call.chat, tool: call.tool.clone() });
}
