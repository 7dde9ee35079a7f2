//! Looks what is due, and sleeps until something may be.

use std::sync::Arc;
use std::time::Duration;

use pegboard_model::call::CallStatus;
use pegboard_model::ids::{CallId, ChatId};
use pegboard_model::time::Timestamp;

use crate::clock;
use crate::core::Core;
use crate::events::EventKind;
use crate::limits::CALL_TIME_MAX;
use crate::record::ScheduleRow;
use crate::schedules::defined::{Defined, blank, declared, defined};
use crate::schedules::run::{Run, carry_out, chat_of};
use crate::store::{Claim, StoreError};

/// How long a claimed run may stay without a call before another server may begin it.
const CLAIM: Duration = Duration::from_secs(60);
/// The longest sleep while there are schedules: clocks are set, and machines are put to sleep.
const LOOK_AT_LEAST: Duration = Duration::from_secs(60);
/// The same where other servers may change schedules or end runs.
const LOOK_AT_LEAST_SHARED: Duration = Duration::from_secs(15);
/// And while there is none.
const LOOK_FOR_NONE: Duration = Duration::from_secs(60 * 60);
/// After the database failed.
const RETRY: Duration = Duration::from_secs(5);
/// A call that is said to run for so much longer than its tool may belongs to a server that is gone: the time limit does not hold for
/// images and environments that are made first.
const LOST_BEYOND: Duration = Duration::from_secs(60 * 60);

/// Looks after the schedules until the house closes.
pub(crate) fn begin(core: &Arc<Core>) {
    let core = Arc::clone(core);
    let tasks = core.tasks.clone();
    tasks.spawn(async move {
        while !core.closing.is_cancelled() {
            let rest = match look(&core).await {
                Ok(rest) => rest,
                Err(error) => {
                    tracing::warn!(?error, "the schedules could not be read; they are tried again");
                    RETRY
                }
            };
            tokio::select! {
                () = core.closing.cancelled() => {}
                () = core.scheduling.told() => {}
                () = tokio::time::sleep(rest) => {}
            }
        }
    });
}

/// Begins what is due. Gives back how long nothing will be.
async fn look(core: &Arc<Core>) -> Result<Duration, StoreError> {
    bring_declared(core).await?;
    let rows = core.store.schedules().await?;
    let most = match (rows.is_empty(), core.store.is_shared()) {
        (_, true) => LOOK_AT_LEAST_SHARED,
        (true, false) => LOOK_FOR_NONE,
        (false, false) => LOOK_AT_LEAST,
    };
    let mut next: Option<Timestamp> = None;
    for row in rows {
        let again = look_at(core, row).await?;
        next = [next, again].into_iter().flatten().min();
    }
    let until = next.map(|next| next.millis_since(clock::now()).max(0));
    let until = until.and_then(|millis| u64::try_from(millis).ok()).map(Duration::from_millis);
    Ok(until.map_or(most, |until| until.min(most)))
}

/// Gives every tool a row whose manifest says when it runs. A manifest that says otherwise than before, and sooner, counts at once.
async fn bring_declared(core: &Core) -> Result<(), StoreError> {
    let registry = core.registry.current();
    for entry in registry.tools().filter(|entry| declared(entry).is_some()) {
        let before = core.store.schedule(&entry.row.id).await?;
        let row = before.clone().unwrap_or_else(|| blank(entry));
        let Some(defined) = defined(Some(entry), &row) else { continue };
        let next = defined.schedule.next_after(clock::now());
        let is_sooner = row.next_run_at.zip(next).is_some_and(|(kept, next)| next < kept);
        let counts_at_once = is_sooner && row.schedule.is_none() && row.claimed_until.is_none();
        if before.is_some() && !counts_at_once {
            continue;
        }
        let row = ScheduleRow { next_run_at: next, ..row };
        let write = core.store.write().await?;
        match before {
            None => write.bring_schedule(&row).await?,
            Some(_) => write.put_schedule(&row).await?,
        }
        write.commit().await?;
        core.events.publish(EventKind::ScheduleChanged { tool: row.tool });
    }
    Ok(())
}

/// How the run that a row names stands.
enum Standing {
    /// There is none under way.
    Free,
    /// Somebody sees to it, until then or its end.
    Busy(Option<Timestamp>),
    /// It was claimed and did not begin in time.
    Abandoned { call: CallId, claimed_until: Timestamp },
}

/// Begins one tool's run if it is due. Gives back when to look again.
async fn look_at(core: &Arc<Core>, row: ScheduleRow) -> Result<Option<Timestamp>, StoreError> {
    let now = clock::now();
    let due = row.next_run_at.filter(|_| row.enabled);
    if row.claimed_until.is_none() && due.is_none_or(|due| due > now) {
        return Ok(due);
    }
    let registry = core.registry.current();
    let entry = registry.tool(&row.tool.to_string());
    let Some(defined) = defined(entry.map(AsRef::as_ref), &row) else { return Ok(None) };
    let name = entry.map_or_else(|| row.tool.to_string(), |entry| entry.display_name().to_owned());
    let longest = entry.map_or(CALL_TIME_MAX, |entry| entry.run_limits(core.limits.run).timeout);
    match standing(core, &row, now, longest + LOST_BEYOND).await? {
        Standing::Busy(until) => Ok(until),
        Standing::Abandoned { call, claimed_until } => {
            let chat = chat_of(core, &row.tool, &name).await?;
            take_over(core, row, defined, (call, chat), [claimed_until, later(now, CLAIM)]).await?;
            Ok(None)
        }
        Standing::Free => match due {
            Some(due) if due <= now => {
                let chat = chat_of(core, &row.tool, &name).await?;
                let next = defined.schedule.next_after(now);
                let (call, until) = (clock::fresh(), later(now, CLAIM));
                let claim = Claim { call, due, next, now, until, chat };
                if core.store.claim(&row.tool, &claim).await? {
                    core.events.publish(EventKind::ScheduleChanged { tool: row.tool.clone() });
                    carry_out(core, Run { tool: row.tool, call, chat, defined });
                }
                Ok(next)
            }
            due => Ok(due),
        },
    }
}

async fn take_over(
    core: &Arc<Core>,
    row: ScheduleRow,
    defined: Defined,
    (call, chat): (CallId, ChatId),
    claim: [Timestamp; 2],
) -> Result<(), StoreError> {
    if core.store.reclaim(&row.tool, call, claim, chat).await? {
        tracing::info!(tool = %row.tool, %call, "a scheduled run that did not begin is taken over");
        carry_out(core, Run { tool: row.tool, call, chat, defined });
    }
    Ok(())
}

/// A call is taken for lost that has run for longer than `longest`.
async fn standing(
    core: &Core,
    row: &ScheduleRow,
    now: Timestamp,
    longest: Duration,
) -> Result<Standing, StoreError> {
    let Some(call) = row.last_call else { return Ok(Standing::Free) };
    let is_lost = |since: Timestamp| now.millis_since(since) > millis(longest);
    Ok(match (core.store.call_standing(call).await?, row.claimed_until) {
        (Some((CallStatus::Pending, _)), _) => Standing::Busy(None),
        (Some((CallStatus::Running, since)), _) if !since.is_some_and(is_lost) => Standing::Busy(None),
        (Some(_), Some(_)) => {
            core.store.run_is_recorded(&row.tool, call).await?;
            Standing::Free
        }
        (Some(_) | None, None) => Standing::Free,
        (None, Some(_)) if core.scheduling.has(call) => Standing::Busy(None),
        (None, Some(until)) if until > now => Standing::Busy(Some(until)),
        (None, Some(claimed_until)) => Standing::Abandoned { call, claimed_until },
    })
}

fn later(now: Timestamp, by: Duration) -> Timestamp {
    Timestamp::from_unix_millis(now.unix_millis().saturating_add(millis(by))).unwrap_or(now)
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
