//! `pegboard chat`

mod archive;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use pegboard_model::ids::MessageId;
use reqwest::Method;

use crate::cli::chat_choice;
use crate::cli::client::{Answer, Client};
use crate::cli::exit::Failure;
use crate::cli::output::{Output, Tone};
use crate::cli::reply::talk::{self, TalkArgs};
use crate::cli::show_call::more;
use crate::cli::text::{first_line, moment};
use crate::http::wire::chat::{
    Chat, ChatRequest, ChatWithMessages, ForkRequest, LeafRequest, ListedChat, Message, RenameRequest,
};
use crate::http::wire::page::Page;

/// Characters of a message in a listing.
const MESSAGE_WIDTH: usize = 80;

/// Talk with a model at the terminal, or look after conversations.
///
/// Without a command it is a conversation: what is said, calls as they end, changed lines, and a question for each call that
/// waits for approval.
#[derive(Debug, Args)]
pub(crate) struct ChatArgs {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    talk: TalkArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Begin a chat with an empty workspace
    New { title: Option<String> },
    /// Chats, newest first
    List {
        /// Those that were deleted and can be restored
        #[arg(long)]
        deleted: bool,
        /// Rows wanted, at most 500
        #[arg(long, default_value_t = 20)]
        limit: u64,
        /// Where a page before ended
        #[arg(long)]
        cursor: Option<String>,
    },
    /// Chats that say something, in their title or in a message
    Search {
        /// Every word counts, the last ones perhaps unfinished
        #[arg(required = true)]
        words: Vec<String>,
        /// Rows wanted, at most 500
        #[arg(long, default_value_t = 20)]
        limit: u64,
        /// Where a page before ended
        #[arg(long)]
        cursor: Option<String>,
    },
    /// One chat with the tree of its messages
    Show {
        /// Its id or title
        chat: Option<String>,
    },
    /// Give a chat another title
    Rename {
        title: String,
        /// The chat, by id or title
        #[arg(long, env = "PEGBOARD_CHAT")]
        chat: Option<String>,
    },
    /// Choose the chat of commands that name none
    Use {
        /// Its id or title
        chat: String,
    },
    /// Go to another message; the workspace goes with it
    Branch {
        /// Where the conversation is to stand
        message: MessageId,
        /// The chat, by id or title
        #[arg(long, env = "PEGBOARD_CHAT")]
        chat: Option<String>,
    },
    /// Make a chat of a branch, with its messages and its workspace
    Fork {
        /// The message that ends the branch [default: the active leaf]
        message: Option<MessageId>,
        /// What the new chat is called
        #[arg(long)]
        title: Option<String>,
        /// The chat, by id or title
        #[arg(long, env = "PEGBOARD_CHAT")]
        chat: Option<String>,
    },
    /// Write a chat with its messages, calls and files as a ZIP
    Export {
        /// Its id or title
        chat: Option<String>,
        /// The file to write, - for standard output [default: named after the chat]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Write over a file that is there
        #[arg(long)]
        force: bool,
    },
    /// Make a chat of such a ZIP, from this house or another
    Import {
        /// The ZIP
        file: PathBuf,
    },
    /// Delete a chat, or one of its messages with all below it; either can be restored
    Delete(Deletion),
    /// Bring a deleted chat back, or a deleted message with all that went with it
    Restore {
        /// The message that was deleted [default: the whole chat]
        #[arg(long)]
        message: Option<MessageId>,
        /// The chat; a deleted one by its id
        chat: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Deletion {
    /// This message and all below it [default: the whole chat]
    #[arg(long)]
    message: Option<MessageId>,
    /// Do not ask
    #[arg(long, short)]
    yes: bool,
    /// The chat, by id or title
    chat: String,
}

pub(crate) async fn run(args: ChatArgs, client: &Client, output: &Output) -> Result<(), Failure> {
    match args.command {
        None => Box::pin(talk::run(args.talk, client, output)).await,
        Some(command) => look_after(command, client, output).await,
    }
}

async fn look_after(command: Command, client: &Client, output: &Output) -> Result<(), Failure> {
    match command {
        Command::New { title } => {
            let chat = client.post::<Chat>(&["chats"], &ChatRequest { title }).await?;
            output.answer(&chat, show_one);
        }
        Command::List { deleted, limit, cursor } => {
            let mut query = vec![("limit", limit.to_string())];
            query.extend(deleted.then(|| ("deleted", "true".to_owned())));
            query.extend(cursor.map(|cursor| ("cursor", cursor)));
            let page = client.get::<Page<Chat>>(&["chats"], &query).await?;
            output.answer(&page, show_list);
        }
        Command::Search { words, limit, cursor } => {
            let mut query = vec![("limit", limit.to_string()), ("q", words.join(" "))];
            query.extend(cursor.map(|cursor| ("cursor", cursor)));
            let page = client.get::<Page<ListedChat>>(&["chats"], &query).await?;
            output.answer(&page, show_found);
        }
        Command::Show { chat } => {
            let chat = chat_choice::segment(client, chat.as_deref()).await?;
            let chat = client.get::<ChatWithMessages>(&["chats", &chat], &[]).await?;
            output.answer(&chat, show_tree);
        }
        Command::Rename { title, chat } => {
            let chat = chat_choice::segment(client, chat.as_deref()).await?;
            let request = client.request(Method::PATCH, &["chats", &chat]).json(&RenameRequest { title });
            output.answer(&client.send::<Chat>(request).await?, show_one);
        }
        Command::Use { chat } => {
            let chat = chat_choice::segment(client, Some(&chat)).await?;
            // Asked for, so that only a chat that exists is remembered.
            let chat = client.get::<Chat>(&["chats", &chat], &[]).await?;
            chat_choice::remember(client, chat.body.id)?;
            output.answer(&chat, show_one);
        }
        Command::Branch { message, chat } => {
            let chat = chat_choice::segment(client, chat.as_deref()).await?;
            let request = LeafRequest { message_id: message };
            let chat = client.post::<Chat>(&["chats", &chat, "active-leaf"], &request).await?;
            output.answer(&chat, show_one);
        }
        Command::Fork { message, title, chat } => {
            let chat = chat_choice::segment(client, chat.as_deref()).await?;
            let request = ForkRequest { message_id: message, title };
            let chat = client.post::<Chat>(&["chats", &chat, "fork"], &request).await?;
            output.answer(&chat, show_one);
        }
        Command::Export { chat, output: place, force } => {
            return archive::export(chat.as_deref(), place, force, client, output).await;
        }
        Command::Import { file } => {
            let chat = archive::import(&file, client).await?;
            output.answer(&chat, show_one);
        }
        Command::Delete(deletion) => return delete(deletion, client, output).await,
        Command::Restore { message, chat } => {
            output.answer(&restore(message, &chat, client).await?, show_one);
        }
    }
    Ok(())
}

async fn restore(message: Option<MessageId>, chat: &str, client: &Client) -> Result<Answer<Chat>, Failure> {
    let Some(message) = message else {
        return client.send(client.request(Method::POST, &["chats", chat, "restore"])).await;
    };
    let chat = chat_choice::segment(client, Some(chat)).await?;
    let path = ["chats", &chat, "messages", &message.to_string(), "restore"];
    client.send(client.request(Method::POST, &path)).await
}

async fn delete(deletion: Deletion, client: &Client, output: &Output) -> Result<(), Failure> {
    let Deletion { message, yes, chat: named } = deletion;
    let chat = chat_choice::segment(client, Some(&named)).await?;
    let what = message.map_or_else(
        || format!("the chat `{named}`"),
        |message| format!("the message {message} with all below it"),
    );
    if !yes && !output.confirmed(&format!("Delete {what}? `pegboard chat restore` brings it back.")) {
        return Err(Failure::usage("nothing was deleted"));
    }
    match message {
        Some(message) => {
            let chat = client.delete::<Chat>(&["chats", &chat, "messages", &message.to_string()]).await?;
            output.answer(&chat, show_one);
        }
        None => {
            client.open(client.request(Method::DELETE, &["chats", &chat])).await?;
            output.line(Tone::Plain, &format!("deleted; `pegboard chat restore {chat}` brings it back"));
        }
    }
    Ok(())
}

fn show_one(output: &Output, chat: &Chat) {
    output.line(Tone::Strong, &chat.title);
    output.line(Tone::Plain, &format!("chat     {}", chat.id));
    if let Some(leaf) = chat.active_leaf_message_id {
        output.line(Tone::Plain, &format!("leaf     {leaf}"));
    }
    if let Some(manifest) = chat.active_manifest_id {
        output.line(Tone::Plain, &format!("manifest {manifest}"));
    }
}

fn show_list(output: &Output, page: &Page<Chat>) {
    let row = |chat: &Chat| [chat.id.to_string(), chat.title.clone(), moment(chat.created_at)];
    output.table(["CHAT", "TITLE", "BEGUN"], page.items.iter().map(row));
    more(output, page.next_cursor.as_deref());
}

fn show_found(output: &Output, page: &Page<ListedChat>) {
    let row = |hit: &ListedChat| {
        let pieces = hit.found.iter().flat_map(|found| &found.snippet);
        let text: String = pieces.map(|piece| piece.text.as_str()).collect();
        [hit.chat.id.to_string(), hit.chat.title.clone(), text]
    };
    output.table(["CHAT", "TITLE", "SAYS"], page.items.iter().map(row));
    more(output, page.next_cursor.as_deref());
}

pub(crate) fn show_tree(output: &Output, chat: &ChatWithMessages) {
    show_one(output, &chat.chat);
    let rows = chat.messages.iter().map(|message| {
        let active = Some(message.id) == chat.chat.active_leaf_message_id;
        let mark = match (active, chat.leaves.contains(&message.id)) {
            (true, _) => "* active",
            (false, true) => "leaf",
            (false, false) => "",
        };
        let parent = message.parent_id.map(|id| id.to_string()).unwrap_or_default();
        [message.id.to_string(), parent, message.role.clone(), preview(message), mark.to_owned()]
    });
    output.table(["MESSAGE", "ANSWERS", "ROLE", "CONTENT", ""], rows);
    for branch in &chat.deleted {
        let at = moment(branch.deleted_at);
        output.line(Tone::Faint, &format!("deleted {at}: {}", branch.message_id));
    }
}

fn preview(message: &Message) -> String {
    let parts = message.content.as_array().map(Vec::as_slice).unwrap_or_default();
    let texts = parts.iter().filter_map(|part| {
        let text = part.get("text").or_else(|| part.get("type"))?;
        text.as_str()
    });
    first_line(&texts.collect::<Vec<_>>().join(" "), MESSAGE_WIDTH)
}
