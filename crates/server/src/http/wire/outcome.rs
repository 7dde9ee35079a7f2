//! How calls went.

use pegboard_engine as engine;
use pegboard_model::call::FailureKind as Kind;
use pegboard_model::ids::CallId;
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::wire::call::FailureKind;

/// How the calls of a tool went.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ToolStats {
    pub(crate) tool_id: String,
    /// Those that ended since `since`.
    pub(crate) calls: u64,
    pub(crate) succeeded: u64,
    /// From 0 to 1, of those that nobody denied; `null` when there are none.
    pub(crate) success_rate: Option<f64>,
    /// Half of those that ran took no longer; `null` when none did.
    pub(crate) p50_ms: Option<i64>,
    /// Ninety-five of a hundred of those that ran took no longer.
    pub(crate) p95_ms: Option<i64>,
    /// A success counts 1, a timeout -0.2, any other failure 0.
    pub(crate) mean_reward: Option<f64>,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) since: Timestamp,
    /// The most frequent first.
    pub(crate) by_failure: Vec<FailureCount>,
    /// What it may spend, where its manifest or a result of it says so.
    pub(crate) budget: Option<Budget>,
    /// The ten newest.
    pub(crate) last_failures: Vec<LastFailure>,
}

/// What a tool may spend, in whatever unit it counts.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ToolBudget)]
pub(crate) struct Budget {
    /// `constraints.cost_budget` of its manifest.
    pub(crate) total: Option<f64>,
    /// `budget_remaining` of its last result that said so. At 0 and below the tool is blocked until a person resets it.
    pub(crate) remaining: Option<f64>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) updated_at: Option<Timestamp>,
}

/// How many calls failed in one way.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct FailureCount {
    #[schema(value_type = FailureKind)]
    pub(crate) kind: Kind,
    pub(crate) count: u64,
}

/// One failure.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct LastFailure {
    #[schema(value_type = String, format = Uuid)]
    pub(crate) call_id: CallId,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) at: Timestamp,
    #[schema(value_type = FailureKind)]
    pub(crate) kind: Kind,
    /// `null` where the call itself is not kept any more.
    pub(crate) message: Option<String>,
}

impl From<engine::ToolStats> for ToolStats {
    fn from(stats: engine::ToolStats) -> Self {
        let count = |row: engine::FailureCount| FailureCount { kind: row.kind, count: row.count };
        let shown = |row: engine::FailureShown| LastFailure {
            call_id: row.call,
            at: row.at,
            kind: row.kind,
            message: row.message,
        };
        Self {
            tool_id: stats.tool.to_string(),
            calls: stats.calls,
            succeeded: stats.succeeded,
            success_rate: stats.success_rate,
            p50_ms: stats.p50_ms,
            p95_ms: stats.p95_ms,
            mean_reward: stats.mean_reward,
            since: stats.since,
            by_failure: stats.by_failure.into_iter().map(count).collect(),
            budget: stats.budget.map(|budget| Budget {
                total: budget.total,
                remaining: budget.remaining,
                updated_at: budget.updated_at,
            }),
            last_failures: stats.last_failures.into_iter().map(shown).collect(),
        }
    }
}

/// Which calls are counted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StatsQuery {
    /// Those that ended at this time or later, in RFC 3339; the last thirty days when left out.
    #[param(value_type = Option<String>, format = DateTime)]
    pub(crate) since: Option<Timestamp>,
}

/// What the file is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ExportFormat {
    /// For spreadsheets: what could be taken for a formula begins with an apostrophe.
    #[default]
    Csv,
    /// A call as `get_call` shows it on each line.
    Jsonl,
}

/// How calls are written.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    #[param(inline)]
    pub(crate) format: Option<ExportFormat>,
}

/// How long records are kept; `null` is for ever.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Retention {
    /// Calls that ended. Those that left a state of a workspace are kept with it, and those that something refers to.
    pub(crate) calls_days: Option<u32>,
    /// What figures and the ranking of tools are made of.
    pub(crate) outcomes_days: Option<u32>,
}

impl From<engine::Retention> for Retention {
    fn from(retention: engine::Retention) -> Self {
        let engine::Retention { calls_days, outcomes_days } = retention;
        Self { calls_days, outcomes_days }
    }
}

impl From<Retention> for engine::Retention {
    fn from(retention: Retention) -> Self {
        let Retention { calls_days, outcomes_days } = retention;
        Self { calls_days, outcomes_days }
    }
}
