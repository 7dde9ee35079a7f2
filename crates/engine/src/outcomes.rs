//! How the calls of a tool went.

use pegboard_model::activity::percentile;
use pegboard_model::call::FailureKind;
use pegboard_model::ids::{CallId, ToolId};
use pegboard_model::time::Timestamp;

use crate::clock;
use crate::core::Core;
use crate::lookup::LookupError;
use crate::tools;

/// Failures that are shown of a tool.
pub const LAST_FAILURES: u64 = 10;
/// Calls whose times are read; the newest are taken.
pub const TIMES_READ_MAX: u64 = 10_000;
/// The span that is looked at where nobody says.
const SPAN_DAYS: i64 = 30;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// How the calls of one tool went.
#[derive(Debug, Clone)]
pub struct ToolStats {
    pub tool: ToolId,
    /// Those that ended since.
    pub calls: u64,
    pub succeeded: u64,
    /// Of those that ran; `None` when none did. What people denied says nothing of the tool.
    pub success_rate: Option<f64>,
    /// Half of those that ran took no longer.
    pub p50_ms: Option<i64>,
    /// Ninety-five of a hundred of those that ran took no longer.
    pub p95_ms: Option<i64>,
    pub mean_reward: Option<f64>,
    pub since: Timestamp,
    /// The most frequent kind first.
    pub by_failure: Vec<FailureCount>,
    /// What the tool says it may still spend, where it does.
    pub budget: Option<Budget>,
    /// Newest first, at most [`LAST_FAILURES`].
    pub last_failures: Vec<FailureShown>,
}

/// What a tool may spend.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// As its manifest says; `None` where it does not.
    pub total: Option<f64>,
    /// As its last result said; `None` before the first that did, or after a reset.
    pub remaining: Option<f64>,
    /// When that was.
    pub updated_at: Option<Timestamp>,
}

/// How many calls failed in one way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FailureCount {
    pub kind: FailureKind,
    pub count: u64,
}

/// One failure.
#[derive(Debug, Clone)]
pub struct FailureShown {
    pub call: CallId,
    pub at: Timestamp,
    pub kind: FailureKind,
    /// `None` where the call itself is not kept any more.
    pub message: Option<String>,
}

/// How the calls of a tool went since then, or in the last thirty days.
pub(crate) async fn stats(
    core: &Core,
    tool: &str,
    since: Option<Timestamp>,
) -> Result<ToolStats, LookupError> {
    let record = tools::tool(core, tool)?;
    let total = record.container.as_ref().and_then(|manifest| manifest.constraints.cost_budget);
    let tool = record.id;
    let since = since.unwrap_or_else(|| days_ago(SPAN_DAYS));
    let id = tool.to_string();
    let ended = core.store.ended(&id, since).await?;
    let mut durations = core.store.durations(&id, since, TIMES_READ_MAX).await?;
    durations.sort_unstable();
    let failures = core.store.last_failures(&id, since, LAST_FAILURES).await?;

    let kept = core.store.budget(&tool).await?;
    let budget = (total.is_some() || kept.is_some()).then(|| Budget {
        total,
        remaining: kept.map(|(remaining, _)| remaining),
        updated_at: kept.map(|(_, at)| at),
    });

    let calls: u64 = ended.iter().map(|row| row.calls).sum();
    let succeeded = ended.iter().filter(|row| row.failure.is_none()).map(|row| row.calls).sum();
    let mut by_failure: Vec<FailureCount> =
        ended.iter().filter_map(|row| Some(FailureCount { kind: row.failure?, count: row.calls })).collect();
    by_failure.sort_by_key(|row| (std::cmp::Reverse(row.count), row.kind.as_str()));
    let denied: u64 =
        by_failure.iter().filter(|row| row.kind == FailureKind::Denied).map(|row| row.count).sum();
    Ok(ToolStats {
        tool,
        calls,
        succeeded,
        success_rate: ratio(succeeded, calls - denied),
        p50_ms: percentile(&durations, 50),
        p95_ms: percentile(&durations, 95),
        mean_reward: mean(ended.iter().map(|row| row.reward).sum(), calls),
        since,
        by_failure,
        budget,
        last_failures: failures
            .into_iter()
            .map(|(call, at, kind, failure)| FailureShown {
                call,
                at,
                kind,
                message: failure.map(|failure| failure.message),
            })
            .collect(),
    })
}

/// A moment so many days before now.
pub(crate) fn days_ago(days: i64) -> Timestamp {
    let now = clock::now();
    Timestamp::from_unix_millis(now.unix_millis().saturating_sub(days.saturating_mul(DAY_MS))).unwrap_or(now)
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    mean(f64::from(u32::try_from(part).unwrap_or(u32::MAX)), whole)
}

fn mean(sum: f64, count: u64) -> Option<f64> {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    (count > 0).then(|| sum / f64::from(count))
}
