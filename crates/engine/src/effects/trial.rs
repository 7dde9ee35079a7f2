//! A trial: a copy is made, the tool runs in it without a network, what it left there is recorded, the copy goes.

use std::sync::Arc;

use pegboard_model::call::{CallStatus, FailureKind, Outcome, ToolFailure};
use pegboard_model::policy::TrialPermit;
use pegboard_model::provider::{Host, Job, Network};
use pegboard_model::time::Timestamp;
use tokio_util::sync::CancellationToken;

use crate::clock;
use crate::core::{Core, NoPlace};
use crate::desk::{self, Head, Seen};
use crate::effects::copied_path::replaced;
use crate::effects::copy;
use crate::effects::error::PreviewCallError;
use crate::effects::stand::{self, Stand};
use crate::events::EventKind;
use crate::layout;
use crate::limits::TRIALS_MAX;
use crate::oversize;
use crate::pending::NotPending;
use crate::pipeline::{CallError, Target, settings};
use crate::record::{CallRecord, EffectRecord, ManifestRecord, ManifestSource};
use crate::said::Said;
use crate::settle::{NewManifest, SettleError};
use crate::text::storable;
use crate::turns::Turn;

/// A call that may be tried out.
pub(super) struct Trial {
    pub(super) call: CallRecord,
    pub(super) target: Target,
    pub(super) permit: TrialPermit,
    /// Fires when nobody wants it any more.
    pub(super) stop: CancellationToken,
}

/// Tries a call out and keeps what it would do.
pub(super) async fn run(core: &Core, trial: Trial) -> Result<(), PreviewCallError> {
    let Trial { call, target, permit, stop } = trial;
    let place = core.trials.enter_within(TRIALS_MAX, call.id, stop.clone());
    let _place = place.map_err(|none| match none {
        NoPlace::Taken => PreviewCallError::UnderWay,
        NoPlace::Full => PreviewCallError::Busy,
    })?;
    let base = base(core, &call).await?;
    let done = match copy::make(core, call.id, call.chat, &base).await {
        Ok(turn) => in_copy(core, turn, &call, &base, (target, permit), &stop).await,
        Err(error) => Err(error),
    };
    let done = match done {
        Ok(done) if !stop.is_cancelled() => keep(core, &call, &base, done).await,
        Ok(_) => Err(PreviewCallError::Stopped),
        Err(error) => Err(error),
    };
    copy::discard(core, call.id).await;
    done
}

/// The state that the call would begin with. The chat waits no longer than it takes to look at its folder.
async fn base(core: &Core, call: &CallRecord) -> Result<Head, PreviewCallError> {
    let turn = core.turns.take(call.chat).await;
    let chat = core.store.chat(call.chat).await?.ok_or(CallError::NoChat(call.chat))?;
    let (mut turn, stand) = stand::find(core, turn, &chat, call.message).await?;
    if let Stand::Here(settled) = &stand
        && settled.edit.is_some()
    {
        let write = core.store.write().await?;
        settled.add(&write, &chat).await?;
        write.commit().await?;
        turn.desk_mut().set_head(settled.head.clone());
        let manifest = settled.head.id;
        core.events.publish(EventKind::WorkspaceChanged { chat: chat.id, manifest });
    }
    Ok(stand.head().clone())
}

/// What a trial came to.
struct Done {
    outcome: Outcome,
    seen: Seen,
    started_at: Timestamp,
}

async fn in_copy(
    core: &Core,
    turn: Turn,
    call: &CallRecord,
    base: &Head,
    (target, permit): (Target, TrialPermit),
    stop: &CancellationToken,
) -> Result<Done, PreviewCallError> {
    let copy = turn.desk().workspace().to_owned();
    let started_at = clock::now();
    let provider = target.entry.provider();
    let settings = settings(core, &target.entry).await;
    let said = Said::new(core.secrets.scrubber(&target.bundle.toolset));
    let job = |settings| Job {
        settings,
        call: call.id,
        chat: call.chat,
        limits: target.entry.run_limits(core.limits.run),
        resolved: target.resolved,
        bundle: Arc::clone(&target.bundle),
        workspace: copy.clone(),
        network: Network::Closed,
        container: target.entry.container_call(&call.telemetry),
    };
    let outcome = match (core.providers.get(provider), settings) {
        (Some(provider), Ok(settings)) => {
            said.outcome(provider.run(permit.into_closed(), job(settings), &Unheard(stop.clone())).await)
        }
        (Some(_), Err(failure)) => Outcome::failed(failure),
        (None, _) => {
            Outcome::failed(ToolFailure::new(FailureKind::Unavailable, "this server has no such tools"))
        }
    };
    let workspace = layout::workspace(&core.data, call.chat);
    let outcome = replaced(outcome, &copy.to_string_lossy(), &workspace.to_string_lossy());
    let Outcome { result, log } = outcome;
    let limit = core.limits.inline_result_bytes;
    let (turn, result) =
        oversize::shelve(turn, call.id, result, limit).await.map_err(PreviewCallError::Copy)?;
    let base = Arc::clone(&base.manifest);
    let looked = turn.work(move |desk| desk.look(&base)).await.map_err(SettleError::from);
    let (_turn, seen) = looked.map_err(PreviewCallError::Copy)?;
    let seen = seen.map_err(|error| PreviewCallError::Copy(error.into()))?;
    Ok(Done { outcome: Outcome { result, log }, seen, started_at })
}

async fn keep(core: &Core, call: &CallRecord, base: &Head, done: Done) -> Result<(), PreviewCallError> {
    let Done { outcome, seen, started_at } = done;
    let previewed_at = clock::now();
    let record = ManifestRecord {
        id: clock::fresh(),
        chat: call.chat,
        parent: base.id,
        created_at: previewed_at,
        source: ManifestSource::Preview,
        source_ref: Some(call.id.to_string()),
    };
    let (result, error) = match outcome.result {
        Ok(value) => (Some(value), None),
        Err(failure) => (None, Some(failure)),
    };
    let effect = EffectRecord {
        manifest: record.id,
        base: base.id,
        changes: desk::changes(&base.manifest, &seen.manifest),
        result,
        error,
        log: Some(storable(&outcome.log)).filter(|log| !log.is_empty()),
        warnings: seen.notices,
        started_at,
        previewed_at,
    };
    let write = core.store.write().await?;
    match write.call_status(call.id).await? {
        Some(CallStatus::Pending) => {}
        Some(_) => return Err(PreviewCallError::Stopped),
        None => return Err(NotPending::NoCall(call.id).into()),
    }
    write.drop_effect(call.id).await?;
    NewManifest { record, manifest: seen.manifest }.add(&write).await?;
    write.add_effect(call.id, &effect).await?;
    write.commit().await?;
    core.events.publish(EventKind::CallPreviewed { call: call.id, chat: call.chat });
    Ok(())
}

/// What the provider sees of the engine: nobody listens, and nobody can be asked back.
struct Unheard(CancellationToken);

impl Host for Unheard {
    fn cancelled(&self) -> CancellationToken {
        self.0.clone()
    }

    fn log(&self, _text: &str) {}
}
