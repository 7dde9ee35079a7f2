//! How the calls of a tool went, for people.

use crate::cli::output::{Output, Tone};
use crate::cli::text::{first_line, moment};
use crate::http::wire::outcome::ToolStats;

/// Characters of a failure's message in a listing.
const MESSAGE_WIDTH: usize = 80;

pub(crate) fn show(output: &Output, stats: &ToolStats) {
    output.line(Tone::Strong, &format!("{} since {}", stats.tool_id, moment(stats.since)));
    let rate = stats.success_rate.map(|rate| format!(" ({:.0} %)", rate * 100.0)).unwrap_or_default();
    output.line(Tone::Plain, &format!("{} calls, {} succeeded{rate}", stats.calls, stats.succeeded));
    let time = |ms: Option<i64>| ms.map_or_else(|| "-".to_owned(), |ms| format!("{ms} ms"));
    output.line(
        Tone::Plain,
        &format!("half within {}, 95 % within {}", time(stats.p50_ms), time(stats.p95_ms)),
    );
    if let Some(reward) = stats.mean_reward {
        output.line(Tone::Plain, &format!("mean reward {reward:.2}"));
    }
    if let Some(budget) = &stats.budget {
        let number = |number: Option<f64>| number.map_or_else(|| "?".to_owned(), |number| number.to_string());
        let line = format!("budget: {} of {} left", number(budget.remaining), number(budget.total));
        output.line(Tone::Plain, &line);
    }
    for failure in &stats.by_failure {
        output.line(Tone::Changed, &format!("{} × {}", failure.count, failure.kind.as_str()));
    }
    for failure in &stats.last_failures {
        let message =
            failure.message.as_deref().map(|text| first_line(text, MESSAGE_WIDTH)).unwrap_or_default();
        let line = format!("{} {} {} {message}", moment(failure.at), failure.call_id, failure.kind.as_str());
        output.line(Tone::Faint, line.trim_end());
    }
}
