//! The transports as one.

use super::http::Http;
use super::outgoing::{Outgoing, Sending};
use super::sse::Sse;
use super::stdio::Stdio;
use crate::client::fault::RequestError;
use crate::rpc::{Message, ProtocolVersion};

/// A way to a server.
#[derive(Debug)]
pub(crate) enum Wire {
    /// A process.
    Stdio(Stdio),
    /// Streamable HTTP.
    Http(Http),
    /// The legacy HTTP+SSE.
    Sse(Box<Sse>),
}

impl Wire {
    /// Sends a request. Its answer goes to the exchange.
    pub(crate) async fn ask(&self, outgoing: Outgoing) -> Result<Sending, RequestError> {
        match self {
            Self::Stdio(stdio) => {
                stdio.send(&Message::Request(outgoing.request)).await?;
                Ok(Sending::default())
            }
            Self::Http(http) => http.ask(outgoing),
            Self::Sse(sse) => {
                sse.send(&Message::Request(outgoing.request)).await?;
                Ok(Sending::default())
            }
        }
    }

    /// Sends a message that is no request; when this returns, it is out.
    pub(crate) async fn tell(&self, message: &Message) -> Result<(), RequestError> {
        match self {
            Self::Stdio(stdio) => stdio.send(message).await,
            Self::Http(http) => http.tell(message).await,
            Self::Sse(sse) => sse.send(message).await,
        }
    }

    /// Says which protocol version the messages are of from now on.
    pub(crate) fn agreed(&self, version: ProtocolVersion) {
        match self {
            Self::Stdio(_) | Self::Sse(_) => {}
            Self::Http(http) => http.agreed(version),
        }
    }

    /// Listens for what the server says of its own accord, where that takes a stream of its own.
    pub(crate) async fn listen(&self) {
        match self {
            Self::Stdio(_) | Self::Sse(_) => {}
            Self::Http(http) => http.listen().await,
        }
    }

    /// Ends it. When this returns, no process of it lives.
    pub(crate) async fn end(&self) {
        match self {
            Self::Stdio(stdio) => stdio.end().await,
            Self::Http(http) => http.end().await,
            Self::Sse(sse) => sse.end().await,
        }
    }

    /// The process, where it is a child of ours that lives.
    pub(crate) fn pid(&self) -> Option<u32> {
        match self {
            Self::Stdio(stdio) => stdio.pid(),
            Self::Http(_) | Self::Sse(_) => None,
        }
    }
}
