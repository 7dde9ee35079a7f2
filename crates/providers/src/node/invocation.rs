//! One call in a runner, up to the moment when no process of it lives.

use std::future::Future;
use std::pin::{Pin, pin};
use std::time::Duration;

use pegboard_model::call::{News, Outcome, ToolFailure};
use pegboard_model::provider::{Host, RunLimits};
use serde_json::{Value, json};
use tokio::net::unix::OwnedWriteHalf;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until, timeout};

use crate::capture::Capture;
use crate::ending::{Ending, stopped};
use crate::frame;
use crate::node::answer;
use crate::node::conversation::{Silence, encode, next};
use crate::node::ending::crashed;
use crate::node::protocol::{Event, Order};
use crate::node::reaper::Processes;
use crate::node::runner::Runner;
use crate::pump::pump;

/// How long a runner may take to be gone, once it has answered or was told to stop.
const GRACE: Duration = Duration::from_secs(2);

/// How long to wait for the rest of a socket or pipe whose writers are all gone.
const DRAIN_TIME: Duration = Duration::from_secs(1);

/// What an answer's frame may have beside the value itself: its envelope, or an error's texts.
const ENVELOPE_BYTES: u64 = 256 << 10;

/// Characters of a preliminary result in the log.
const PROGRESS_CHARS: usize = 2000;

/// Where a call stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The tool works; the alarm is its time limit.
    Working,
    /// Its abort signal has fired; the alarm kills it.
    ToldToStop,
    /// It answered, and its process is about to be gone.
    Answered,
    /// It was killed.
    Killed,
}

/// How a call came to its end.
struct Ended {
    said: Option<Result<Event, Silence>>,
    ending: Option<Ending>,
}

/// Sends the order, takes the answer and the log, and waits until no process of the call lives.
pub(super) async fn complete(
    runner: Runner,
    order: &Order<'_>,
    limits: RunLimits,
    host: &dyn Host,
) -> Outcome {
    let Runner { mut processes, mut reader, writer, mut log, scratch: _scratch } = runner;
    let order = match encode(order) {
        Ok(order) => order,
        Err(silence) => return Outcome::failed(silence.failure(limits.timeout)),
    };
    let mut capture = Capture::new(limits.log_bytes);
    let writer = Mutex::new(writer);
    let frame_limit = limits.result_bytes.saturating_add(ENVELOPE_BYTES);
    let (ended, status) = {
        let mut yielded = Yielded { host, count: 0 };
        let mut conversation = pin!(async {
            // A runner that does not take its order can still say why.
            let _taken = frame::write(&mut *writer.lock().await, &order).await;
            loop {
                match next(&mut reader, frame_limit).await? {
                    Event::Progress { value } => yielded.tell(&value),
                    event => return Ok(event),
                }
            }
        });
        let mut pump = pin!(pump(&mut log, &mut capture, host));
        let mut following = Following { processes: &mut processes, writer: &writer, pumping: true };
        let mut ended = following.follow(conversation.as_mut(), pump.as_mut(), limits.timeout, host).await;
        let pumping = following.pumping;
        let status = processes.end().await;
        // Every writer is gone, so both end at once, unless somebody else got hold of a descriptor.
        if ended.said.is_none() {
            ended.said = timeout(DRAIN_TIME, conversation).await.ok();
        }
        if pumping && timeout(DRAIN_TIME, pump).await.is_err() {
            tracing::debug!("a call's log outlives its processes");
        }
        (ended, status)
    };
    let log = capture.text();
    let result = match ended {
        Ended { ending: Some(ending), .. } => Err(stopped(ending, limits)),
        Ended { said: Some(Ok(event)), .. } => result(event),
        Ended { said: Some(Err(Silence::Unreadable(failure))), .. } => Err(failure),
        Ended { said: Some(Err(_)) | None, .. } => Err(crashed(status, &log)),
    };
    Outcome { result, log }
}

fn result(event: Event) -> Result<Value, ToolFailure> {
    match event {
        Event::Result { value } => Ok(value),
        Event::Error(fault) => Err(answer::failure(fault)),
        Event::Loaded { .. } | Event::Described { .. } | Event::Answered { .. } | Event::Progress { .. } => {
            Err(answer::unexpected())
        }
    }
}

/// Tells whoever called of what the tool yields.
struct Yielded<'h> {
    host: &'h dyn Host,
    count: u64,
}

impl Yielded<'_> {
    fn tell(&mut self, value: &Value) {
        self.count += 1;
        let mut text: String = match value {
            Value::String(text) => text.chars().take(PROGRESS_CHARS).collect(),
            other => other.to_string().chars().take(PROGRESS_CHARS).collect(),
        };
        if let Some(caller) = self.host.caller() {
            caller.tell(News::Progress(json!({"progress": self.count, "message": text})));
        }
        text.push('\n');
        self.host.log(&text);
    }
}

/// What is held while a call is followed.
struct Following<'p> {
    processes: &'p mut Processes,
    writer: &'p Mutex<OwnedWriteHalf>,
    pumping: bool,
}

impl Following<'_> {
    async fn follow(
        &mut self,
        mut conversation: Pin<&mut impl Future<Output = Result<Event, Silence>>>,
        mut pump: Pin<&mut impl Future<Output = ()>>,
        limit: Duration,
        host: &dyn Host,
    ) -> Ended {
        let cancelled = host.cancelled();
        let mut stage = Stage::Working;
        let mut ended = Ended { said: None, ending: None };
        let mut alarm = pin!(sleep_until(after(limit)));
        loop {
            tokio::select! {
                said = &mut conversation, if ended.said.is_none() => {
                    match &said {
                        Ok(_) if stage == Stage::Working => {
                            host.answered();
                            stage = Stage::Answered;
                            alarm.as_mut().reset(Instant::now() + GRACE);
                        }
                        Err(Silence::TooLarge(bytes)) if stage == Stage::Working => {
                            ended.ending = Some(Ending::TooLarge(*bytes));
                            stage = Stage::Killed;
                            self.processes.kill();
                        }
                        // It may still work with its socket closed; its end or the limit decides.
                        _ => {}
                    }
                    ended.said = Some(said);
                }
                // Whatever the status, what is left of it is ended in a moment.
                _ = self.processes.exited() => return ended,
                () = &mut pump, if self.pumping => self.pumping = false,
                () = cancelled.cancelled(), if stage == Stage::Working => {
                    ended.ending = Some(Ending::Cancelled);
                    stage = Stage::ToldToStop;
                    self.tell_to_stop().await;
                    alarm.as_mut().reset(Instant::now() + GRACE);
                }
                () = &mut alarm, if stage != Stage::Killed => {
                    if stage == Stage::Working {
                        ended.ending = Some(Ending::Timeout);
                    }
                    stage = Stage::Killed;
                    self.processes.kill();
                }
            }
        }
    }

    /// Fires the tool's abort signal, unless its order is still on the way.
    async fn tell_to_stop(&self) {
        if let (Ok(mut writer), Ok(order)) = (self.writer.try_lock(), encode(&Order::Cancel)) {
            let _told = timeout(DRAIN_TIME, frame::write(&mut *writer, &order)).await;
        }
    }
}

/// A time so far off that the clock cannot say it is as good as a year.
fn after(limit: Duration) -> Instant {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);
    Instant::now() + limit.min(YEAR)
}
