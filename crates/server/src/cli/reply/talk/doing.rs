//! What the commands of a conversation do.

use pegboard_model::ids::MessageId;
use serde_json::json;

use crate::cli::chat;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Tone;
use crate::cli::reply::account::Account;
use crate::cli::reply::follow;
use crate::cli::reply::talk::command::{Command, HELP};
use crate::cli::reply::talk::{Talk, begun};
use crate::cli::workspace::{self, diff};
use crate::http::wire::chat::{Chat, ChatWithMessages, LeafRequest, Message};
use crate::http::wire::workspace::Files;

impl Talk<'_> {
    pub(super) async fn perform(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Help => self.output.line(Tone::Plain, HELP),
            Command::Worker(worker) => {
                if let Some(name) = &worker {
                    // Asked for, so that a wrong name is said now.
                    self.client.get::<serde_json::Value>(&["workers", name.as_str()], &[]).await?;
                }
                self.speaker.worker = worker;
            }
            Command::Model(model) => self.speaker.model = model,
            Command::Files => {
                let files =
                    self.client.get::<Files>(&["chats", &self.chat, "workspace", "files"], &[]).await?;
                self.output.answer(&files, workspace::show::files);
            }
            Command::Diff => diff::run(self.client, self.output, &self.chat, (None, None), true).await?,
            Command::Undo => self.undo().await?,
            Command::Retry => self.again("regenerate-message").await?,
            Command::GoOn => self.again("go-on").await?,
            Command::Tree => chat::show_tree(self.output, &self.detail().await?),
            Command::Branch(message) => self.stand(message).await?,
            Command::New => {
                self.chat = begun(self.client).await?;
                self.output.line(Tone::Faint, &format!("chat {}", self.chat));
            }
            Command::Quit => {}
        }
        Ok(())
    }

    async fn again(&mut self, trigger: &str) -> Result<(), Failure> {
        let body = follow::with(&self.speaker, json!({"trigger": trigger}));
        let stream = follow::post(self.client, &self.chat, body).await?;
        self.turn(stream, Account::default()).await
    }

    async fn detail(&self) -> Result<ChatWithMessages, Failure> {
        Ok(self.client.get::<ChatWithMessages>(&["chats", &self.chat], &[]).await?.body)
    }

    async fn stand(&self, message: MessageId) -> Result<(), Failure> {
        let request = LeafRequest { message_id: message };
        self.client.post::<Chat>(&["chats", &self.chat, "active-leaf"], &request).await?;
        self.output.line(Tone::Faint, &format!("The chat stands at message {message}, with its files."));
        Ok(())
    }

    /// Goes to the message before the person's last one.
    async fn undo(&self) -> Result<(), Failure> {
        let detail = self.detail().await?;
        let message = |id: MessageId| detail.messages.iter().find(|message| message.id == id);
        let mut at = detail.chat.active_leaf_message_id.and_then(message);
        while let Some(here) = at.filter(|here: &&Message| here.role != "user") {
            at = here.parent_id.and_then(message);
        }
        match at.and_then(|said| said.parent_id) {
            Some(before) => self.stand(before).await,
            None => Err(Failure::new(Exit::Refused, "there is nothing before your first message")
                .hint("/new begins another chat")),
        }
    }
}
