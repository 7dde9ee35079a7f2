//! The legacy HTTP+SSE: one stream of events for all that the server says, one POST for each message to it.

use std::sync::Arc;

use futures::StreamExt;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Client, Method, Response};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use url::Url;

use super::event_stream::{Event, EventStream, Position};
use super::remote::{Credentials, EVENTS, JSON, Way, content_type};
use crate::client::exchange::Exchange;
use crate::client::fault::RequestError;
use crate::client::target::Remote;
use crate::rpc::Message;
use crate::rpc::limits::MESSAGE_MAX;

/// A server that speaks HTTP+SSE.
#[derive(Debug)]
pub(crate) struct Sse {
    way: Way,
    exchange: Arc<Exchange>,
    /// Where messages are posted to, once the server has said so.
    endpoint: watch::Receiver<Option<Url>>,
    ending: CancellationToken,
}

impl Sse {
    /// Opens the stream of events; what the server says goes to the exchange.
    pub(crate) async fn open(
        client: Client,
        remote: Remote,
        credentials: Option<Arc<dyn Credentials>>,
        exchange: &Arc<Exchange>,
    ) -> Result<Self, RequestError> {
        let way = Way::new(client, remote, credentials);
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static(EVENTS));
        let response = way.send(Method::GET, way.url(), headers, None).await?;
        if !response.status().is_success() {
            return Err(RequestError::Status(response.status().as_u16()));
        }
        if content_type(&response) != EVENTS {
            return Err(RequestError::Malformed("it is no stream of events".to_owned()));
        }
        let (told, endpoint) = watch::channel(None);
        let ending = CancellationToken::new();
        let reader = Reader { exchange: Arc::clone(exchange), base: way.url().clone(), told };
        let end = ending.clone();
        tokio::spawn(async move {
            let how = tokio::select! {
                () = end.cancelled() => RequestError::Gone("was disconnected".to_owned()),
                how = reader.read(response) => how,
            };
            reader.exchange.close(how);
        });
        Ok(Self { way, exchange: Arc::clone(exchange), endpoint, ending })
    }

    pub(super) async fn send(&self, message: &Message) -> Result<(), RequestError> {
        let mut endpoint = self.endpoint.clone();
        let url = match endpoint.wait_for(Option::is_some).await {
            Ok(url) => url.clone(),
            Err(_) => None,
        };
        let Some(url) = url else {
            return Err(self.exchange.end().unwrap_or_else(|| RequestError::Gone("went away".to_owned())));
        };
        let body = serde_json::to_vec(message).map_err(|error| RequestError::Malformed(error.to_string()))?;
        if body.len() > MESSAGE_MAX {
            return Err(RequestError::TooLarge);
        }
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(JSON));
        let response = self.way.send(Method::POST, &url, headers, Some(body)).await?;
        let status = response.status();
        if status.is_success() { Ok(()) } else { Err(RequestError::Status(status.as_u16())) }
    }

    pub(super) async fn end(&self) {
        self.ending.cancel();
        self.exchange.closed().cancelled().await;
    }
}

impl Drop for Sse {
    fn drop(&mut self) {
        self.ending.cancel();
    }
}

struct Reader {
    exchange: Arc<Exchange>,
    base: Url,
    told: watch::Sender<Option<Url>>,
}

impl Reader {
    /// Reads the stream to its end; gives how it ended.
    async fn read(&self, response: Response) -> RequestError {
        let mut events = EventStream::new(MESSAGE_MAX, Position::default());
        let mut stream = response.bytes_stream();
        while let Some(Ok(bytes)) = stream.next().await {
            let Ok(whole) = events.push(&bytes) else { return RequestError::TooLarge };
            for event in whole {
                if let Err(error) = self.take(&event) {
                    return error;
                }
            }
        }
        RequestError::Gone("ended its stream of events".to_owned())
    }

    fn take(&self, event: &Event) -> Result<(), RequestError> {
        match event.name.as_str() {
            "" | "message" => {
                self.exchange.take_json(&event.data, None);
            }
            "endpoint" => {
                let text = String::from_utf8_lossy(&event.data);
                let url = self.base.join(text.trim()).ok();
                // Headers and tokens are for this server: it must not send them elsewhere.
                let url = url.filter(|url| url.origin() == self.base.origin()).ok_or_else(|| {
                    RequestError::Malformed("it wants messages at an address of another origin".to_owned())
                })?;
                self.told.send_replace(Some(url));
            }
            _ => {}
        }
        Ok(())
    }
}
