//! A person says yes to what they saw: it becomes the commit.

use pegboard_model::call::CallStatus;
use pegboard_model::ids::{CallId, ManifestId};
use pegboard_model::policy::{self, Permit};

use crate::aftermath::Aftermath;
use crate::approvals::{ApproveError, Yes};
use crate::core::Core;
use crate::desk::Head;
use crate::effects::stand::{self, Stand};
use crate::events::EventKind;
use crate::grants;
use crate::leaf;
use crate::pending::{self, NotPending};
use crate::pipeline::{self, CallError, Looks, Target};
use crate::policy as house_policy;
use crate::record::{CallRecord, ChatRecord, EffectRecord};
use crate::settle::{Settled, check_out, load_head, settle};
use crate::store::{Finished, Started};
use crate::turns::Turn;

/// Ends a pending call with what its trial did, `seen` being the state that the person saw. Nothing runs.
pub(crate) async fn adopt(
    core: &Core,
    id: CallId,
    seen: ManifestId,
    yes: Yes<'_>,
) -> Result<CallRecord, ApproveError> {
    let (call, asked) = pending::find(core, id).await?;
    let target = pipeline::resolve_again(core, &call).await?;
    let permit = policy::approve(&target.resolved, &asked, house_policy::kill_switch(core), yes.by)?;
    let effect = call.effect.clone().filter(|effect| effect.manifest == seen);
    let effect = effect.ok_or(ApproveError::EffectStale)?;
    if effect.error.is_some() {
        return Err(ApproveError::EffectFailed);
    }
    core.trials.stop(id);
    let resolved = target.resolved.clone();
    let adoption = Adoption { call, effect, target, permit };
    let (turn, chat, settled) = stand_at_base(core, &adoption).await?;
    take_over(core, turn, &chat, settled, adoption).await?;
    grants::remember(core, &resolved, chat.id, yes.reach, yes.by).await?;
    let (call, _) = core.store.call(id).await?.ok_or(NotPending::NoCall(id))?;
    Ok(call)
}

struct Adoption {
    call: CallRecord,
    effect: EffectRecord,
    target: Target,
    /// Nothing runs by it; it proves that the tool is the one that was asked about, and that nobody forbade it since.
    permit: Permit,
}

/// Brings the chat to where the trial began, if what is there is still what the trial began with.
async fn stand_at_base(
    core: &Core,
    adoption: &Adoption,
) -> Result<(Turn, ChatRecord, Settled), ApproveError> {
    let call = &adoption.call;
    let base = load_head(core, adoption.effect.base).await.map_err(CallError::from)?;
    let same = |head: &Head| head.id == base.id || *head.manifest == *base.manifest;
    let turn = core.turns.take(call.chat).await;
    let chat = core.store.chat(call.chat).await?.ok_or(CallError::NoChat(call.chat))?;
    let (turn, stand) = stand::find(core, turn, &chat, call.message).await?;
    if !same(stand.head()) {
        return Err(ApproveError::EffectStale);
    }
    match stand {
        Stand::Here(settled) => Ok((turn, chat, settled)),
        Stand::Elsewhere(_) => {
            let moved = leaf::go_to(core, turn, chat, call.message).await;
            let (turn, chat) = moved.map_err(CallError::from)?;
            let (turn, settled) = settle(core, turn, &chat).await.map_err(CallError::from)?;
            if same(&settled.head) { Ok((turn, chat, settled)) } else { Err(ApproveError::EffectStale) }
        }
    }
}

/// Writes everything down at once, then gives the folder its state; a crash between is mended at the next start.
async fn take_over(
    core: &Core,
    mut turn: Turn,
    chat: &ChatRecord,
    settled: Settled,
    adoption: Adoption,
) -> Result<(), ApproveError> {
    let Adoption { call, effect, target, permit } = adoption;
    let seen = effect.manifest;
    let after = load_head(core, Some(seen)).await.map_err(CallError::from)?;
    let changed = *after.manifest != *settled.head.manifest;
    let post = if changed { after.id } else { settled.head.id };
    let rule = format!("{}, who saw what it does", permit.rule().as_str());
    let asked_because = Some(call.rule.clone());
    let started =
        Started { rule, asked_because, started_at: effect.started_at, pre_manifest: settled.head.id };
    let workspace = turn.desk().workspace().to_string_lossy().into_owned();
    let finished = finished(&call, effect, &Looks::of(&target.entry), &workspace, post);

    let aftermath = Aftermath::of_call(&call, &finished.result);
    let write = core.store.write().await?;
    if write.call_status(call.id).await? != Some(CallStatus::Pending) {
        return Err(CallError::NotPending.into());
    }
    // A trial that ended since has put another effect in the place of the one that was seen.
    if write.effect_manifest(call.id).await? != Some(seen) {
        return Err(ApproveError::EffectStale);
    }
    if changed {
        write.adopt_manifest(seen).await?;
    }
    write.drop_effect(call.id).await?;
    settled.add(&write, chat).await?;
    write.start_call(call.id, &started).await?;
    write.finish_call(call.id, &finished).await?;
    aftermath.add(&write).await?;
    if changed {
        if let Some(leaf) = chat.active_leaf {
            write.set_message_manifest(leaf, post).await?;
        }
        write.begin_checkout(chat.id, post).await?;
    }
    write.commit().await?;

    aftermath.announce(core, &call);
    let status = CallStatus::Success.as_str();
    core.events.publish(EventKind::CallFinished { call: call.id, chat: chat.id, tool: call.tool, status });
    if changed {
        check_out(core, turn, after).await.map_err(CallError::from)?;
    } else {
        turn.desk_mut().set_head(settled.head);
    }
    Ok(())
}

fn finished(
    call: &CallRecord,
    effect: EffectRecord,
    looks: &Looks,
    workspace: &str,
    post_manifest: Option<ManifestId>,
) -> Finished {
    let result = Ok(effect.result.unwrap_or_default());
    let plan = pipeline::render_plan(call, &result, looks, workspace);
    Finished {
        render_plan: serde_json::to_value(&plan).ok(),
        result,
        log: effect.log.unwrap_or_default(),
        started_at: Some(effect.started_at),
        finished_at: effect.previewed_at,
        post_manifest,
        changes: effect.changes,
        warnings: effect.warnings,
    }
}
