//! `pegboard calls`

use std::path::PathBuf;

use clap::{Args, Subcommand};
use pegboard_model::ids::{CallId, ManifestId, MessageId};
use pegboard_model::time::Timestamp;
use reqwest::Method;
use serde_json::json;

use crate::cli::arguments;
use crate::cli::chat_choice;
use crate::cli::client::Client;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Output;
use crate::cli::progress::Spinner;
use crate::cli::save;
use crate::cli::show_call;
use crate::cli::workspace::diff;
use crate::http::wire::call::{ApproveRequest, Call, DenyRequest, RerunRequest};
use crate::http::wire::outcome::ExportFormat;
use crate::http::wire::page::Page;
use crate::http::wire::policy::Remember;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Calls, newest first
    List(ListArgs),
    /// One call with its result, changes and log
    Show { id: CallId },
    /// Show what a pending call would do: run it in a copy of its workspace, without a network
    Preview {
        id: CallId,
        /// Also show the lines that differ
        #[arg(long, short)]
        patch: bool,
    },
    /// Let a pending call run
    Approve {
        id: CallId,
        /// Run nothing: take over what its preview did, which ID names [default: the latest]
        #[arg(long, value_name = "ID", num_args = 0..=1)]
        effect: Option<Option<ManifestId>>,
        /// What the approval holds for as well
        #[arg(long, value_enum, value_name = "REACH", default_value_t = Remember::Once)]
        remember: Remember,
    },
    /// Turn a pending call down
    Deny {
        id: CallId,
        /// Told to whoever asked for the call
        #[arg(long)]
        reason: Option<String>,
    },
    /// Call the tool of a call again, beside it and from the workspace before it
    Rerun {
        id: CallId,
        /// Other arguments as a JSON object, @FILE, or - for standard input [default: those of the call]
        #[arg(long, value_name = "JSON")]
        args: Option<String>,
    },
    /// Write calls to a file, newest first
    Export {
        /// Where to, or - for standard output
        #[arg(long, short, value_name = "FILE", default_value = "-")]
        output: PathBuf,
        /// What the file is
        #[arg(long, value_enum, default_value_t = ExportFormat::Csv)]
        format: ExportFormat,
        #[command(flatten)]
        which: Which,
        /// Rows wanted [default: all]
        #[arg(long)]
        limit: Option<u64>,
    },
    /// Stop a running call, or take a pending one back
    Cancel { id: CallId },
}

/// Which calls.
#[derive(Debug, Args)]
pub(crate) struct Which {
    /// Only those of this chat, by id or title
    #[arg(long)]
    chat: Option<String>,
    /// Only those of this tool
    #[arg(long)]
    tool: Option<String>,
    /// Only those of this toolset's tools
    #[arg(long)]
    toolset: Option<String>,
    /// Only those of tools of this kind: builtin, python, mcp, container or node
    #[arg(long)]
    provider: Option<String>,
    /// Only those that this caller asked for
    #[arg(long, value_name = "NAME")]
    caller: Option<String>,
    /// Only those that failed so, such as timeout
    #[arg(long, value_name = "KIND")]
    failure: Option<String>,
    /// Only those of this message
    #[arg(long, value_name = "ID")]
    message: Option<MessageId>,
    /// Only those asked for at this time or later, such as 2026-01-31T12:00:00Z
    #[arg(long, value_name = "TIME")]
    since: Option<Timestamp>,
    /// Only those asked for before this time
    #[arg(long, value_name = "TIME")]
    until: Option<Timestamp>,
    /// Only those that are pending, running, success or error
    #[arg(long)]
    status: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    which: Which,
    /// Rows wanted, at most 500
    #[arg(long, default_value_t = 20)]
    limit: u64,
    /// Where a page before ended
    #[arg(long)]
    cursor: Option<String>,
}

pub(crate) async fn run(command: Command, client: &Client, output: &Output) -> Result<(), Failure> {
    match command {
        Command::List(args) => list(args, client, output).await,
        Command::Show { id } => {
            let call = client.get::<Call>(&["calls", &id.to_string()], &[]).await?;
            output.answer(&call, show_call::show);
            Ok(())
        }
        Command::Preview { id, patch } => preview(id, patch, client, output).await,
        Command::Approve { id, effect, remember } => {
            let effect = match effect {
                None => None,
                Some(Some(seen)) => Some(seen),
                Some(None) => Some(latest_effect(id, client).await?),
            };
            let request = ApproveRequest { remember: Some(remember), effect };
            let spinner = Spinner::start("Running");
            let call = client.post::<Call>(&["calls", &id.to_string(), "approve"], &request).await;
            drop(spinner);
            let call = call?;
            output.answer(&call, show_call::show);
            show_call::verdict(&call.body)
        }
        Command::Deny { id, reason } => {
            let request = DenyRequest { reason };
            let call = client.post::<Call>(&["calls", &id.to_string(), "deny"], &request).await?;
            output.answer(&call, show_call::show);
            Ok(())
        }
        Command::Rerun { id, args } => {
            let args = args.as_deref().map(arguments::whole).transpose()?;
            let spinner = Spinner::start("Running");
            let request = RerunRequest { args };
            let call = client.post::<Call>(&["calls", &id.to_string(), "rerun"], &request).await;
            drop(spinner);
            let call = call?;
            output.answer(&call, show_call::show);
            show_call::verdict(&call.body)
        }
        Command::Export { output: place, format, which, limit } => {
            let word = match format {
                ExportFormat::Csv => "csv",
                ExportFormat::Jsonl => "jsonl",
            };
            let mut query = filters(which, client).await?;
            query.push(("format", word.to_owned()));
            query.extend(limit.map(|limit| ("limit", limit.to_string())));
            let request = client.request(Method::GET, &["calls", "export"]).query(&query);
            if let Some(bytes) = save::body(client, output, request, &place).await? {
                save::said(output, &place, bytes);
            }
            Ok(())
        }
        Command::Cancel { id } => {
            let call = client.post::<Call>(&["calls", &id.to_string(), "cancel"], &json!({})).await?;
            output.answer(&call, show_call::show);
            Ok(())
        }
    }
}

async fn preview(id: CallId, patch: bool, client: &Client, output: &Output) -> Result<(), Failure> {
    let spinner = Spinner::start("Trying it out");
    let call = client.post::<Call>(&["calls", &id.to_string(), "preview"], &json!({})).await;
    drop(spinner);
    let call = call?;
    output.answer(&call, show_call::effect);
    let chat = call.body.chat_id.to_string();
    match call.body.effect {
        Some(effect) if patch => {
            let states = (effect.base_manifest_id, Some(effect.manifest_id));
            diff::patch(client, output, &chat, states, usize::MAX).await
        }
        _ => Ok(()),
    }
}

/// What `--effect` means by itself.
async fn latest_effect(id: CallId, client: &Client) -> Result<ManifestId, Failure> {
    let call = client.get::<Call>(&["calls", &id.to_string()], &[]).await?.body;
    call.effect.map(|effect| effect.manifest_id).ok_or_else(|| {
        Failure::new(Exit::NotFound, "the call was not previewed")
            .hint(format!("See what it would do: pegboard calls preview {id}"))
    })
}

/// What the server is asked for.
async fn filters(which: Which, client: &Client) -> Result<Vec<(&'static str, String)>, Failure> {
    let mut query = Vec::new();
    if let Some(chat) = &which.chat {
        query.push(("chat_id", chat_choice::segment(client, Some(chat)).await?));
    }
    let filters = [
        ("tool_id", which.tool),
        ("toolset_id", which.toolset),
        ("provider", which.provider),
        ("caller", which.caller),
        ("failure", which.failure),
        ("message_id", which.message.map(|id| id.to_string())),
        ("since", which.since.map(|at| at.to_string())),
        ("until", which.until.map(|at| at.to_string())),
        ("status", which.status),
    ];
    query.extend(filters.into_iter().filter_map(|(name, value)| Some((name, value?))));
    Ok(query)
}

async fn list(args: ListArgs, client: &Client, output: &Output) -> Result<(), Failure> {
    let mut query = filters(args.which, client).await?;
    query.push(("limit", args.limit.to_string()));
    query.extend(args.cursor.map(|cursor| ("cursor", cursor)));
    let page = client.get::<Page<Call>>(&["calls"], &query).await?;
    output.answer(&page, show_call::list);
    Ok(())
}
