//! `pegboard retention`

use clap::Args;

use crate::cli::client::Client;
use crate::cli::exit::Failure;
use crate::cli::output::{Output, Tone};
use crate::http::wire::outcome::Retention;

#[derive(Debug, Args)]
pub(crate) struct RetentionArgs {
    /// Days that calls are kept, or `forever`
    #[arg(long, value_name = "DAYS", value_parser = days)]
    calls: Option<Days>,
    /// Days that outcomes are kept, or `forever`
    #[arg(long, value_name = "DAYS", value_parser = days)]
    outcomes: Option<Days>,
}

/// How long; `None` is for ever.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Days(Option<u32>);

fn days(text: &str) -> Result<Days, String> {
    match text {
        "forever" => Ok(Days(None)),
        text => {
            text.parse().map(|days| Days(Some(days))).map_err(|_| "a number of days, or forever".to_owned())
        }
    }
}

pub(crate) async fn run(args: RetentionArgs, client: &Client, output: &Output) -> Result<(), Failure> {
    let before = client.get::<Retention>(&["retention"], &[]).await?;
    if args.calls.is_none() && args.outcomes.is_none() {
        output.answer(&before, show);
        return Ok(());
    }
    let wanted = Retention {
        calls_days: args.calls.map_or(before.body.calls_days, |days| days.0),
        outcomes_days: args.outcomes.map_or(before.body.outcomes_days, |days| days.0),
    };
    let now = client.put::<Retention>(&["retention"], &wanted).await?;
    output.answer(&now, show);
    Ok(())
}

fn show(output: &Output, retention: &Retention) {
    let told = |days: Option<u32>| match days {
        None => "for ever".to_owned(),
        Some(1) => "1 day".to_owned(),
        Some(days) => format!("{days} days"),
    };
    output.line(Tone::Plain, &format!("calls are kept {}", told(retention.calls_days)));
    output.line(Tone::Plain, &format!("outcomes are kept {}", told(retention.outcomes_days)));
}
