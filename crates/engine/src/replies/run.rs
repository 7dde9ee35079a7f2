//! A reply from its beginning, or from where it stopped, to its end.

use std::sync::Arc;

use pegboard_model::inference::EndReason;
use pegboard_model::reply::{Next, Reply, ReplyStatus, STEPS_MAX};

use crate::clock;
use crate::core::Core;
use crate::live_replies::{LiveReply, Place, ReplyEnd};
use crate::record::ReplyRecord;
use crate::replies::call::{decide, make};
use crate::replies::error::Cut;
use crate::replies::keep::{announce, keep};
use crate::replies::prompt;
use crate::replies::request::Decision;
use crate::replies::standing::comes_next;
use crate::replies::step::step;

/// Writes a reply; how it stands then. `before` is how it stood.
pub(super) async fn run(
    core: &Arc<Core>,
    place: Place,
    mut record: ReplyRecord,
    before: ReplyStatus,
    decisions: Vec<Decision>,
) -> ReplyStatus {
    let outcome = Box::pin(write(core, place.live(), &mut record, before, decisions)).await;
    (record.status, record.error) = match outcome {
        Ok(status) => (status, None),
        Err(Cut::Stopped) => (ReplyStatus::Stopped, None),
        Err(Cut::Closing) => (ReplyStatus::Interrupted, None),
        Err(cut) => {
            if let Cut::Store(error) = &cut {
                tracing::error!(message = %record.message, ?error, "a reply could not be written");
            }
            (ReplyStatus::Failed, Some(cut.to_string()))
        }
    };
    record.ended_at = Some(clock::now());
    if let Err(error) = keep(core, &record).await {
        tracing::error!(message = %record.message, ?error, "how a reply ended could not be kept");
    }
    place.leave(ReplyEnd { status: record.status, error: record.error.clone(), usage: record.usage });
    // Who hears of it finds the chat free.
    announce(core, &record);
    record.status
}

async fn write(
    core: &Arc<Core>,
    live: &Arc<LiveReply>,
    record: &mut ReplyRecord,
    before: ReplyStatus,
    decisions: Vec<Decision>,
) -> Result<ReplyStatus, Cut> {
    let message = core.store.message(record.message).await?;
    let mut reply = message.map(|message| Reply::read(&message.content)).unwrap_or_default();
    if before != ReplyStatus::Waiting {
        reply.drop_cut_step();
    }
    for decision in decisions {
        decide(core, live, &reply, decision).await?;
    }
    let most = STEPS_MAX.saturating_add(reply.steps().count());
    loop {
        if live.stopped().is_cancelled() {
            return Err(Cut::Stopped);
        }
        if core.closing.is_cancelled() {
            return Err(Cut::Closing);
        }
        match comes_next(core, &reply).await? {
            Next::Over => return Ok(ReplyStatus::Done),
            Next::Wait(_) => return Ok(ReplyStatus::Waiting),
            Next::Call(asked) => Box::pin(make(core, live, record, &mut reply, asked)).await?,
            Next::Ask if reply.steps().count() >= most => return Err(Cut::Steps(STEPS_MAX)),
            Next::Ask => {
                let access = crate::models::access(core, record.model.as_ref()).await?;
                let prompt = prompt::build(core, record, &reply).await?;
                match step(core, live, record, &mut reply, &access, &prompt).await? {
                    EndReason::Done => {}
                    EndReason::Length => return Err(Cut::Length),
                    EndReason::Filtered => return Err(Cut::Filtered),
                }
            }
        }
    }
}
