//! Which chat a command works on.

use std::fs;
use std::path::{Path, PathBuf};

use pegboard_model::ids::ChatId;

use crate::cli::client::Client;
use crate::cli::exit::{Exit, Failure};
use crate::http::wire::chat::Chat;
use crate::http::wire::page::Page;

/// What the server calls the chat of calls that name none.
const DEFAULT: &str = "default";
/// Chats of one page while one is looked for by its title.
const PAGE: u64 = 500;

/// The chat that was named by id or title, else the one chosen with `pegboard chat use`, else none.
///
/// # Errors
/// When no chat or more than one has the title.
pub(crate) async fn chosen(client: &Client, named: Option<&str>) -> Result<Option<ChatId>, Failure> {
    match named {
        Some(DEFAULT) => Ok(None),
        Some(named) => find(client, named).await.map(Some),
        None => Ok(remembered(client)),
    }
}

/// The same, as it stands in a path.
///
/// # Errors
/// As [`chosen`].
pub(crate) async fn segment(client: &Client, named: Option<&str>) -> Result<String, Failure> {
    let chat = chosen(client, named).await?;
    Ok(chat.map_or_else(|| DEFAULT.to_owned(), |id| id.to_string()))
}

async fn find(client: &Client, named: &str) -> Result<ChatId, Failure> {
    if let Ok(id) = named.parse() {
        return Ok(id);
    }
    let mut found: Vec<ChatId> = Vec::new();
    let mut cursor = None;
    loop {
        let mut query = vec![("limit", PAGE.to_string())];
        query.extend(cursor.map(|cursor| ("cursor", cursor)));
        let page = client.get::<Page<Chat>>(&["chats"], &query).await?.body;
        found.extend(page.items.iter().filter(|chat| chat.title == named).map(|chat| chat.id));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(Failure::new(Exit::NotFound, format!("no chat has the title `{named}`"))
            .hint(format!("Make one: pegboard chat new '{named}'; or see pegboard chat list"))),
        several => Err(Failure::usage(format!("{} chats have the title `{named}`", several.len()))
            .hint("Name one by its id: pegboard chat list")),
    }
}

fn place(notes: &Path) -> PathBuf {
    notes.join("current-chat")
}

/// What `pegboard chat use` chose; a note that is gone or unreadable is none.
fn remembered(client: &Client) -> Option<ChatId> {
    fs::read_to_string(place(client.notes()?)).ok()?.trim().parse().ok()
}

/// Remembers a chat for commands that name none.
///
/// # Errors
/// When there is no data folder to note it in, or it cannot be written.
pub(crate) fn remember(client: &Client, chat: ChatId) -> Result<(), Failure> {
    let hint = format!("Set it for this shell instead: export PEGBOARD_CHAT={chat}");
    let Some(notes) = client.notes() else {
        return Err(Failure::usage("a chat can be remembered only with --data, not with --url").hint(hint));
    };
    fs::write(place(notes), format!("{chat}\n"))
        .map_err(|error| Failure::usage(format!("the choice cannot be noted: {error}")).hint(hint))
}
