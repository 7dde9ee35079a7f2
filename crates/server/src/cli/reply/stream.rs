//! The stream of a reply, as it comes from the server.

use std::io;
use std::pin::Pin;

use futures::TryStreamExt;
use reqwest::{RequestBuilder, StatusCode};
use serde_json::Value;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt};
use tokio_util::io::StreamReader;

use crate::cli::client::Client;
use crate::cli::exit::{Exit, Failure};

/// Bytes of one part's line: a call's result is never longer in the record.
const LINE_MAX: u64 = 32 << 20;
/// What the last line says.
const DONE: &str = "[DONE]";

pub(super) struct Stream(Pin<Box<dyn AsyncBufRead + Send>>);

impl Stream {
    /// What the server answers with; nothing, where no reply is being written.
    ///
    /// # Errors
    /// When the server refuses or cannot be reached.
    pub(super) async fn open(client: &Client, request: RequestBuilder) -> Result<Option<Self>, Failure> {
        let response = client.open(request).await?;
        if response.status() == StatusCode::NO_CONTENT {
            return Ok(None);
        }
        Ok(Some(Self(Box::pin(StreamReader::new(response.bytes_stream().map_err(io::Error::other))))))
    }

    /// The next part; nothing after the last one.
    ///
    /// # Errors
    /// When the connection breaks.
    pub(super) async fn next(&mut self) -> Result<Option<Value>, Failure> {
        loop {
            let mut line = String::new();
            let read =
                (&mut self.0).take(LINE_MAX).read_line(&mut line).await.map_err(|error| broken(&error))?;
            if read == 0 {
                return Err(broken(&"it ended half-way"));
            }
            // The server writes each part on one line; what is none are comments that keep the connection.
            let Some(data) = line.strip_prefix("data:").map(str::trim) else { continue };
            if data == DONE {
                return Ok(None);
            }
            return serde_json::from_str(data).map(Some).map_err(|error| broken(&error));
        }
    }
}

fn broken(why: &dyn std::fmt::Display) -> Failure {
    Failure::new(Exit::Unreachable, format!("the reply's stream broke: {why}"))
        .hint("The reply is written on all the same: pegboard chat show")
}
