//! What a pending call would do: tried out in a copy of the workspace, seen by a person, and then taken over as it is.
//!
//! Invariant: a trial changes nothing but the row that tells of it. What becomes the commit when somebody says yes is the
//! very state that they saw, and only while the workspace is what the trial began with; nothing runs a second time.

mod adopt;
mod copied_path;
mod copy;
mod error;
mod stand;
mod trial;

use std::sync::Arc;

use pegboard_model::ids::CallId;
use pegboard_model::policy::{self, TrialPermit};

use crate::core::Core;
use crate::pending::{self, NotPending};
use crate::pipeline::{self, CallError};
use crate::policy as house_policy;
use crate::record::CallRecord;

pub use error::PreviewCallError;

pub(crate) use adopt::adopt;
pub(crate) use copy::sweep;

/// Tries a pending call out and keeps what it would do, in place of what a trial before it did.
///
/// Dropping this stops the trial, and nothing is kept.
pub(crate) async fn preview(core: &Arc<Core>, id: CallId) -> Result<CallRecord, PreviewCallError> {
    if core.closing.is_cancelled() {
        return Err(CallError::Closing.into());
    }
    let (call, asked) = pending::find(core, id).await?;
    let target = pipeline::resolve_again(core, &call).await?;
    let contained = pipeline::contained(core, &target);
    let permit: TrialPermit =
        policy::try_out(&target.resolved, &asked, house_policy::kill_switch(core), contained)?;
    let stop = core.halting.child_token();
    let _when_dropped = stop.clone().drop_guard();
    let worker = Arc::clone(core);
    let trial = trial::Trial { call, target, permit, stop };
    core.tasks.spawn(async move { trial::run(&worker, trial).await }).await??;
    let (call, _) = core.store.call(id).await?.ok_or(NotPending::NoCall(id))?;
    Ok(call)
}
