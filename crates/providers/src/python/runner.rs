//! A live runner as the server sees it: its control socket, its calls, and whether it takes more.

use std::collections::HashMap;
use std::io;
use std::os::fd::BorrowedFd;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use pegboard_model::call::ToolFailure;
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::provider::Bundle;
use pegboard_model::toolset::Sandbox;
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::capture::Capture;
use crate::python::control::Control;
use crate::python::exit::Exit;
use crate::python::protocol::Order;

/// Bytes of a runner's own output that are kept for the case that it dies.
const LOG_BYTES: usize = 64 << 10;

/// Tells how a call's process ended, once no process of the call lives.
pub(super) type ExitReceiver = oneshot::Receiver<Exit>;

/// One runner process. Its supervisor alone waits for the process and reads the socket.
#[derive(Debug)]
pub(super) struct Runner {
    root: PathBuf,
    fingerprint: Fingerprint,
    pub(super) sandbox: Sandbox,
    idle_after: Duration,
    pub(super) control: Control,
    state: Mutex<State>,
    /// How many hooks it has begun.
    pub(super) hooks_begun: watch::Sender<usize>,
    /// Why one of them failed.
    pub(super) uninitialised: OnceLock<ToolFailure>,
    pub(super) log: Mutex<Capture>,
    /// Wakes the supervisor after `close`.
    pub(super) closing: Notify,
    /// Fires when the runner is to end now, whatever it does.
    pub(super) end: CancellationToken,
    /// Fires when neither it nor anything it started lives.
    pub(super) gone: CancellationToken,
}

#[derive(Debug)]
struct State {
    /// Whether new calls are taken. Once closed it stays so.
    intake: Intake,
    calls: HashMap<String, oneshot::Sender<Exit>>,
    last_used: Instant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Intake {
    Open,
    Closed,
}

impl Runner {
    /// A runner for this bundle, whose process is about to start.
    pub(super) fn new(
        bundle: &Bundle,
        control: Control,
        idle_after: Duration,
        end: CancellationToken,
    ) -> Self {
        Self {
            root: bundle.root.clone(),
            fingerprint: bundle.fingerprint.clone(),
            sandbox: bundle.sandbox,
            idle_after,
            control,
            state: Mutex::new(State {
                intake: Intake::Open,
                calls: HashMap::new(),
                last_used: Instant::now(),
            }),
            hooks_begun: watch::Sender::new(0),
            uninitialised: OnceLock::new(),
            log: Mutex::new(Capture::new(LOG_BYTES)),
            closing: Notify::new(),
            end,
            gone: CancellationToken::new(),
        }
    }

    /// Whether it has this bundle, as it is now, loaded and takes calls.
    pub(super) fn serves(&self, bundle: &Bundle) -> bool {
        self.fingerprint == bundle.fingerprint
            && self.sandbox == bundle.sandbox
            && self.root == bundle.root
            && self.state().intake == Intake::Open
    }

    /// Notes that its modules are imported: only now it begins to be idle.
    pub(super) fn ready(&self) {
        self.state().last_used = Instant::now();
    }

    /// Announces a call; `None` when the runner takes no more.
    pub(super) fn begin(&self, call: &str) -> Option<ExitReceiver> {
        let mut state = self.state();
        if state.intake == Intake::Closed {
            return None;
        }
        let (sender, receiver) = oneshot::channel();
        state.calls.insert(call.to_owned(), sender);
        state.last_used = Instant::now();
        Some(receiver)
    }

    /// Sends an announced call on its way, with the child's ends of its socket and its log.
    pub(super) async fn start(
        &self,
        call: &str,
        socket: BorrowedFd<'_>,
        log: BorrowedFd<'_>,
    ) -> io::Result<()> {
        self.control.send(&Order::Call { id: call }, &[socket, log]).await
    }

    /// Has a call's processes ended. How that goes is told by its [`ExitReceiver`].
    pub(super) async fn kill(&self, call: &str) {
        if let Err(cause) = self.control.send(&Order::Kill { id: call }, &[]).await {
            tracing::debug!(%cause, call, "a runner takes no orders any more");
        }
    }

    /// Notes the end of a call.
    pub(super) fn finish(&self, call: &str, exit: Exit) {
        let mut state = self.state();
        state.last_used = Instant::now();
        if let Some(waiting) = state.calls.remove(call) {
            // Nobody waits when the call's future was dropped.
            let _nobody = waiting.send(exit);
        }
    }

    /// Notes the end of every call, because nothing of the runner lives.
    pub(super) fn finish_all(&self, how: &str) {
        let mut state = self.state();
        state.intake = Intake::Closed;
        for (_, waiting) in state.calls.drain() {
            let _nobody = waiting.send(Exit::RunnerGone(how.to_owned()));
        }
    }

    /// Takes no more calls, and ends when those that run are over.
    pub(super) fn close(&self) {
        self.state().intake = Intake::Closed;
        self.closing.notify_one();
    }

    /// The same, but only where no call runs.
    pub(super) fn close_if_idle(&self) -> bool {
        let mut state = self.state();
        let idle = state.calls.is_empty();
        if idle {
            state.intake = Intake::Closed;
            self.closing.notify_one();
        }
        idle
    }

    /// Whether it is closed and no call runs.
    pub(super) fn is_drained(&self) -> bool {
        let state = self.state();
        state.intake == Intake::Closed && state.calls.is_empty()
    }

    /// When it was used last, while no call runs.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let state = self.state();
        state.calls.is_empty().then_some(state.last_used)
    }

    /// When it is to be ended for idleness, as things stand.
    pub(super) fn idle_deadline(&self) -> Option<Instant> {
        self.idle_since().map(|since| since + self.idle_after)
    }

    /// The end of what the runner itself printed.
    pub(super) fn log_text(&self) -> String {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).text()
    }

    /// The toolset's folder.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
