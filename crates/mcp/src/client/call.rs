//! One call of a tool.

use std::fmt::Write;
use std::future::Future;
use std::io;

use pegboard_model::call::{FailureKind, News, Outcome, ToolFailure};
use pegboard_model::ids::{ServerKey, ToolId};
use pegboard_model::provider::{Host, Job};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use super::ask::Asker;
use super::connection::Lease;
use super::fault::{RequestError, unavailable};
use super::limits::{CANCEL_TIME, NEWS_MAX, ROUNDS_MAX, TAIL_BYTES};
use super::peer::{Ask, InFlight};
use super::registry::Registry;
use super::rounds::InputRequired;
use super::server::Server;
use crate::rpc::{ParamHeader, method};

/// Runs a call and tells what happens on the way.
pub(super) async fn run(registry: &Registry, job: Job, host: &dyn Host) -> Outcome {
    let mut log = Log { text: String::new(), room: job.limits.log_bytes };
    let result = Running::run(registry, job, host, &mut log).await;
    Outcome { result, log: log.text }
}

/// What a call says while it runs, as far as it is kept.
struct Log {
    text: String,
    room: usize,
}

/// A call that has its connection.
struct Running<'a> {
    server: &'a Server,
    lease: Lease,
    asker: Asker,
    host: &'a dyn Host,
    deadline: Instant,
    limit: std::time::Duration,
    cancelled: CancellationToken,
}

impl Running<'_> {
    async fn run(
        registry: &Registry,
        job: Job,
        host: &dyn Host,
        log: &mut Log,
    ) -> Result<Value, ToolFailure> {
        let ToolId::Mcp { server: key, tool } = &job.resolved.tool else {
            return Err(ToolFailure::new(FailureKind::Missing, "This is no tool of an MCP server."));
        };
        let server = registry.server(key).map_err(unavailable)?;
        let place = server.place(Some((job.chat, job.workspace.clone())));
        let workspace = place.workspace().map(std::path::Path::to_owned);
        let deadline = Instant::now() + job.limits.timeout;
        let cancelled = host.cancelled();
        let mut lost_session = false;
        loop {
            let leasing = registry.lease(&server, place.clone());
            let leased = tokio::select! {
                leased = timeout_at(deadline, leasing) => leased,
                () = cancelled.cancelled() => return Err(RequestError::Cancelled.of_call(key, "")),
            };
            let lease = leased.map_err(|_| RequestError::Timeout(job.limits.timeout).of_call(key, ""))?;
            let (news, told) = mpsc::channel(NEWS_MAX);
            let running = Running {
                server: &server,
                lease: lease.map_err(unavailable)?,
                asker: Asker { line: host.caller(), workspace: workspace.clone(), news },
                host,
                deadline,
                limit: job.limits.timeout,
                cancelled: cancelled.clone(),
            };
            let arguments = Value::Object(job.resolved.args.clone());
            match running.call(tool, arguments, told, log).await {
                // The server did not even look at it, so asking again repeats nothing.
                Err(RequestError::SessionLost) if !lost_session => lost_session = true,
                Err(error) => return Err(running.failure(key, error)),
                Ok(result) => {
                    return judged(key, result, job.limits.result_bytes);
                }
            }
        }
    }

    async fn call(
        &self,
        tool: &str,
        arguments: Value,
        mut told: mpsc::Receiver<News>,
        log: &mut Log,
    ) -> Result<Value, RequestError> {
        let param_headers = self.param_headers(tool, &arguments);
        let first = json!({"name": tool, "arguments": arguments});
        let mut params = first.clone();
        for _ in 0..ROUNDS_MAX {
            let ask = Ask {
                method: method::TOOLS_CALL.to_owned(),
                params,
                asker: Some(self.asker.clone()),
                param_headers: param_headers.clone(),
            };
            let result = self.round(ask, &mut told, log).await?;
            let Some(required) = InputRequired::of(method::TOOLS_CALL, &result) else {
                return Ok(result);
            };
            params = self.unless_over(required.answered(&first, &self.asker)).await?;
        }
        Err(RequestError::Malformed(format!("it asked back more than {ROUNDS_MAX} times")))
    }

    /// Asks once, and passes on what is told until the answer comes.
    async fn round(
        &self,
        ask: Ask,
        told: &mut mpsc::Receiver<News>,
        log: &mut Log,
    ) -> Result<Value, RequestError> {
        let peer = &self.lease.connection.peer;
        let mut in_flight = self.unless_over(peer.begin(ask)).await??;
        let answered = loop {
            tokio::select! {
                biased;
                Some(news) = told.recv() => self.tell(news, log),
                answered = self.unless_over(in_flight.answer()) => break answered,
            }
        };
        while let Ok(news) = told.try_recv() {
            self.tell(news, log);
        }
        match answered {
            Ok(answer) => answer,
            Err(over) => {
                self.give_up(&mut in_flight, &over).await;
                Err(over)
            }
        }
    }

    async fn unless_over<T>(&self, work: impl Future<Output = T>) -> Result<T, RequestError> {
        tokio::select! {
            done = timeout_at(self.deadline, work) => done.map_err(|_| RequestError::Timeout(self.limit)),
            () = self.cancelled.cancelled() => Err(RequestError::Cancelled),
        }
    }

    /// Tells the server that nobody waits any more. What a chat's own server does after that it would do to the
    /// chat's folder, so it must stop or be ended.
    async fn give_up(&self, in_flight: &mut InFlight, why: &RequestError) {
        let connection = &self.lease.connection;
        let stopped = async {
            connection.peer.cancel(in_flight, &why.to_string()).await;
            in_flight.answer().await
        };
        let has_stopped = timeout(CANCEL_TIME, stopped).await.is_ok();
        if !has_stopped && self.asker.workspace.is_some() {
            self.server.record().log.note("a call did not stop when it was told to; its server is ended");
            connection.end().await;
        }
    }

    fn param_headers(&self, tool: &str, arguments: &Value) -> Vec<(String, String)> {
        let known = self.lease.connection.known();
        let Some(tool) = known.tools.iter().find(|known| known.name() == tool) else { return Vec::new() };
        let wanted = ParamHeader::of_schema(tool.input_schema()).unwrap_or_default();
        wanted.into_iter().filter_map(|one| Some((one.header.clone(), one.value(arguments)?))).collect()
    }

    fn tell(&self, news: News, log: &mut Log) {
        if let Some(line) = line_of(&news) {
            self.host.log(&line);
            log.push(&line);
        }
        if let Some(caller) = &self.asker.line {
            caller.tell(news);
        }
    }

    fn failure(&self, key: &ServerKey, error: RequestError) -> ToolFailure {
        let log = match error {
            RequestError::Gone(_) | RequestError::Timeout(_) | RequestError::Malformed(_) => {
                self.server.record().log.tail(TAIL_BYTES)
            }
            _ => String::new(),
        };
        error.of_call(key, &log)
    }
}

impl Log {
    fn push(&mut self, line: &str) {
        const LEFT_OUT: &str = "[… the rest is left out …]\n";
        if line.len() <= self.room {
            self.room -= line.len();
            self.text.push_str(line);
        } else if self.room > 0 {
            self.room = 0;
            self.text.push_str(LEFT_OUT);
        }
    }
}

/// A piece of news as a line for people; a bare number of progress is none.
fn line_of(news: &News) -> Option<String> {
    let mut line = String::new();
    match news {
        News::Progress(params) => {
            let message = params.get("message").and_then(Value::as_str)?;
            write!(line, "{message}").ok()?;
            let share = (params.get("progress"), params.get("total"));
            if let (Some(progress), Some(total)) = share {
                write!(line, " ({progress}/{total})").ok()?;
            }
        }
        News::Message(params) => match params.get("data")? {
            Value::String(text) => line.push_str(text),
            other => write!(line, "{other}").ok()?,
        },
        News::Worker(_) => return None,
    }
    line.push('\n');
    Some(line)
}

/// A result as an outcome: it is passed on whole, also where the tool says that it failed.
fn judged(key: &ServerKey, result: Value, limit: u64) -> Result<Value, ToolFailure> {
    if !result.is_object() {
        return Err(RequestError::Malformed("a result that is no object".to_owned()).of_call(key, ""));
    }
    if size(&result) > limit {
        return Err(RequestError::TooLarge.of_call(key, ""));
    }
    if result.get("isError").and_then(Value::as_bool) != Some(true) {
        return Ok(result);
    }
    let texts = result.get("content").and_then(Value::as_array);
    let first = texts.and_then(|all| all.iter().find_map(|one| one.get("text")?.as_str()));
    let message = first
        .filter(|text| !text.trim().is_empty())
        .unwrap_or("The tool failed and did not say why.")
        .to_owned();
    let failure = ToolFailure::new(FailureKind::Raised, message);
    Err(failure.with_answer(result))
}

/// Bytes of a value as JSON.
fn size(value: &Value) -> u64 {
    struct Count(u64);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len() as u64;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    match serde_json::to_writer(&mut count, value) {
        Ok(()) => count.0,
        Err(_) => u64::MAX,
    }
}
