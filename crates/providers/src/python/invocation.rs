//! One call on a runner, from its descriptors to the moment when no process of it lives.

use std::future::Future;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream as StdStream;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use pegboard_model::call::Outcome;
use pegboard_model::provider::{Host, RunLimits};
use rustix::pipe::{PipeFlags, pipe_with};
use tokio::net::UnixStream;
use tokio::net::unix::pipe::Receiver;
use tokio::runtime::Handle;
use tokio::time::{Instant, Sleep, sleep_until, timeout};

use crate::capture::Capture;
use crate::ending::{Ending, stopped};
use crate::frame::{self, FrameError};
use crate::pump::pump;
use crate::python::answer;
use crate::python::ending::crashed;
use crate::python::exit::Exit;
use crate::python::runner::{ExitReceiver, Runner};

/// How long a killed or answered child may take to be gone, before the next harder step.
const GRACE: Duration = Duration::from_secs(5);

/// How long to wait for the rest of a socket or pipe whose writers are all gone.
const DRAIN_TIME: Duration = Duration::from_secs(1);

/// What an answer's frame may have beside the value itself: its envelope, or an error's texts.
const ENVELOPE_BYTES: u64 = 256 << 10;

/// A call that a runner has taken, and that must not be left running.
pub(super) struct Invocation {
    stream: UnixStream,
    log: Receiver,
    running: Running,
}

/// Sends a call, announced under this id, to its runner.
///
/// # Errors
/// When the runner did not get it, so that it may be sent to another, or no descriptors are left.
pub(super) async fn begin(runner: Arc<Runner>, call: String, exit: ExitReceiver) -> io::Result<Invocation> {
    // From here on, dropping this ends the call.
    let mut running = Running { runner, call, exit: Some(exit) };
    match running.send().await {
        Ok((stream, log)) => Ok(Invocation { stream, log, running }),
        Err(cause) => {
            // The runner never heard of it and will not tell of its end.
            let fault = Exit::Refused(cause.to_string());
            running.runner.finish(&running.call, fault);
            running.exit = None;
            Err(cause)
        }
    }
}

/// Where a call stands.
enum Stage {
    /// The tool works; the alarm is its time limit.
    Working,
    /// It answered, and its process is about to be gone.
    Answered,
    /// Its process was told to end; the alarm ends the whole runner.
    Killed,
    /// The whole runner was told to end, which cannot fail.
    RunnerEnding,
}

/// How a call came to its end.
struct Ended {
    frame: Option<Result<Vec<u8>, FrameError>>,
    exit: Exit,
    ending: Option<Ending>,
}

impl Invocation {
    /// Sends the request, takes the answer and the log, and waits until no process of the call lives.
    pub(super) async fn complete(self, request: Vec<u8>, limits: RunLimits, host: &dyn Host) -> Outcome {
        let Self { mut stream, mut log, mut running } = self;
        let mut capture = Capture::new(limits.log_bytes);
        let runner = Arc::clone(&running.runner);
        let ended = {
            let frame_limit = limits.result_bytes.saturating_add(ENVELOPE_BYTES);
            let conversation = pin!(converse(&mut stream, &request, frame_limit));
            let pump = pin!(pump(&mut log, &mut capture, host));
            running.follow(conversation, pump, limits.timeout, host).await
        };
        let result = match ended {
            Ended { ending: Some(ending), .. } => Err(stopped(ending, limits)),
            Ended { frame: Some(Ok(frame)), .. } => answer::understand(frame).await,
            Ended { exit, .. } => Err(crashed(&exit, &runner.log_text(), &capture.text())),
        };
        Outcome { result, log: capture.text() }
    }
}

/// The hold on a call's processes. Dropped early, it still has them ended.
struct Running {
    runner: Arc<Runner>,
    call: String,
    /// `None` once the end was heard.
    exit: Option<ExitReceiver>,
}

impl Running {
    /// Makes the call's socket and log, and hands the child's ends to the runner.
    async fn send(&self) -> io::Result<(UnixStream, Receiver)> {
        let (ours, theirs) = StdStream::pair()?;
        ours.set_nonblocking(true)?;
        let stream = UnixStream::from_std(ours)?;
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
        let log = Receiver::from_owned_fd(reader)?;
        self.runner.start(&self.call, theirs.as_fd(), writer.as_fd()).await?;
        Ok((stream, log))
    }

    async fn follow(
        &mut self,
        mut conversation: Pin<&mut impl Future<Output = Result<Vec<u8>, FrameError>>>,
        mut pump: Pin<&mut impl Future<Output = ()>>,
        limit: Duration,
        host: &dyn Host,
    ) -> Ended {
        let cancelled = host.cancelled();
        let mut stage = Stage::Working;
        let mut ending = None;
        let mut frame = None;
        let mut pumping = true;
        let mut alarm = pin!(sleep_until(after(limit)));
        let exit = loop {
            tokio::select! {
                exit = heard(&mut self.exit) => break exit,
                answer = &mut conversation, if frame.is_none() => {
                    match (&answer, &stage) {
                        (Ok(_), Stage::Working) => {
                            host.answered();
                            self.next(&mut stage, Stage::Answered, alarm.as_mut()).await;
                        }
                        (Err(FrameError::TooLarge(bytes)), Stage::Working) => {
                            ending = Some(Ending::TooLarge(*bytes));
                            self.next(&mut stage, Stage::Killed, alarm.as_mut()).await;
                        }
                        // It may still work with its socket closed; its end or the limit decides.
                        _ => {}
                    }
                    frame = Some(answer);
                }
                () = &mut pump, if pumping => pumping = false,
                () = cancelled.cancelled(), if matches!(stage, Stage::Working) => {
                    ending = Some(Ending::Cancelled);
                    self.next(&mut stage, Stage::Killed, alarm.as_mut()).await;
                }
                () = &mut alarm, if !matches!(stage, Stage::RunnerEnding) => {
                    let following = match stage {
                        Stage::Working => {
                            ending = Some(Ending::Timeout);
                            Stage::Killed
                        }
                        Stage::Answered => Stage::Killed,
                        Stage::Killed | Stage::RunnerEnding => Stage::RunnerEnding,
                    };
                    self.next(&mut stage, following, alarm.as_mut()).await;
                }
            }
        };
        // Every writer is gone, so both end at once, unless somebody else got hold of a descriptor.
        if frame.is_none() {
            frame = timeout(DRAIN_TIME, conversation).await.ok();
        }
        if pumping && timeout(DRAIN_TIME, pump).await.is_err() {
            tracing::debug!(call = self.call, "a call's log outlives its processes");
        }
        Ended { frame, exit, ending }
    }

    async fn next(&self, stage: &mut Stage, next: Stage, alarm: Pin<&mut Sleep>) {
        match next {
            Stage::Killed => self.runner.kill(&self.call).await,
            Stage::RunnerEnding => self.runner.end.cancel(),
            Stage::Working | Stage::Answered => {}
        }
        alarm.reset(Instant::now() + GRACE);
        *stage = next;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let Some(exit) = self.exit.take() else { return };
        // Without a runtime there is no supervisor either; the runner sees its socket closed and ends its calls.
        let Ok(runtime) = Handle::try_current() else {
            return;
        };
        let (runner, call) = (Arc::clone(&self.runner), std::mem::take(&mut self.call));
        runtime.spawn(async move {
            runner.kill(&call).await;
            if timeout(GRACE, exit).await.is_err() {
                runner.end.cancel();
            }
        });
    }
}

/// The call's end, once. A supervisor never goes without telling, unless the runtime ends.
async fn heard(exit: &mut Option<ExitReceiver>) -> Exit {
    let told = match exit.as_mut() {
        Some(receiver) => receiver.await.ok(),
        None => None,
    };
    *exit = None;
    told.unwrap_or_else(|| Exit::RunnerGone("was given up".to_owned()))
}

/// A time so far off that the clock cannot say it is as good as a year.
fn after(limit: Duration) -> Instant {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);
    Instant::now() + limit.min(YEAR)
}

async fn converse(stream: &mut UnixStream, request: &[u8], limit: u64) -> Result<Vec<u8>, FrameError> {
    // A child that does not take its request can still have answered.
    if let Err(cause) = frame::write(stream, request).await {
        tracing::debug!(%cause, "a call's request was not taken whole");
    }
    frame::read(stream, limit).await
}
