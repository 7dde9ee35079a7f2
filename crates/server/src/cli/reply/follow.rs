//! Following a reply to its end, and stopping it.

use pegboard_model::ids::ToolName;
use pegboard_model::inference::ProfileName;
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::cli::client::Client;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Format;
use crate::cli::reply::account::Account;
use crate::cli::reply::screen::Screen;
use crate::cli::reply::stream::Stream;
use crate::cli::reply::told::Told;

/// Who is to reply.
#[derive(Debug, Clone, Default)]
pub(super) struct Speaker {
    pub(super) worker: Option<ToolName>,
    pub(super) model: Option<ProfileName>,
}

/// Ctrl-C, from now on; until then it ends the program.
///
/// # Errors
/// When the system refuses.
pub(super) fn interrupts() -> Result<Signal, Failure> {
    signal(SignalKind::interrupt())
        .map_err(|error| Failure::internal(format!("Ctrl-C cannot be listened for: {error}")))
}

/// Says something in a chat, and gets the stream of what is replied.
///
/// # Errors
/// When the server refuses.
pub(super) async fn say(
    client: &Client,
    chat: &str,
    text: &str,
    files: Vec<Value>,
    speaker: &Speaker,
) -> Result<Stream, Failure> {
    let parts: Vec<Value> = std::iter::once(json!({"type": "text", "text": text})).chain(files).collect();
    let message = json!({"role": "user", "parts": parts});
    post(client, chat, with(speaker, json!({"message": message}))).await
}

/// What is asked for, with who is to reply.
pub(super) fn with(speaker: &Speaker, mut body: Value) -> Value {
    body["worker"] = json!(speaker.worker);
    body["model"] = json!(speaker.model);
    body
}

/// Asks for a reply.
///
/// # Errors
/// When the server refuses.
pub(super) async fn post(client: &Client, chat: &str, body: Value) -> Result<Stream, Failure> {
    let request = client.request(Method::POST, &["chats", chat, "stream"]).json(&body);
    let stream = Stream::open(client, request).await?;
    stream.ok_or_else(|| Failure::internal("the server began no reply"))
}

/// Joins the reply that is being written, if there is one.
///
/// # Errors
/// When the server refuses.
pub(super) async fn join(client: &Client, chat: &str) -> Result<Option<Stream>, Failure> {
    Stream::open(client, client.request(Method::GET, &["chats", chat, "stream"])).await
}

/// Follows a reply until it ends or waits. Ctrl-C has the server stop it; a second one waits for nothing any more.
///
/// # Errors
/// When the connection breaks.
pub(super) async fn follow(
    chat: &str,
    stream: Stream,
    screen: &mut Screen<'_>,
    account: &mut Account,
    interrupts: &mut Signal,
) -> Result<(), Failure> {
    let client = screen.client();
    let output = screen.output();
    let mut asked_to_stop = false;
    let mut told = std::pin::pin!(all(stream, screen, account));
    loop {
        tokio::select! {
            end = &mut told => return end,
            _ = interrupts.recv() => {
                if asked_to_stop {
                    return Err(Failure::new(Exit::Stopped, "the reply was asked to stop; its end was not waited for"));
                }
                asked_to_stop = true;
                client.open(client.request(Method::POST, &["chats", chat, "stop"])).await?;
                output.note("\nStopping the reply…");
            }
        }
    }
}

async fn all(mut stream: Stream, screen: &mut Screen<'_>, account: &mut Account) -> Result<(), Failure> {
    while let Some(part) = stream.next().await? {
        // A part that is not as expected is none that says how the reply stands.
        let told = Told::deserialize(&part).unwrap_or(Told::Other);
        if account.knows(&told) {
            continue;
        }
        let as_lines = screen.output().format() == Format::Json;
        if as_lines {
            screen.output().json_line(&part);
        }
        account.note(&told);
        if !as_lines {
            screen.show(&told, account).await;
        }
    }
    screen.rest();
    Ok(())
}
