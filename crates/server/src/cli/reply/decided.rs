//! Waiting until a person has decided, and the reply goes on.

use std::io;

use futures::TryStreamExt;
use pegboard_model::ids::MessageId;
use reqwest::Method;
use tokio::io::{AsyncBufReadExt, AsyncReadExt};
use tokio::sync::mpsc;
use tokio_util::io::StreamReader;

use crate::cli::client::Client;
use crate::cli::exit::{Exit, Failure};
use crate::http::wire::event::{Event, Happening};

/// Bytes of one event's line.
const LINE_MAX: u64 = 1 << 20;
/// How a reply stands when it is written again.
const RUNNING: &str = "running";

/// How the replies of a chat stand, one after the other, from when this was made.
pub(super) struct Standing(mpsc::UnboundedReceiver<(MessageId, String)>);

impl Standing {
    /// # Errors
    /// When the server cannot be reached.
    pub(super) async fn of(client: &Client, chat: &str) -> Result<Self, Failure> {
        let request = client.request(Method::GET, &["events"]).query(&[("chat_id", chat)]);
        let response = client.open(request).await?;
        let mut reader = StreamReader::new(response.bytes_stream().map_err(io::Error::other));
        let (tell, told) = mpsc::unbounded_channel();
        // Read all the time, so that the server never has to leave events out.
        tokio::spawn(async move {
            loop {
                let mut line = String::new();
                match (&mut reader).take(LINE_MAX).read_line(&mut line).await {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {}
                }
                let Some(data) = line.strip_prefix("data:") else { continue };
                if let Ok(Event { what: Happening::ReplyChanged { message_id, status, .. }, .. }) =
                    serde_json::from_str(data.trim())
                    && tell.send((message_id, status)).is_err()
                {
                    return;
                }
            }
        });
        Ok(Self(told))
    }

    /// Waits until a reply that waited is written again.
    ///
    /// # Errors
    /// When the connection breaks.
    pub(super) async fn goes_on(&mut self, message: MessageId) -> Result<(), Failure> {
        let mut waited = false;
        loop {
            let Some((of, status)) = self.0.recv().await else {
                return Err(Failure::new(Exit::Unreachable, "the server ended the stream of events")
                    .hint("Was it stopped? The call still waits."));
            };
            match status.as_str() {
                _ if of != message => {}
                "waiting" => waited = true,
                RUNNING if waited => return Ok(()),
                _ => {}
            }
        }
    }

    /// How a reply ended that nobody followed.
    ///
    /// # Errors
    /// When the connection breaks.
    pub(super) async fn end(&mut self, message: MessageId) -> Result<String, Failure> {
        loop {
            match self.0.recv().await {
                Some((of, status)) if of == message && status != RUNNING => return Ok(status),
                Some(_) => {}
                None => return Err(Failure::new(Exit::Unreachable, "the server ended the stream of events")),
            }
        }
    }
}
