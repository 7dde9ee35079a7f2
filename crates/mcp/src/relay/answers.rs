//! Answers of the endpoint, line by line.

use std::io;
use std::pin::Pin;

use futures::{Stream, TryStreamExt};
use reqwest::RequestBuilder;
use reqwest::header::CONTENT_TYPE;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio_util::bytes::Bytes;
use tokio_util::io::StreamReader;

use crate::rpc::{header, limits};

/// What an event's line may have beside its message.
const FRAME: usize = 1 << 10;

/// Why an answer broke off.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failed {
    #[error("Pegboard cannot be reached; is it still running?")]
    Unreachable(#[source] reqwest::Error),
    #[error("Pegboard refused the request (HTTP {status}): {detail}")]
    Refused { status: u16, detail: String },
    #[error("Pegboard's answer broke off")]
    Broken(#[from] io::Error),
}

type Pieces = Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>;

/// The messages of one answer.
pub(super) struct Lines {
    session: Option<String>,
    body: Body,
}

enum Body {
    Nothing,
    Whole(String),
    Events(BufReader<StreamReader<Pieces, Bytes>>),
}

impl Lines {
    /// Sends a request and reads the head of its answer.
    pub(super) async fn open(request: RequestBuilder) -> Result<Self, Failed> {
        let response = request.send().await.map_err(Failed::Unreachable)?;
        let text =
            |name| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let session = text(header::SESSION_ID);
        let media = text(CONTENT_TYPE.as_str()).unwrap_or_default();
        let status = response.status();
        let body = if media.starts_with("text/event-stream") {
            let pieces: Pieces = Box::pin(response.bytes_stream().map_err(io::Error::other));
            Body::Events(BufReader::new(StreamReader::new(pieces)))
        } else {
            let whole = response.text().await.map_err(Failed::Unreachable)?;
            match media.as_str() {
                // An error of the protocol is a message too, whatever the status.
                "application/json" => Body::Whole(whole),
                _ if status.is_success() => Body::Nothing,
                _ => return Err(Failed::Refused { status: status.as_u16(), detail: detail(&whole) }),
            }
        };
        Ok(Self { session, body })
    }

    /// The session that the answer names.
    pub(super) fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    /// The next message; `None` at the end.
    pub(super) async fn next(&mut self) -> Result<Option<String>, Failed> {
        match &mut self.body {
            Body::Nothing => Ok(None),
            Body::Whole(whole) => {
                let whole = std::mem::take(whole);
                self.body = Body::Nothing;
                Ok(Some(whole))
            }
            Body::Events(events) => loop {
                let max = u64::try_from(limits::MESSAGE_MAX + FRAME).unwrap_or(u64::MAX);
                let mut line = String::new();
                if (&mut *events).take(max).read_line(&mut line).await? == 0 {
                    return Ok(None);
                }
                // The endpoint writes each message on one line; empty ones only begin a stream.
                if let Some(data) = line.strip_prefix("data:").map(str::trim).filter(|data| !data.is_empty())
                {
                    return Ok(Some(data.to_owned()));
                }
            },
        }
    }
}

/// What a problem document says.
fn detail(body: &str) -> String {
    let problem: Option<serde_json::Value> = serde_json::from_str(body).ok();
    let detail = problem.as_ref().and_then(|problem| problem["detail"].as_str());
    detail.unwrap_or("it gave no reason").to_owned()
}
