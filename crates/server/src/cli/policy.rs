//! `pegboard policy`

use clap::Subcommand;
use pegboard_model::approval::Approval;
use pegboard_model::ids::{ChatId, GrantId, ToolName};

use crate::cli::arguments;
use crate::cli::client::Client;
use crate::cli::exit::Failure;
use crate::cli::output::{Output, Tone};
use crate::cli::text::moment;
use crate::http::wire::page::Page;
use crate::http::wire::policy::{Grant, Policy, PolicyChange, PolicyTrial, PolicyVerdict};
use crate::http::wire::tool::Tool;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the house's policy as YAML
    Show,
    /// Put a policy in place of the one before
    Set {
        /// The policy's file, or - for standard input
        file: String,
    },
    /// Say what policy makes of a call, without making it
    Try {
        /// Id or wire name
        tool: String,
        /// Arguments, as `pegboard call` takes them
        #[arg(value_name = "KEY=VALUE")]
        pairs: Vec<String>,
        /// The worker that would call
        #[arg(long, value_name = "NAME")]
        worker: Option<ToolName>,
        /// Judge by this file, or - for standard input, in place of the policy that is kept
        #[arg(long, value_name = "FILE")]
        policy: Option<String>,
        /// Let the grants of this chat count
        #[arg(long, value_name = "ID")]
        chat: Option<ChatId>,
    },
    /// Let tools run again
    On,
    /// Switch all tools off: every call is blocked until they are on again
    Off,
    /// What people granted beyond single calls
    Grants {
        /// Only those of this chat
        #[arg(long, value_name = "ID")]
        chat: Option<ChatId>,
    },
    /// Take a grant back: the tool is asked about again
    Revoke { id: GrantId },
}

pub(crate) async fn run(command: Command, client: &Client, output: &Output) -> Result<(), Failure> {
    match command {
        Command::Show => {
            let policy = client.get::<Policy>(&["policy"], &[]).await?;
            output.answer(&policy, show);
        }
        Command::Set { file } => {
            let text = arguments::document(&file)?;
            change(client, output, PolicyChange { text: Some(text), ..PolicyChange::default() }).await?;
        }
        Command::Try { tool, pairs, worker, policy, chat } => {
            try_out(client, output, Trial { tool, pairs, worker, policy, chat }).await?;
        }
        Command::On => switch(client, output, true).await?,
        Command::Off => switch(client, output, false).await?,
        Command::Grants { chat } => {
            let chat = chat.map(|chat| chat.to_string());
            let query: Vec<(&str, String)> = chat.into_iter().map(|chat| ("chat_id", chat)).collect();
            let page = client.get::<Page<Grant>>(&["grants"], &query).await?;
            output.answer(&page, grants);
        }
        Command::Revoke { id } => {
            let grant = client.delete::<Grant>(&["grants", &id.to_string()]).await?;
            output.answer(&grant, |output, grant| {
                output.line(Tone::Plain, &format!("{} is asked about again", grant.tool_id));
            });
        }
    }
    Ok(())
}

async fn switch(client: &Client, output: &Output, enabled: bool) -> Result<(), Failure> {
    change(client, output, PolicyChange { tools_enabled: Some(enabled), ..PolicyChange::default() }).await
}

async fn change(client: &Client, output: &Output, change: PolicyChange) -> Result<(), Failure> {
    let policy = client.put::<Policy>(&["policy"], &change).await?;
    output.answer(&policy, |output, policy| {
        let text =
            if policy.tools_enabled { "tools run by this policy" } else { "all tools are switched off" };
        output.line(Tone::Plain, text);
    });
    Ok(())
}

struct Trial {
    tool: String,
    pairs: Vec<String>,
    worker: Option<ToolName>,
    policy: Option<String>,
    chat: Option<ChatId>,
}

async fn try_out(client: &Client, output: &Output, trial: Trial) -> Result<(), Failure> {
    let tool = client.get::<Tool>(&["tools", &trial.tool], &[]).await?.body;
    let args = arguments::pairs(&trial.pairs, tool.input_schema.as_ref())?;
    let text = trial.policy.as_deref().map(arguments::document).transpose()?;
    let request = PolicyTrial { tool_id: tool.id, args, worker: trial.worker, text, chat_id: trial.chat };
    let verdict = client.post::<PolicyVerdict>(&["policy", "try"], &request).await?;
    output.answer(&verdict, |output, verdict| {
        let tone = match verdict.decision {
            Approval::PreApproved => Tone::Good,
            Approval::Ask => Tone::Changed,
            Approval::Blocked => Tone::Bad,
        };
        output.line(tone, &format!("{}: {}", verdict.decision, verdict.rule));
    });
    Ok(())
}

fn show(output: &Output, policy: &Policy) {
    match (policy.tools_enabled, policy.fixed) {
        (true, _) => {}
        (false, false) => {
            output.note("All tools are switched off; `pegboard policy on` lets them run again.")
        }
        (false, true) => output.note("All tools are switched off: the server was started with --no-tools."),
    }
    if policy.text.trim().is_empty() {
        output.note("There is no policy of the house's own: each tool is asked about as it says itself.");
    } else {
        output.line(Tone::Plain, policy.text.trim_end());
    }
}

fn grants(output: &Output, page: &Page<Grant>) {
    if page.items.is_empty() {
        output.note(
            "Nothing was granted beyond single calls. `pegboard calls approve ID --remember same_tool` does.",
        );
        return;
    }
    output.table(["GRANT", "TOOL", "REACH", "CHAT", "BY", "SINCE", "HOLDS"], page.items.iter().map(row));
}

fn row(grant: &Grant) -> [String; 7] {
    let holds = if grant.valid { "yes" } else { "no: the tool changed" };
    [
        grant.id.to_string(),
        grant.tool_id.clone(),
        grant.reach.clone(),
        grant.chat_id.to_string(),
        grant.granted_by.clone(),
        moment(grant.granted_at),
        holds.to_owned(),
    ]
}
