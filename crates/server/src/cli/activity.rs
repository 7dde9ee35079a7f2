//! `pegboard activity`

use clap::Args;
use pegboard_model::time::Timestamp;

use crate::cli::client::Client;
use crate::cli::exit::Failure;
use crate::cli::output::{Output, Tone};
use crate::cli::text::moment;
use crate::http::wire::activity::{Activity, ToolActivity};

/// How many calls there were, how many failed, how long they took.
#[derive(Debug, Args)]
pub(crate) struct ActivityArgs {
    /// Only calls asked for at this time or later, such as 2026-01-31T12:00:00Z [default: a day before the end]
    #[arg(long, value_name = "TIME")]
    since: Option<Timestamp>,
    /// Only calls asked for before this time [default: now]
    #[arg(long, value_name = "TIME")]
    until: Option<Timestamp>,
    /// Only those of this tool
    #[arg(long)]
    tool: Option<String>,
    /// Only those of this toolset's tools
    #[arg(long)]
    toolset: Option<String>,
    /// Also a line for each stretch of time with a call
    #[arg(long)]
    buckets: bool,
}

pub(crate) async fn run(args: ActivityArgs, client: &Client, output: &Output) -> Result<(), Failure> {
    let parts = [
        ("since", args.since.map(|at| at.to_string())),
        ("until", args.until.map(|at| at.to_string())),
        ("tool_id", args.tool),
        ("toolset_id", args.toolset),
    ];
    let query: Vec<_> = parts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    let activity = client.get::<Activity>(&["activity"], &query).await?;
    output.answer(&activity, |output, activity| show(output, activity, args.buckets));
    Ok(())
}

fn show(output: &Output, activity: &Activity, buckets: bool) {
    let totals = &activity.totals;
    let span = format!("{} to {}", moment(activity.since), moment(activity.until));
    output.line(Tone::Strong, &span);
    let tone = if totals.errors > 0 { Tone::Changed } else { Tone::Plain };
    let counts =
        format!("{} calls, {} failed, {} wait for approval", totals.calls, totals.errors, totals.pending);
    output.line(tone, &counts);
    if activity.truncated {
        output.note("there are more calls than are read at once: only the newest are counted");
    }
    if buckets {
        let rows = activity.buckets.iter().filter(|bucket| bucket.calls > 0).map(|bucket| {
            let figures = figures(bucket.calls, bucket.errors, bucket.p50_ms, bucket.p95_ms);
            row(moment(bucket.at), figures)
        });
        output.table(["FROM", "CALLS", "FAILED", "HALF WITHIN", "95 % WITHIN"], rows);
    }
    let tool = |tool: &ToolActivity| {
        row(tool.tool_id.clone(), figures(tool.calls, tool.errors, tool.p50_ms, tool.p95_ms))
    };
    output.table(["TOOL", "CALLS", "FAILED", "HALF WITHIN", "95 % WITHIN"], activity.tools.iter().map(tool));
}

fn row(name: String, [calls, errors, p50, p95]: [String; 4]) -> [String; 5] {
    [name, calls, errors, p50, p95]
}

fn figures(calls: u64, errors: u64, p50_ms: Option<i64>, p95_ms: Option<i64>) -> [String; 4] {
    let time = |ms: Option<i64>| ms.map(|ms| format!("{ms} ms")).unwrap_or_default();
    [calls.to_string(), errors.to_string(), time(p50_ms), time(p95_ms)]
}
