//! A reply from its beginning, or from where it stopped, to its end.

use std::sync::Arc;
use std::time::Duration;

use pegboard_model::inference::EndReason;
use pegboard_model::reply::{Next, Reply, ReplyStatus};
use tokio_util::sync::CancellationToken;

use crate::clock;
use crate::core::Core;
use crate::live_replies::{LiveReply, Place, ReplyEnd, ReplyEvent};
use crate::models;
use crate::record::ReplyRecord;
use crate::replies::budget::Budget;
use crate::replies::call::{decide, make};
use crate::replies::error::Cut;
use crate::replies::keep::{announce, keep};
use crate::replies::request::Decision;
use crate::replies::standing::{comes_next, not_begun};
use crate::replies::step::{asked_tool, step};
use crate::store::StoreError;

/// Writes a reply; how it stands then. `before` is how it stood.
pub(super) async fn run(
    core: &Arc<Core>,
    place: Place,
    mut record: ReplyRecord,
    before: ReplyStatus,
    decisions: Vec<Decision>,
) -> ReplyStatus {
    let budget = Budget::of(core, &record);
    let seconds = budget.seconds();
    let out_of_time = CancellationToken::new();
    let clock = tokio::spawn(ring(Arc::clone(place.live()), out_of_time.clone(), seconds));
    let outcome = Box::pin(write(core, place.live(), &mut record, before, decisions, budget)).await;
    clock.abort();
    (record.status, record.error) = match outcome {
        Ok(status) => (status, None),
        Err(Cut::Stopped) if out_of_time.is_cancelled() => {
            (ReplyStatus::Failed, Some(Cut::Time(seconds).to_string()))
        }
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

/// Tells again of the calls that were asked for and have not begun: whoever follows from here on may not know of them.
async fn retell(core: &Core, live: &LiveReply, reply: &Reply) -> Result<(), StoreError> {
    let registry = core.registry.current();
    for asked in not_begun(core, reply).await? {
        let tool = asked_tool(&registry, &asked.asked.name);
        live.tell(ReplyEvent::Asked { call: asked.call_id, tool, asked: asked.asked });
    }
    Ok(())
}

/// Stops a reply that takes longer than it may.
async fn ring(live: Arc<LiveReply>, out_of_time: CancellationToken, seconds: u32) {
    tokio::time::sleep(Duration::from_secs(seconds.into())).await;
    out_of_time.cancel();
    live.ask_to_stop();
}

async fn write(
    core: &Arc<Core>,
    live: &Arc<LiveReply>,
    record: &mut ReplyRecord,
    before: ReplyStatus,
    decisions: Vec<Decision>,
    mut budget: Budget,
) -> Result<ReplyStatus, Cut> {
    let message = core.store.message(record.message).await?;
    let mut reply = message.map(|message| Reply::read(&message.content)).unwrap_or_default();
    if before != ReplyStatus::Waiting {
        reply.drop_cut_step();
        retell(core, live, &reply).await?;
    }
    for decision in decisions {
        decide(core, live, &reply, decision).await?;
    }
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
            Next::Call(together) => Box::pin(make(core, live, record, &mut reply, &together)).await?,
            Next::Ask => {
                budget.step(record.usage)?;
                let access = models::access_of(core, record.model.as_ref(), record.worker.as_ref()).await?;
                match step(core, live, record, &mut reply, &access, &mut budget).await? {
                    EndReason::Done => {}
                    EndReason::Length => return Err(Cut::Length),
                    EndReason::Filtered => return Err(Cut::Filtered),
                }
            }
        }
    }
}
