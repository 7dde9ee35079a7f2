//! How calls went over a span of time.

use pegboard_engine::ActivityReport;
use pegboard_model::activity::{self, Figures};
use pegboard_model::ids::ToolsetId;
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// How calls went over a span of time.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Activity {
    #[schema(value_type = String, format = DateTime)]
    pub(crate) since: Timestamp,
    /// Does not belong to the span.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) until: Timestamp,
    /// The length of a bucket: 60, 300, 900, 3600, 21600, 86400 or 604800.
    pub(crate) bucket_seconds: i64,
    /// The span has more calls than are read at once; only the newest are counted.
    pub(crate) truncated: bool,
    pub(crate) totals: ActivityTotals,
    /// All of the span, oldest first, those without a call as well.
    pub(crate) buckets: Vec<ActivityBucket>,
    /// The tool called most first.
    pub(crate) tools: Vec<ToolActivity>,
}

/// All calls of the span.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ActivityTotals {
    /// All of them, however they stand.
    pub(crate) calls: u64,
    /// Those that ended without a result.
    pub(crate) errors: u64,
    /// Those that wait for approval.
    pub(crate) pending: u64,
    /// Half of those that ran took no longer; `null` when none ran to its end.
    pub(crate) p50_ms: Option<i64>,
    /// Ninety-five of a hundred of those that ran took no longer.
    pub(crate) p95_ms: Option<i64>,
}

/// The calls of one stretch of the span.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ActivityBucket {
    /// When it begins: a round time, so the first may begin before the span.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) at: Timestamp,
    pub(crate) calls: u64,
    pub(crate) errors: u64,
    pub(crate) p50_ms: Option<i64>,
    pub(crate) p95_ms: Option<i64>,
}

/// The calls of one tool.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ToolActivity {
    pub(crate) tool_id: String,
    pub(crate) calls: u64,
    pub(crate) errors: u64,
    pub(crate) p50_ms: Option<i64>,
    pub(crate) p95_ms: Option<i64>,
}

impl From<ActivityReport> for Activity {
    fn from(report: ActivityReport) -> Self {
        let activity::Activity { window, totals, buckets, tools } = report.activity;
        let activity::Totals { figures: Figures { calls, errors, p50_ms, p95_ms }, pending } = totals;
        Self {
            since: window.since(),
            until: window.until(),
            bucket_seconds: window.bucket_seconds(),
            truncated: report.truncated,
            totals: ActivityTotals { calls, errors, pending, p50_ms, p95_ms },
            buckets: buckets.into_iter().map(Into::into).collect(),
            tools: tools.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<activity::Bucket> for ActivityBucket {
    fn from(bucket: activity::Bucket) -> Self {
        let Figures { calls, errors, p50_ms, p95_ms } = bucket.figures;
        Self { at: bucket.at, calls, errors, p50_ms, p95_ms }
    }
}

impl From<activity::ToolFigures> for ToolActivity {
    fn from(tool: activity::ToolFigures) -> Self {
        let Figures { calls, errors, p50_ms, p95_ms } = tool.figures;
        Self { tool_id: tool.tool, calls, errors, p50_ms, p95_ms }
    }
}

/// Which calls are looked at.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ActivityQuery {
    /// RFC 3339; a day before `until` when left out, at most 3,660 days.
    #[param(value_type = Option<String>, format = DateTime)]
    pub(crate) since: Option<Timestamp>,
    /// RFC 3339; now when left out.
    #[param(value_type = Option<String>, format = DateTime)]
    pub(crate) until: Option<Timestamp>,
    /// Those of one tool, by its id.
    pub(crate) tool_id: Option<String>,
    /// Those of one toolset's tools, its MCP servers' among them.
    #[param(value_type = Option<String>)]
    pub(crate) toolset_id: Option<ToolsetId>,
}
