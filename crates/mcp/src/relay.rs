//! MCP on standard input and output, for clients that start programs: each message goes on to an endpoint over HTTP,
//! and what comes back is written as it came.
//!
//! Messages of a client up to 2025-11-25 share a session; those of a later one say everything themselves, and get the
//! headers that they need.

mod answers;
mod messages;

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use reqwest::{Client, RequestBuilder};
use serde_json::Value;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use url::Url;

use crate::relay::answers::{Failed, Lines};
use crate::relay::messages::Sent;
use crate::rpc::{Id, Message, RpcError, code, header, limits, method};

/// Lines that wait to be written.
const WAITING: usize = 64;

/// Where messages go.
#[derive(Debug, Clone)]
pub struct Relay {
    /// The endpoint, such as `http://127.0.0.1:8321/mcp`.
    pub url: Url,
    /// What opens it.
    pub token: String,
    /// Sends requests. It has no time limit: a call may take long.
    pub client: Client,
    /// A header for every request, such as the chat to work on.
    pub header: Option<(&'static str, String)>,
}

/// The relay at work.
struct Open {
    relay: Relay,
    /// The session and its version, once there is one.
    session: OnceLock<(String, String)>,
    running: Mutex<HashMap<Id, AbortHandle>>,
    lines: mpsc::Sender<String>,
}

impl Relay {
    /// Relays until the input ends.
    ///
    /// # Errors
    /// When the input cannot be read or the output cannot be written.
    pub async fn run(
        self,
        input: impl AsyncBufRead + Unpin,
        output: impl AsyncWrite + Unpin + Send + 'static,
    ) -> io::Result<()> {
        let (lines, waiting) = mpsc::channel(WAITING);
        let writer = tokio::spawn(write(waiting, output));
        let open = Arc::new(Open { relay: self, session: OnceLock::new(), running: Mutex::default(), lines });
        let read = tokio::select! {
            read = read(&open, input) => read,
            () = open.lines.closed() => Ok(()),
        };
        open.end().await;
        drop(open);
        read?;
        writer.await.map_err(io::Error::from)?
    }
}

async fn write(mut waiting: mpsc::Receiver<String>, mut output: impl AsyncWrite + Unpin) -> io::Result<()> {
    while let Some(mut line) = waiting.recv().await {
        line.push('\n');
        output.write_all(line.as_bytes()).await?;
        output.flush().await?;
    }
    Ok(())
}

async fn read(open: &Arc<Open>, mut input: impl AsyncBufRead + Unpin) -> io::Result<()> {
    let max = u64::try_from(limits::MESSAGE_MAX).unwrap_or(u64::MAX);
    loop {
        let mut line = Vec::new();
        if (&mut input).take(max + 1).read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        if line.len() > limits::MESSAGE_MAX {
            return Err(io::Error::other("a message is longer than is taken"));
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match messages::read(line) {
            Ok(sent) => open.take(sent).await,
            Err(refusal) => open.say(refusal).await,
        }
    }
}

impl Open {
    /// Sends a message on. What its order matters for is waited for; other requests go side by side.
    async fn take(self: &Arc<Self>, sent: Sent) {
        match &sent.message {
            Message::Request(request) if request.method != method::INITIALIZE => {
                let id = request.id.clone();
                let (open, key) = (Arc::clone(self), id.clone());
                let task = tokio::spawn(async move {
                    open.send(sent).await;
                    open.running().remove(&key);
                });
                self.running().insert(id.clone(), task.abort_handle());
                if task.is_finished() {
                    self.running().remove(&id);
                }
            }
            Message::Notification(told)
                if told.method == method::CANCELLED && self.session.get().is_none() =>
            {
                // Without a session, closing the connection is what cancels.
                let id = told.params.get("requestId").cloned();
                let running = id.and_then(|id| self.running().remove(&serde_json::from_value(id).ok()?));
                if let Some(running) = running {
                    running.abort();
                }
            }
            Message::Notification(told) if told.method == method::INITIALIZED => {
                self.send(sent).await;
                let open = Arc::clone(self);
                tokio::spawn(async move { open.listen().await });
            }
            Message::Request(_) | Message::Notification(_) | Message::Response(_) => self.send(sent).await,
        }
    }

    fn running(&self) -> std::sync::MutexGuard<'_, HashMap<Id, AbortHandle>> {
        // Nothing panics while it is held, and each change is whole in itself.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn dressed(&self, request: RequestBuilder) -> RequestBuilder {
        let request = request.bearer_auth(&self.relay.token);
        let request = match &self.relay.header {
            Some((name, value)) => request.header(*name, value),
            None => request,
        };
        match self.session.get() {
            Some((session, version)) => {
                request.header(header::SESSION_ID, session).header(header::PROTOCOL_VERSION, version)
            }
            None => request,
        }
    }

    async fn send(&self, sent: Sent) {
        let Sent { message, line } = sent;
        let id = match &message {
            Message::Request(request) => Some(request.id.clone()),
            Message::Notification(_) | Message::Response(_) => None,
        };
        let request = self.dressed(self.relay.client.post(self.relay.url.clone()));
        let request = messages::headers(request, &message).body(line);
        let began = matches!(&message, Message::Request(request) if request.method == method::INITIALIZE);
        let outcome = async {
            let mut answer = Lines::open(request).await?;
            while let Some(line) = answer.next().await? {
                if began {
                    self.begin(answer.session(), &line);
                }
                self.say(line).await;
            }
            Ok(())
        };
        if let (Err(failed), Some(id)) = (outcome.await, id) {
            self.say(refusal(&id, &failed)).await;
        }
    }

    /// Notes the session that an answer to `initialize` began.
    fn begin(&self, session: Option<&str>, line: &str) {
        let version = serde_json::from_str::<Value>(line).ok();
        let version = version.as_ref().and_then(|answer| answer["result"]["protocolVersion"].as_str());
        if let (Some(session), Some(version)) = (session, version) {
            // A client begins once.
            let _ = self.session.set((session.to_owned(), version.to_owned()));
        }
    }

    /// Hands on what the endpoint says by itself, as long as it does.
    async fn listen(&self) {
        let request = self.dressed(self.relay.client.get(self.relay.url.clone()));
        let Ok(mut stream) = Lines::open(request.header("accept", "text/event-stream")).await else {
            return;
        };
        while let Ok(Some(line)) = stream.next().await {
            self.say(line).await;
        }
    }

    async fn say(&self, line: String) {
        // Nobody reads any more when this fails; then the relay ends.
        let _ = self.lines.send(line).await;
    }

    /// The client is gone: so is what it asked for, and its session.
    async fn end(&self) {
        self.running().drain().for_each(|(_, running)| running.abort());
        if self.session.get().is_some() {
            let request = self.dressed(self.relay.client.delete(self.relay.url.clone()));
            // A session that is not ended ends by itself.
            let _ = request.send().await;
        }
    }
}

fn refusal(id: &Id, failed: &Failed) -> String {
    messages::error(Some(id.clone()), RpcError::new(code::INTERNAL_ERROR, failed.to_string()))
}
