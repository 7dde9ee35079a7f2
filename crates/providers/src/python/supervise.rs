//! The task that stands behind each runner: hears its events, ends it, and sees to it that nothing of it is left.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use pegboard_processes::{Mark, end_marked};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::AsyncReadExt;
use tokio::net::unix::pipe::Receiver;
use tokio::process::Child;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout};

use crate::python::exit::Exit;
use crate::python::protocol::{Event, MAX_DATAGRAM, Order};
use crate::python::runner::Runner;
use crate::signal::by_signal;

/// How long a runner may take to end its calls and itself before it is killed.
const QUIT_TIME: Duration = Duration::from_secs(6);

/// How long to wait for the rest of a log whose writers are all gone.
const LOG_TIME: Duration = Duration::from_secs(1);

/// What a runner says of its imports, or why it will say nothing.
pub(super) type LoadReport = Result<Event, String>;

/// Tells how a runner's loading went.
pub(super) type Loading = oneshot::Receiver<LoadReport>;

/// A runner's process and all that only its supervisor uses.
pub(super) struct Process {
    pub(super) runner: Arc<Runner>,
    pub(super) child: Child,
    pub(super) log: Receiver,
    pub(super) mark: Mark,
    pub(super) loaded: oneshot::Sender<LoadReport>,
}

/// Why a supervisor stops listening.
enum Cause {
    /// It is to end: idle, closed, or told so.
    Ended,
    /// Its process is gone, or does not speak as it should.
    Failed(String),
}

/// Serves a runner until neither it nor anything it started lives.
pub(super) async fn supervise(process: Process) {
    let Process { runner, mut child, log, mark, loaded } = process;
    let pid = child.id().and_then(|pid| i32::try_from(pid).ok()).and_then(Pid::from_raw);
    let mut reading = tokio::spawn(keep_log(Arc::clone(&runner), log));
    let mut loaded = Some(loaded);

    let cause = listen(&runner, &mut child, &mut loaded).await;
    // From here on no call is taken; those that run are told when nothing of them is left.
    runner.close();
    let status = put_down(&runner, &mut child, pid).await;
    end_what_is_left(mark).await;
    if timeout(LOG_TIME, &mut reading).await.is_err() {
        reading.abort();
    }
    let how = match cause {
        Cause::Ended => "was ended".to_owned(),
        Cause::Failed(fault) if fault.is_empty() => died(status),
        Cause::Failed(fault) => fault,
    };
    if let Some(loaded) = loaded {
        // Nobody waits when the start itself was given up.
        let _nobody = loaded.send(Err(how.clone()));
    }
    runner.finish_all(&how);
    runner.gone.cancel();
}

async fn listen(
    runner: &Arc<Runner>,
    child: &mut Child,
    loaded: &mut Option<oneshot::Sender<LoadReport>>,
) -> Cause {
    let mut buffer = vec![0; MAX_DATAGRAM];
    loop {
        let deadline = runner.idle_deadline();
        tokio::select! {
            received = runner.control.receive(&mut buffer) => match received {
                Ok(Some(message)) => match serde_json::from_slice(message) {
                    Ok(event) => {
                        if let Some(fault) = hear(runner, event, loaded) {
                            return Cause::Failed(fault);
                        }
                    }
                    Err(cause) => return Cause::Failed(format!("broke its protocol ({cause})")),
                },
                // How it ended is told by its status, which comes at once.
                Ok(None) => return Cause::Failed(String::new()),
                Err(cause) => return Cause::Failed(format!("cannot be heard ({cause})")),
            },
            _ = child.wait() => {
                drain(runner, &mut buffer, loaded).await;
                return Cause::Failed(String::new());
            }
            () = runner.end.cancelled() => return Cause::Ended,
            () = runner.closing.notified() => {}
            () = until(deadline), if loaded.is_none() => {
                runner.close_if_idle();
            }
        }
        if runner.is_drained() {
            return Cause::Ended;
        }
    }
}

/// Hears what a runner said before it died.
async fn drain(runner: &Arc<Runner>, buffer: &mut [u8], loaded: &mut Option<oneshot::Sender<LoadReport>>) {
    // Its end of the socket is closed, so this comes to an end without waiting.
    let rest = async {
        while let Ok(Some(message)) = runner.control.receive(buffer).await {
            if let Ok(event) = serde_json::from_slice(message) {
                hear(runner, event, loaded);
            }
        }
    };
    if timeout(LOG_TIME, rest).await.is_err() {
        tracing::debug!("something else holds the control socket of a dead runner");
    }
}

/// Acts on one event; gives the fault of a runner that cannot go on.
fn hear(runner: &Runner, event: Event, loaded: &mut Option<oneshot::Sender<LoadReport>>) -> Option<String> {
    match event {
        Event::Loaded { .. } | Event::Unconfinable { .. } => {
            if let Some(loaded) = loaded.take() {
                runner.ready();
                let _nobody = loaded.send(Ok(event));
            }
        }
        Event::Initialising {} => runner.hooks_begun.send_modify(|count| *count = count.saturating_add(1)),
        Event::Exited { id, code, signal, limit } => {
            let exit = match (limit, signal) {
                (Some(excess), _) => Exit::OverBudget(excess.sentence(&runner.sandbox)),
                (None, Some(signal)) => Exit::Signal(signal),
                (None, None) => Exit::Code(code.unwrap_or_default()),
            };
            runner.finish(&id, exit);
        }
        Event::Refused { id, message } => runner.finish(&id, Exit::Refused(message)),
        Event::Fatal { message } => return Some(format!("stopped: {message}")),
    }
    None
}

/// Ends the process: asks first, then kills its group.
async fn put_down(runner: &Runner, child: &mut Child, pid: Option<Pid>) -> Option<ExitStatus> {
    if let Err(cause) = runner.control.send(&Order::Quit, &[]).await {
        tracing::debug!(%cause, "a runner that is to quit does not listen");
    }
    if let Ok(Ok(status)) = timeout(QUIT_TIME, child.wait()).await {
        return Some(status);
    }
    if let Some(pid) = pid {
        // Already gone is what we want.
        let _gone = kill_process_group(pid, Signal::KILL);
    }
    child.wait().await.ok()
}

/// Ends what the runner started and did not end itself: it was killed, or hung.
async fn end_what_is_left(mark: Mark) {
    match tokio::task::spawn_blocking(move || end_marked(&mark)).await {
        Ok(Ok(0)) => {}
        Ok(Ok(count)) => tracing::info!(count, "ended processes that a runner left"),
        Ok(Err(cause)) => tracing::warn!(%cause, "processes that a runner left may still live"),
        Err(cause) => tracing::warn!(%cause, "looking for what a runner left was given up"),
    }
}

async fn keep_log(runner: Arc<Runner>, mut log: Receiver) {
    let mut buffer = vec![0; 8 << 10];
    while let Ok(count @ 1..) = log.read(&mut buffer).await {
        runner.log.lock().unwrap_or_else(PoisonError::into_inner).push(&buffer[..count]);
    }
}

async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

fn died(status: Option<ExitStatus>) -> String {
    match status.map(|status| (status.code(), status.signal())) {
        Some((_, Some(signal))) => by_signal(signal),
        Some((Some(code), _)) => format!("ended with exit code {code}"),
        _ => "ended".to_owned(),
    }
}
