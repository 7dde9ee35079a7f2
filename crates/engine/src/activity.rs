//! How calls went over a span of time, from what the database has of them.

use pegboard_model::activity::{Activity, Tally, Window, WindowError};
use pegboard_model::ids::ToolsetId;
use pegboard_model::time::Timestamp;

use crate::clock;
use crate::core::Core;
use crate::store::{CallFilter, StoreError};

/// Most calls that one report reads; the newest of the span are taken.
pub const CALLS_READ_MAX: u64 = 100_000;
/// The span of a report that names no beginning.
const SPAN_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// Which calls a report is about.
#[derive(Debug, Clone, Default)]
pub struct ActivityQuery {
    /// Included; a day before the end when left out.
    pub since: Option<Timestamp>,
    /// Not included; the present moment when left out.
    pub until: Option<Timestamp>,
    /// Those of one tool, by its full id.
    pub tool: Option<String>,
    /// Those of one toolset's tools.
    pub toolset: Option<ToolsetId>,
}

/// How calls went.
#[derive(Debug, Clone)]
pub struct ActivityReport {
    pub activity: Activity,
    /// The span has more calls than [`CALLS_READ_MAX`]; only its newest are counted.
    pub truncated: bool,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ActivityError {
    #[error(transparent)]
    Window(#[from] WindowError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

pub(crate) async fn report(core: &Core, query: ActivityQuery) -> Result<ActivityReport, ActivityError> {
    let until = query.until.unwrap_or_else(clock::now);
    let day_before = || Timestamp::from_unix_millis(until.unix_millis().saturating_sub(SPAN_MILLIS));
    let since = query.since.or_else(day_before).ok_or(WindowError::Unwritable)?;
    let mut tally = Tally::new(Window::new(since, until)?);
    let filter = CallFilter {
        tool: query.tool,
        toolset: query.toolset,
        since: Some(since),
        until: Some(until),
        ..CallFilter::default()
    };
    let truncated = core.store.call_samples(&filter, CALLS_READ_MAX, |sample| tally.add(sample)).await?;
    Ok(ActivityReport { activity: tally.finish(), truncated })
}
