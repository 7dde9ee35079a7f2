//! `pegboard ask`

use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;

use clap::Args;
use pegboard_model::ids::ToolName;
use pegboard_model::inference::ProfileName;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::signal::unix::Signal;

use crate::cli::chat_choice;
use crate::cli::client::Client;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{Format, Output};
use crate::cli::reply::account::Account;
use crate::cli::reply::decided::Standing;
use crate::cli::reply::files;
use crate::cli::reply::follow::{self, Speaker, follow};
use crate::cli::reply::screen::Screen;
use crate::http::wire::chat::{Chat, ChatRequest, ChatWithMessages};

/// What stands for standard input.
const INPUT: &str = "-";

/// Ask a model, which may use the tools, and print what it answers.
///
/// The answer's text goes to standard output; calls and remarks go to standard error. With --json, standard output gets
/// the parts of the reply's stream, one on a line, after one that names the chat. Ctrl-C stops the reply.
#[derive(Debug, Args)]
pub(crate) struct AskArgs {
    /// What to say; - or nothing reads standard input
    prompt: Option<String>,
    /// A file that goes with it, into the chat's workspace; may come several times
    #[arg(long, value_name = "FILE")]
    file: Vec<PathBuf>,
    /// The chat to continue, by id or title [default: a new one]
    #[arg(long, env = "PEGBOARD_CHAT", value_name = "CHAT")]
    chat: Option<String>,
    /// The worker that replies
    #[arg(long, value_name = "NAME")]
    worker: Option<ToolName>,
    /// The language model [default: the worker's, else the house's]
    #[arg(long, value_name = "NAME")]
    model: Option<ProfileName>,
    /// Where a call waits for approval, wait until a person has decided
    #[arg(long)]
    wait: bool,
}

pub(crate) async fn run(args: AskArgs, client: &Client, output: &Output) -> Result<(), Failure> {
    let text = prompt(args.prompt.as_deref())?;
    let files = files::parts(&args.file)?;
    let chat = match &args.chat {
        Some(named) => chat_choice::segment(client, Some(named)).await?,
        None => client.post::<Chat>(&["chats"], &ChatRequest::default()).await?.body.id.to_string(),
    };
    let mut standing = if args.wait { Some(Standing::of(client, &chat).await?) } else { None };
    let mut interrupts = follow::interrupts()?;
    let speaker = Speaker { worker: args.worker, model: args.model };
    let stream = match follow::say(client, &chat, &text, files, &speaker).await {
        Ok(stream) => stream,
        Err(failure) => {
            if args.chat.is_none() {
                discard(client, &chat).await;
            }
            return Err(failure);
        }
    };
    match output.format() {
        Format::Json => output.json_line(&json!({"type": "data-chat", "data": {"id": chat}})),
        Format::Human => output.note(&format!("chat {chat}")),
    }
    let (mut screen, mut account) = (Screen::new(client, output), Account::default());
    follow(&chat, stream, &mut screen, &mut account, &mut interrupts).await?;
    while account.is_waiting() {
        let waits = account.waits.clone();
        screen.waits(&waits, &account).await;
        let Some(standing) = &mut standing else { break };
        go_on(&chat, standing, &mut screen, &mut account, &mut interrupts).await?;
    }
    account.verdict(&chat)
}

/// Deletes a chat that was made for what then could not be said.
async fn discard(client: &Client, chat: &str) {
    // Why nothing could be said is what is told; an empty chat left behind does no harm.
    if let Err(error) = client.open(client.request(Method::DELETE, &["chats", chat])).await {
        tracing::debug!(chat, ?error, "an empty chat could not be deleted");
    }
}

/// What is said.
fn prompt(given: Option<&str>) -> Result<String, Failure> {
    let text = match given {
        Some(INPUT) => input()?,
        None if !io::stdin().is_terminal() => input()?,
        Some(text) => text.to_owned(),
        None => String::new(),
    };
    if text.trim().is_empty() {
        return Err(Failure::usage("there is nothing to ask")
            .hint("Say it: pegboard ask \"…\"; or pipe it in. pegboard chat talks at the terminal."));
    }
    Ok(text)
}

fn input() -> Result<String, Failure> {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| Failure::usage(format!("standard input cannot be read: {error}")))?;
    Ok(text)
}

/// Waits for a decision, and follows the reply from there.
async fn go_on(
    chat: &str,
    standing: &mut Standing,
    screen: &mut Screen<'_>,
    account: &mut Account,
    interrupts: &mut Signal,
) -> Result<(), Failure> {
    let message = account.message.ok_or_else(|| Failure::internal("the server named no message"))?;
    tokio::select! {
        goes_on = standing.goes_on(message) => goes_on?,
        _ = interrupts.recv() => {
            return Err(Failure::new(Exit::Pending, "not waited for any longer; the call still waits"));
        }
    }
    for waited in std::mem::take(&mut account.waits) {
        // A stream that goes on does not tell what a decision from elsewhere led to.
        screen.decided(waited.call, account).await;
    }
    match follow::join(screen.client(), chat).await? {
        Some(stream) => {
            account.rejoin();
            follow(chat, stream, screen, account, interrupts).await
        }
        None => {
            // It was quicker than this program.
            let status = standing.end(message).await?;
            account.stands(Some(&status));
            missed(chat, screen, account).await
        }
    }
}

/// Shows what a reply said while nobody read.
async fn missed(chat: &str, screen: &mut Screen<'_>, account: &Account) -> Result<(), Failure> {
    let detail = screen.client().get::<ChatWithMessages>(&["chats", chat], &[]).await?.body;
    let message = detail.messages.into_iter().find(|message| Some(message.id) == account.message);
    let parts = message.map(|message| message.content).unwrap_or_default();
    let mut steps = 0;
    for part in parts.as_array().into_iter().flatten() {
        match part["type"].as_str() {
            Some("step-start") => steps += 1,
            Some("text") if steps > account.steps => said(screen, part),
            _ => {}
        }
    }
    Ok(())
}

fn said(screen: &mut Screen<'_>, part: &Value) {
    let Some(text) = part["text"].as_str() else { return };
    match screen.output().format() {
        Format::Json => {
            let delta = json!({"type": "text-delta", "id": "missed", "delta": text});
            screen.output().json_line(&delta);
        }
        Format::Human => {
            screen.text(text);
            screen.end_line();
        }
    }
}
