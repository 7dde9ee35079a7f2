//! Streamable HTTP: each message is a POST, whose answer is JSON or a stream of events.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use reqwest::header::{ACCEPT, HeaderMap, HeaderValue};
use reqwest::{Client, Method, Response, StatusCode};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use super::event_stream::{EventStream, Position};
use super::heads::Heads;
use super::outgoing::{Outgoing, Sending};
use super::remote::{Credentials, EVENTS, JSON, Way, body, broken, content_type, error_body};

use crate::client::exchange::{Exchange, Taken};
use crate::client::fault::RequestError;
use crate::client::limits::{GOODBYE_TIME, LISTEN_TIME, RESUME_LONGEST, RESUME_TIME, RESUMES_MAX};
use crate::client::target::Remote;
use crate::rpc::limits::MESSAGE_MAX;
use crate::rpc::{Message, ProtocolVersion, header};

/// A server that speaks streamable HTTP.
#[derive(Debug)]
pub(crate) struct Http {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    way: Way,
    exchange: Arc<Exchange>,
    heads: Heads,
    /// Ends the stream of what the server says of its own accord.
    ending: CancellationToken,
}

impl Http {
    /// Connects nothing yet.
    pub(crate) fn new(
        client: Client,
        remote: Remote,
        credentials: Option<Arc<dyn Credentials>>,
        exchange: &Arc<Exchange>,
    ) -> Self {
        Self {
            shared: Arc::new(Shared {
                way: Way::new(client, remote, credentials),
                exchange: Arc::clone(exchange),
                heads: Heads::default(),
                ending: CancellationToken::new(),
            }),
        }
    }

    /// Sends a request; a task takes its answer.
    pub(super) fn ask(&self, outgoing: Outgoing) -> Result<Sending, RequestError> {
        let headers = self.shared.heads.of(&outgoing);
        let body = encode(&Message::Request(outgoing.request))?;
        let shared = Arc::clone(&self.shared);
        let id = outgoing.id;
        let answering = tokio::spawn(async move {
            if let Err(error) = shared.post(id, headers, body).await {
                shared.exchange.fail(id, error.clone());
                if error == RequestError::SignIn {
                    // No other request would fare better.
                    shared.exchange.close(error);
                }
            }
        });
        Ok(Sending { _answering: Some(AbortOnDropHandle::new(answering)) })
    }

    /// Sends a message that is no request, and waits until the server has it.
    pub(super) async fn tell(&self, message: &Message) -> Result<(), RequestError> {
        let headers = match message {
            Message::Notification(notification) => self.shared.heads.of_notification(&notification.method),
            Message::Request(_) | Message::Response(_) => self.shared.heads.each(),
        };
        let response = self.shared.send(Method::POST, headers, Some(encode(message)?)).await?;
        match response.status() {
            status if status.is_success() => Ok(()),
            status => Err(RequestError::Status(status.as_u16())),
        }
    }

    pub(super) fn agreed(&self, version: ProtocolVersion) {
        self.shared.heads.agreed(version);
    }

    /// Opens the stream of what the server says of its own accord, where it has one. Waits a moment for it to be open:
    /// some servers drop what they say before.
    pub(super) async fn listen(&self) {
        let shared = Arc::clone(&self.shared);
        let (opened, open) = oneshot::channel();
        tokio::spawn(async move {
            tokio::select! {
                () = shared.ending.cancelled() => {}
                () = shared.exchange.closed().cancelled() => {}
                () = shared.overhear(opened) => {}
            }
        });
        let _open_refused_or_slow = timeout(LISTEN_TIME, open).await;
    }

    /// Ends the session, where there is one.
    pub(super) async fn end(&self) {
        self.shared.ending.cancel();
        self.shared.exchange.close(RequestError::Gone("was disconnected".to_owned()));
        if self.shared.heads.session().is_some() {
            let goodbye = self.shared.send(Method::DELETE, self.shared.heads.each(), None);
            let _no_matter = timeout(GOODBYE_TIME, goodbye).await;
        }
    }
}

impl Drop for Http {
    fn drop(&mut self) {
        self.shared.ending.cancel();
    }
}

impl Shared {
    async fn post(&self, id: i64, headers: HeaderMap, message: Vec<u8>) -> Result<(), RequestError> {
        let response = self.send(Method::POST, headers, Some(message)).await?;
        let status = response.status();
        if status == StatusCode::NOT_FOUND && self.heads.session().is_some() {
            self.exchange.close(RequestError::SessionLost);
            return Err(RequestError::SessionLost);
        }
        if !status.is_success() {
            return self.failed(id, response).await;
        }
        self.heads.keep_session(&response);
        match content_type(&response).as_str() {
            JSON => {
                let json = body(response, MESSAGE_MAX).await?;
                match self.exchange.take_json(&json, Some(id)) {
                    Taken::Answer => Ok(()),
                    Taken::Other | Taken::Broken => Err(malformed("its answer is for something else")),
                }
            }
            EVENTS => self.follow(id, response).await,
            _ => Err(malformed("it is neither JSON nor a stream of events")),
        }
    }

    /// An error status: where the body is a JSON-RPC error, that is the answer.
    async fn failed(&self, id: i64, response: Response) -> Result<(), RequestError> {
        let status = response.status().as_u16();
        let is_json = content_type(&response) == JSON;
        let body = error_body(response).await;
        if is_json && self.exchange.take_json(&body, Some(id)) == Taken::Answer {
            return Ok(());
        }
        self.exchange.log().note(&format!("it answered with the HTTP status {status}"));
        Err(RequestError::Status(status))
    }

    /// Reads the stream of one request until its answer has come. One that breaks off is taken up again where the
    /// server gave its events ids.
    async fn follow(&self, id: i64, mut response: Response) -> Result<(), RequestError> {
        let mut position = Position::default();
        for _ in 0..=RESUMES_MAX {
            let (found, at) = self.read(response, Some(id), position).await?;
            if found == Taken::Answer {
                return Ok(());
            }
            position = at;
            let Some(last) = &position.last_id else {
                return Err(RequestError::Gone("ended the answer before its end".to_owned()));
            };
            sleep(pause(&position)).await;
            response = self.resume(Some(last)).await?;
        }
        Err(RequestError::Gone("broke the answer off again and again".to_owned()))
    }

    /// Opens a stream, behind an event where one is given.
    async fn resume(&self, last: Option<&str>) -> Result<Response, RequestError> {
        let mut headers = self.heads.each();
        headers.insert(ACCEPT, HeaderValue::from_static(EVENTS));
        if let Some(last) = last.and_then(|last| HeaderValue::from_str(last).ok()) {
            headers.insert(header::LAST_EVENT_ID, last);
        }
        let response = self.send(Method::GET, headers, None).await?;
        let is_stream = response.status().is_success() && content_type(&response) == EVENTS;
        if is_stream { Ok(response) } else { Err(RequestError::Status(response.status().as_u16())) }
    }

    /// Reads one stream to its end, or to the answer of the request that it belongs to.
    async fn read(
        &self,
        response: Response,
        origin: Option<i64>,
        position: Position,
    ) -> Result<(Taken, Position), RequestError> {
        let mut events = EventStream::new(MESSAGE_MAX, position);
        let mut stream = response.bytes_stream();
        while let Some(bytes) = stream.next().await {
            // Broken off in the middle is as good as ended early.
            let Ok(bytes) = bytes.map_err(|error| broken(&error)) else { break };
            for event in events.push(&bytes).map_err(|_| RequestError::TooLarge)? {
                let is_message = matches!(event.name.as_str(), "" | "message");
                if is_message
                    && self.exchange.take_json(&event.data, origin) == Taken::Answer
                    && origin.is_some()
                {
                    return Ok((Taken::Answer, events.position));
                }
            }
        }
        Ok((Taken::Other, events.position))
    }

    /// Follows the stream of what the server says of its own accord, for as long as it has one.
    async fn overhear(&self, opened: oneshot::Sender<()>) {
        let mut opened = Some(opened);
        let mut position = Position::default();
        let mut failures = 0;
        while failures < RESUMES_MAX {
            let response = self.resume(position.last_id.as_deref()).await;
            if let Some(opened) = opened.take() {
                let _nobody_waits = opened.send(());
            }
            match response {
                Ok(response) => {
                    failures = 0;
                    match self.read(response, None, position.clone()).await {
                        Ok((_, at)) => position = at,
                        Err(_) => failures += 1,
                    }
                }
                // It has none.
                Err(RequestError::Status(_) | RequestError::SignIn | RequestError::MoreScope) => return,
                Err(_) => failures += 1,
            }
            sleep(pause(&position)).await;
        }
    }

    async fn send(
        &self,
        method: Method,
        headers: HeaderMap,
        body: Option<Vec<u8>>,
    ) -> Result<Response, RequestError> {
        self.way.send(method, self.way.url(), headers, body).await
    }
}

fn malformed(why: &str) -> RequestError {
    RequestError::Malformed(why.to_owned())
}

fn encode(message: &Message) -> Result<Vec<u8>, RequestError> {
    let body = serde_json::to_vec(message).map_err(|error| RequestError::Malformed(error.to_string()))?;
    if body.len() > MESSAGE_MAX { Err(RequestError::TooLarge) } else { Ok(body) }
}

fn pause(position: &Position) -> Duration {
    position.retry.unwrap_or(RESUME_TIME).min(RESUME_LONGEST)
}
