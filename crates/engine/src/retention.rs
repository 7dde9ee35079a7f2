//! How long records are kept, and the sweep that removes older ones.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::core::Core;
use crate::outcomes::days_ago;
use crate::store::StoreError;

/// The longest time that can be asked for.
pub const DAYS_MAX: u32 = 36_500;
/// The setting that says it.
const SETTING: &str = "retention";
/// How long the sweep rests.
const REST: Duration = Duration::from_secs(60 * 60);
/// And between two statements, so that others get to write.
const BREATH: Duration = Duration::from_millis(20);

/// How long records are kept; `None` is for ever.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retention {
    pub calls_days: Option<u32>,
    pub outcomes_days: Option<u32>,
}

/// Why the setting stays as it is.
#[derive(Debug, thiserror::Error)]
pub enum RetentionError {
    #[error("records are kept between 1 and {DAYS_MAX} days, or for ever (null)")]
    Days,
    #[error(transparent)]
    Store(#[from] StoreError),
}

pub(crate) async fn get(core: &Core) -> Result<Retention, StoreError> {
    let text = core.store.setting(SETTING).await?;
    let damaged =
        |error: serde_json::Error| StoreError::Damaged { table: "settings", what: error.to_string() };
    text.map_or(Ok(Retention::default()), |text| serde_json::from_str(&text).map_err(damaged))
}

/// Sets it, and sweeps soon after.
pub(crate) async fn set(core: &Core, retention: Retention) -> Result<Retention, RetentionError> {
    let holds = |days: Option<u32>| days.is_none_or(|days| (1..=DAYS_MAX).contains(&days));
    if !holds(retention.calls_days) || !holds(retention.outcomes_days) {
        return Err(RetentionError::Days);
    }
    let text = serde_json::to_string(&retention).unwrap_or_default();
    let write = core.store.write().await?;
    write.set_setting(SETTING, &text).await?;
    write.commit().await?;
    core.sweeps.notify_one();
    Ok(retention)
}

/// Sweeps from time to time until the house closes.
pub(crate) fn begin(core: &Arc<Core>) {
    let swept = Arc::clone(core);
    core.tasks.spawn(async move {
        loop {
            if let Err(error) = sweep(&swept).await {
                tracing::warn!(?error, "old records could not be removed; they are tried again");
            }
            tokio::select! {
                () = swept.closing.cancelled() => break,
                () = swept.sweeps.notified() => {}
                () = tokio::time::sleep(REST) => {}
            }
        }
    });
}

async fn sweep(core: &Core) -> Result<(), StoreError> {
    let retention = get(core).await?;
    let (mut calls, mut outcomes) = (0, 0);
    if let Some(days) = retention.calls_days {
        let before = days_ago(days.into());
        loop {
            match core.store.remove_calls(before).await? {
                0 => break,
                gone => calls += gone,
            }
            breathe(core).await;
        }
    }
    if let Some(days) = retention.outcomes_days {
        let before = days_ago(days.into());
        loop {
            match core.store.remove_outcomes(before).await? {
                0 => break,
                gone => outcomes += gone,
            }
            breathe(core).await;
        }
    }
    if calls + outcomes > 0 {
        tracing::info!(calls, outcomes, "removed records that were older than they are kept");
    }
    Ok(())
}

/// Makes room for others between two statements.
async fn breathe(core: &Core) {
    tokio::select! {
        () = core.closing.cancelled() => {}
        () = tokio::time::sleep(BREATH) => {}
    }
}

#[cfg(test)]
mod tests;
