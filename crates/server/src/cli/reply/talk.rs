//! `pegboard chat`: a conversation at the terminal.

mod approval;
mod command;
mod doing;
mod editor;
mod key;

use std::io::{self, IsTerminal};

use clap::Args;
use pegboard_model::ids::ToolName;
use pegboard_model::inference::ProfileName;
use serde_json::json;
use tokio::signal::unix::Signal;

use crate::cli::chat_choice;
use crate::cli::client::Client;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{Format, Output, Tone};
use crate::cli::reply::account::{Account, Waiting};
use crate::cli::reply::follow::{self, Speaker, follow};
use crate::cli::reply::screen::Screen;
use crate::cli::reply::stream::Stream;
use crate::cli::reply::talk::command::Command;
use crate::cli::reply::talk::editor::{Editor, Line};
use crate::http::wire::call::Call;
use crate::http::wire::chat::{Chat, ChatRequest, ChatWithMessages};
use crate::http::wire::page::Page;

/// What `pegboard chat` takes where it is to be a conversation.
#[derive(Debug, Args)]
pub(crate) struct TalkArgs {
    /// The chat to continue, by id or title [default: that of `chat use`, else a new one]
    #[arg(long, env = "PEGBOARD_CHAT", value_name = "CHAT")]
    chat: Option<String>,
    /// The worker that replies
    #[arg(long, value_name = "NAME")]
    worker: Option<ToolName>,
    /// The language model [default: the worker's, else the house's]
    #[arg(long, value_name = "NAME")]
    model: Option<ProfileName>,
}

/// One conversation.
pub(super) struct Talk<'t> {
    client: &'t Client,
    output: &'t Output,
    chat: String,
    speaker: Speaker,
    interrupts: Signal,
}

pub(crate) async fn run(args: TalkArgs, client: &Client, output: &Output) -> Result<(), Failure> {
    if output.format() != Format::Human || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Failure::usage("a conversation needs a terminal").hint("In scripts: pegboard ask \"…\""));
    }
    let chat = match chat_choice::chosen(client, args.chat.as_deref()).await? {
        Some(chat) => chat.to_string(),
        None if args.chat.is_some() => chat_choice::segment(client, args.chat.as_deref()).await?,
        None => begun(client).await?,
    };
    let speaker = Speaker { worker: args.worker, model: args.model };
    let mut talk = Talk { client, output, chat, speaker, interrupts: follow::interrupts()? };
    let mut editor = Editor::new(client.notes())?;
    talk.enter().await?;
    loop {
        let line = tokio::task::block_in_place(|| editor.line(&talk.prompt()))?;
        let goes_on = match line {
            Line::Nothing => Ok(true),
            Line::End => return Ok(()),
            Line::Said(text) => talk.say(&text).await,
        };
        match goes_on {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            // The conversation goes on after a turn that did not.
            Err(failure) => output.failure(&failure),
        }
    }
}

/// A new chat.
async fn begun(client: &Client) -> Result<String, Failure> {
    Ok(client.post::<Chat>(&["chats"], &ChatRequest::default()).await?.body.id.to_string())
}

impl Talk<'_> {
    fn prompt(&self) -> String {
        let name = self.speaker.worker.as_ref().map(ToolName::as_str).unwrap_or_default();
        format!("{name}> ")
    }

    /// Shows where the chat stands, and joins what goes on in it.
    async fn enter(&mut self) -> Result<(), Failure> {
        let detail = self.client.get::<ChatWithMessages>(&["chats", &self.chat], &[]).await?.body;
        self.output.line(Tone::Strong, &detail.chat.title);
        self.output.line(Tone::Faint, &format!("chat {} · /help says what can be done here", detail.chat.id));
        if let Some(stream) = follow::join(self.client, &self.chat).await? {
            self.output.note("A reply is being written.");
            return self.turn(stream, Account::default()).await;
        }
        let leaf =
            detail.messages.iter().find(|message| Some(message.id) == detail.chat.active_leaf_message_id);
        let Some(leaf) = leaf.filter(|message| message.role == "assistant") else { return Ok(()) };
        let texts = leaf.content.as_array().into_iter().flatten().filter_map(|part| part["text"].as_str());
        self.output.line(Tone::Plain, &texts.collect::<Vec<_>>().join("\n"));
        let query = [
            ("chat_id", self.chat.clone()),
            ("message_id", leaf.id.to_string()),
            ("status", "pending".to_owned()),
        ];
        let pending = self.client.get::<Page<Call>>(&["calls"], &query).await?.body;
        // The newest come first, and were asked for last.
        let waits: Vec<Waiting> = pending
            .items
            .into_iter()
            .rev()
            .map(|call| Waiting { call: call.id, rule: Some(call.rule) })
            .collect();
        if waits.is_empty() {
            return Ok(());
        }
        let account = Account::waiting(leaf.id, waits);
        match self.decide(&account).await? {
            Some(stream) => self.turn(stream, account).await,
            None => Ok(()),
        }
    }

    /// Does what a line says; whether the conversation goes on.
    async fn say(&mut self, text: &str) -> Result<bool, Failure> {
        match Command::read(text)? {
            None if text.trim().is_empty() => Ok(true),
            None => {
                let stream = follow::say(self.client, &self.chat, text, Vec::new(), &self.speaker).await?;
                self.turn(stream, Account::default()).await.map(|()| true)
            }
            Some(Command::Quit) => Ok(false),
            Some(command) => self.perform(command).await.map(|()| true),
        }
    }

    /// Follows a reply, with the decisions that it needs, until it is over or left waiting.
    async fn turn(&mut self, stream: Stream, mut account: Account) -> Result<(), Failure> {
        let mut next = Some(stream);
        while let Some(stream) = next {
            let mut screen = Screen::new(self.client, self.output).with_lines_of(&self.chat);
            follow(&self.chat, stream, &mut screen, &mut account, &mut self.interrupts).await?;
            next = if account.is_waiting() { self.decide(&account).await? } else { None };
        }
        match account.verdict(&self.chat) {
            Ok(()) => {}
            Err(failure) if failure.exit == Exit::Stopped => self.output.note("Stopped."),
            Err(failure) => self.output.failure(&failure),
        }
        Ok(())
    }

    /// Asks about the calls that wait; nothing, where all of them are left waiting.
    async fn decide(&mut self, account: &Account) -> Result<Option<Stream>, Failure> {
        let decided = approval::ask(self.client, self.output, &account.waits).await?;
        if decided.is_empty() {
            for waiting in &account.waits {
                self.output.note(&format!("It waits still: pegboard calls approve {}", waiting.call));
            }
            return Ok(None);
        }
        let part = |(call, approved): &(_, bool)| {
            let approval = json!({"id": call, "approved": approved});
            json!({"type": "dynamic-tool", "state": "approval-responded", "approval": approval})
        };
        let parts: Vec<_> = decided.iter().map(part).collect();
        let message = json!({"id": account.message, "role": "assistant", "parts": parts});
        match follow::post(self.client, &self.chat, json!({"message": message})).await {
            Ok(stream) => Ok(Some(stream)),
            // Somebody else was quicker, and it goes on already.
            Err(failure) if failure.exit == Exit::Refused => {
                match follow::join(self.client, &self.chat).await? {
                    Some(stream) => Ok(Some(stream)),
                    None => Err(failure),
                }
            }
            Err(failure) => Err(failure),
        }
    }
}
