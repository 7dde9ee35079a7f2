//! `pegboard chat export` and `import`

use std::path::{Path, PathBuf};

use reqwest::{Body, Method};

use crate::cli::chat_choice;
use crate::cli::client::{Answer, Client};
use crate::cli::exit::Failure;
use crate::cli::output::Output;
use crate::cli::progress::Spinner;
use crate::cli::save;
use crate::http::chat_archive::file_stem;
use crate::http::wire::chat::Chat;

/// Writes a chat to a file.
pub(super) async fn export(
    chat: Option<&str>,
    place: Option<PathBuf>,
    force: bool,
    client: &Client,
    output: &Output,
) -> Result<(), Failure> {
    let chat = chat_choice::segment(client, chat).await?;
    let place = match place {
        Some(place) => place,
        None => {
            let title = client.get::<Chat>(&["chats", &chat], &[]).await?.body.title;
            PathBuf::from(format!("{}.chat.zip", file_stem(&title)))
        }
    };
    if !force && place.as_os_str() != "-" && place.exists() {
        return Err(Failure::usage(format!("{} is there already", place.display()))
            .hint("Write elsewhere with --output FILE, or over it with --force."));
    }
    let request = client.request(Method::GET, &["chats", &chat, "export"]);
    if let Some(bytes) = save::body(client, output, request, &place).await? {
        save::said(output, &place, bytes);
    }
    Ok(())
}

/// Makes a chat of a file.
pub(super) async fn import(file: &Path, client: &Client) -> Result<Answer<Chat>, Failure> {
    let unreadable =
        |error: std::io::Error| Failure::usage(format!("{} cannot be read: {error}", file.display()));
    let content = tokio::fs::File::open(file).await.map_err(unreadable)?;
    let request = client
        .request(Method::POST, &["chats", "import"])
        .header("content-type", "application/zip")
        .body(Body::from(content));
    let _spinner = Spinner::start(format!("Importing {}", file.display()));
    client.send(request).await
}
