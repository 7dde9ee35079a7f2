//! `pegboard chest`

use clap::{Args, Subcommand};

use crate::cli::chat_choice::segment;
use crate::cli::client::Client;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Output;
use crate::http::wire::chest::{ActiveToolsets, Chest, ChestChange, ChestToolset, ToolsetNames};

#[derive(Debug, Args)]
pub(crate) struct ChestArgs {
    /// The chat, by id or title [default: the one chosen with `chat use`]
    #[arg(long, env = "PEGBOARD_CHAT", value_name = "CHAT", global = true)]
    chat: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Which toolsets the chat has at hand
    Show,
    /// Activate toolsets, and what they require
    Activate {
        /// Ids or names
        #[arg(required = true)]
        toolsets: Vec<String>,
    },
    /// Deactivate toolsets
    Deactivate {
        /// Ids or names
        #[arg(required = true)]
        toolsets: Vec<String>,
    },
    /// Make exactly these toolsets active, besides the essential ones
    Set {
        /// Ids or names
        toolsets: Vec<String>,
    },
    /// Mark toolsets as essential: they cannot be deactivated
    Essential {
        /// Ids or names
        #[arg(required = true)]
        toolsets: Vec<String>,
    },
    /// Initialise the active toolsets now, also those that failed before
    Initialise,
    /// Forget what was chosen: everything while there are few tools, nothing when there are many
    Reset,
}

pub(crate) async fn run(args: ChestArgs, client: &Client, output: &Output) -> Result<(), Failure> {
    let chat = segment(client, args.chat.as_deref()).await?;
    let path = |last: Option<&'static str>| {
        let mut path = vec!["chats", chat.as_str(), "chest"];
        path.extend(last);
        path
    };
    let names = |toolsets| ToolsetNames { toolsets };
    let changed = match args.command {
        Command::Show => {
            let chest = client.get::<Chest>(&path(None), &[]).await?;
            output.answer(&chest, show);
            return Ok(());
        }
        Command::Reset => {
            let chest = client.delete::<Chest>(&path(None)).await?;
            output.answer(&chest, show);
            return Ok(());
        }
        Command::Activate { toolsets } => client.post(&path(Some("activate")), &names(toolsets)).await?,
        Command::Deactivate { toolsets } => client.post(&path(Some("deactivate")), &names(toolsets)).await?,
        Command::Essential { toolsets } => client.post(&path(Some("essential")), &names(toolsets)).await?,
        Command::Initialise => client.post(&path(Some("initialise")), &serde_json::json!({})).await?,
        Command::Set { toolsets } => {
            client.put::<ChestChange>(&path(None), &ActiveToolsets { active: toolsets }).await?
        }
    };
    output.answer(&changed, |output, change| {
        show(output, &change.chest);
        for warning in &change.warnings {
            output.note(&format!("warning: {warning}"));
        }
    });
    if changed.body.done { Ok(()) } else { Err(Failure::silent(Exit::Refused)) }
}

fn show(output: &Output, chest: &Chest) {
    if chest.toolsets.is_empty() {
        output.note("No toolset is on. `pegboard toolset list` shows those that are installed.");
        return;
    }
    output.table(["TOOLSET", "STATE", "TOOLS", "ABOUT"], chest.toolsets.iter().map(row));
    if chest.mode == "automatic" {
        output.note("Nobody chose: this chest follows how many tools there are.");
    }
    for warning in &chest.warnings {
        output.note(&format!("warning: {warning}"));
    }
}

fn row(toolset: &ChestToolset) -> [String; 4] {
    let state = match toolset.initialised.reason {
        Some(_) => format!("{} (failed)", toolset.state),
        None => toolset.state.clone(),
    };
    [toolset.id.clone(), state, toolset.tools.to_string(), toolset.description.clone()]
}
