//! `pegboard schedule`

use clap::{Args, Subcommand};
use reqwest::Method;

use crate::cli::arguments;
use crate::cli::client::Client;
use crate::cli::exit::Failure;
use crate::cli::output::{Output, Tone};
use crate::cli::progress::Spinner;
use crate::cli::show_call;
use crate::cli::text::moment;
use crate::http::wire::call::Call;
use crate::http::wire::schedule::{Schedule, ScheduleChange, Schedules};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Tools that run by themselves
    List,
    /// Let a tool run by itself, or change when it does
    Set(SetArgs),
    /// Switch a schedule on
    Enable {
        /// Id or wire name of the tool
        tool: String,
    },
    /// Switch a schedule off; it keeps its times
    Disable {
        /// Id or wire name of the tool
        tool: String,
    },
    /// Run the tool of a schedule now
    Run {
        /// Id or wire name of the tool
        tool: String,
    },
    /// Remove a schedule; one that the tool's manifest brings holds again
    Remove {
        /// Id or wire name of the tool
        tool: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct SetArgs {
    /// Id or wire name of the tool
    tool: String,
    /// `*/30` for every 30 minutes, `@every 2h`, `@daily`, or five fields such as `0 8 * * MON-FRI`
    schedule: Option<String>,
    /// The time zone of the fields, such as Europe/Vienna [default: UTC]
    #[arg(long, value_name = "NAME")]
    timezone: Option<String>,
    /// What the result's text is appended to
    #[arg(long)]
    prompt: Option<String>,
    /// Arguments as a JSON object, @FILE, or - for standard input
    #[arg(long, value_name = "JSON")]
    args: Option<String>,
}

pub(crate) async fn run(command: Command, client: &Client, output: &Output) -> Result<(), Failure> {
    match command {
        Command::List => {
            let schedules = client.get::<Schedules>(&["schedules"], &[]).await?;
            output.answer(&schedules, list);
            Ok(())
        }
        Command::Set(args) => {
            let change = ScheduleChange {
                enabled: None,
                schedule: args.schedule,
                timezone: args.timezone,
                prompt: args.prompt,
                args: args.args.as_deref().map(arguments::whole).transpose()?,
            };
            put(&args.tool, &change, client, output).await
        }
        Command::Enable { tool } => switch(&tool, true, client, output).await,
        Command::Disable { tool } => switch(&tool, false, client, output).await,
        Command::Run { tool } => {
            let spinner = Spinner::start("Running");
            let call = client.post::<Call>(&["schedules", &tool, "run"], &serde_json::json!({})).await;
            drop(spinner);
            let call = call?;
            output.answer(&call, show_call::show);
            show_call::verdict(&call.body)
        }
        Command::Remove { tool } => {
            client.open(client.request(Method::DELETE, &["schedules", &tool])).await?;
            output.note(&format!("the schedule of {tool} is gone"));
            Ok(())
        }
    }
}

async fn switch(tool: &str, enabled: bool, client: &Client, output: &Output) -> Result<(), Failure> {
    let change = ScheduleChange { enabled: Some(enabled), ..ScheduleChange::default() };
    put(tool, &change, client, output).await
}

async fn put(tool: &str, change: &ScheduleChange, client: &Client, output: &Output) -> Result<(), Failure> {
    let schedule = client.put::<Schedule>(&["schedules", tool], change).await?;
    output.answer(&schedule, show);
    Ok(())
}

fn show(output: &Output, schedule: &Schedule) {
    let zone = schedule.timezone.as_deref().unwrap_or("UTC");
    output.line(
        Tone::Strong,
        &format!("{} · {} ({zone}): {}", schedule.tool_id, schedule.schedule, schedule.description),
    );
    match schedule.next_run_at {
        Some(next) => output.line(Tone::Plain, &format!("next run {}", moment(next))),
        None => output.line(Tone::Changed, "off"),
    }
}

fn list(output: &Output, schedules: &Schedules) {
    let row = |schedule: &Schedule| {
        let next = match schedule.next_run_at {
            Some(next) => moment(next),
            None => "off".to_owned(),
        };
        let last = schedule.last_run_at.map(moment).unwrap_or_default();
        let status = schedule.last_error.clone().or_else(|| schedule.last_status.clone()).unwrap_or_default();
        [schedule.tool_id.clone(), schedule.description.clone(), next, last, status]
    };
    output.table(["TOOL", "WHEN", "NEXT", "LAST", "STATUS"], schedules.schedules.iter().map(row));
}
