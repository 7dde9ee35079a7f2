//! Decides when there is a connection: made when it is needed, once for all who wait, given a pause after a failure,
//! ended when it was idle for long.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::FutureExt;
use futures::future::{BoxFuture, Shared};
use pegboard_model::servers::{ServerFailure, ServerFault, ServerStatus};
use pegboard_model::time::Timestamp;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::connection::{Connection, Lease};
use super::fault::RequestError;
use super::limits::{CHANGE_TIME, PAUSE_FIRST, PAUSE_LONGEST, STABLE_TIME};
use super::upstream::{Place, Upstream};

/// How a connect went, for all who wait for it.
type Connecting = Shared<BoxFuture<'static, Result<(), ServerFailure>>>;

/// Where a connection is or will be.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) place: Place,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    state: State,
    /// How often in a row it failed, or broke soon after it was made.
    failures: u32,
    trouble: Option<Trouble>,
}

#[derive(Debug)]
enum State {
    Empty,
    Connecting(Connecting),
    Open { connection: Arc<Connection>, since: Timestamp },
}

/// What went wrong last.
#[derive(Debug, Clone)]
struct Trouble {
    failure: ServerFailure,
    since: Timestamp,
    until: Instant,
}

impl Slot {
    /// Starts nothing.
    pub(super) fn new(place: Place) -> Self {
        let inner = Inner { state: State::Empty, failures: 0, trouble: None };
        Self { place, inner: Mutex::new(inner) }
    }

    /// Leave to use the connection, which is made where there is none.
    pub(super) async fn lease(self: &Arc<Self>, server: &Arc<Upstream>) -> Result<Lease, ServerFailure> {
        loop {
            let connecting = {
                let mut inner = self.inner();
                if let State::Open { connection, .. } = &inner.state {
                    match connection.lease() {
                        Some(lease) => return Ok(lease),
                        None => inner.broke(),
                    }
                }
                match &inner.state {
                    State::Connecting(connecting) => connecting.clone(),
                    State::Empty | State::Open { .. } => {
                        if let Some(failure) = inner.pausing(server) {
                            return Err(failure);
                        }
                        let connecting = self.connect(server)?;
                        inner.state = State::Connecting(connecting.clone());
                        connecting
                    }
                }
            };
            server.changed();
            connecting.await?;
        }
    }

    /// Begins to connect, in a task of its own: whoever waits may stop waiting.
    fn connect(self: &Arc<Self>, server: &Arc<Upstream>) -> Result<Connecting, ServerFailure> {
        let ended = || {
            let message = format!("The MCP server `{}` was disconnected.", server.key());
            ServerFailure::new(ServerFault::Gone, message)
        };
        if server.ending.is_cancelled() {
            return Err(ended());
        }
        let gone = ended();
        let (slot, server) = (Arc::clone(self), Arc::clone(server));
        let tasks = server.tasks.clone();
        let work = tasks.spawn(async move {
            let limit = server.house.config.connect_time;
            let opened = tokio::select! {
                opened = timeout(limit, Connection::open(&server, &slot.place)) => opened,
                () = server.ending.cancelled() => Ok(Err(ended_by_us(&server))),
            };
            let opened = opened.unwrap_or_else(|_| Err(too_slow(&server, limit)));
            slot.connected(&server, opened)
        });
        Ok(async move { work.await.unwrap_or(Err(gone)) }.boxed().shared())
    }

    fn connected(
        self: &Arc<Self>,
        server: &Arc<Upstream>,
        opened: Result<Connection, ServerFailure>,
    ) -> Result<(), ServerFailure> {
        let outcome = match opened {
            Ok(connection) => {
                let connection = Arc::new(connection);
                server.record.connected(connection.took.connect, connection.took.list);
                let state = State::Open { connection: Arc::clone(&connection), since: now() };
                {
                    let mut inner = self.inner();
                    inner.state = state;
                    inner.trouble = None;
                }
                server.house.events().announced(server.key(), connection.known());
                server.tasks.spawn(watch(Arc::clone(self), Arc::clone(server), connection));
                Ok(())
            }
            Err(failure) => {
                server.record.log.note(&format!("not connected: {failure}"));
                self.inner().failed(failure.clone());
                Err(failure)
            }
        };
        server.changed();
        outcome
    }

    /// Makes room for another chat: ends the connection where nobody uses it.
    pub(super) fn retire(&self) -> bool {
        match &self.inner().state {
            State::Open { connection, .. } => connection.retire_if_idle_since(Instant::now()),
            State::Empty | State::Connecting(_) => false,
        }
    }

    /// Since when its connection is idle.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        match &self.inner().state {
            State::Open { connection, .. } => connection.idle_since(),
            State::Empty | State::Connecting(_) => None,
        }
    }

    /// Whether there is a connection, or will be.
    pub(super) fn is_open(&self) -> bool {
        !matches!(self.inner().state, State::Empty)
    }

    /// Whether there is nothing to remember.
    pub(super) fn is_blank(&self) -> bool {
        let inner = self.inner();
        matches!(inner.state, State::Empty) && inner.trouble.is_none()
    }

    /// The process of its connection.
    pub(super) fn pid(&self) -> Option<u32> {
        match &self.inner().state {
            State::Open { connection, .. } => connection.peer.wire.pid(),
            State::Empty | State::Connecting(_) => None,
        }
    }

    /// How it stands.
    pub(super) fn status(&self) -> ServerStatus {
        let inner = self.inner();
        match (&inner.state, &inner.trouble) {
            (State::Open { since, .. }, _) => ServerStatus::Ready { since: *since },
            (State::Connecting(_), _) => ServerStatus::Connecting,
            (State::Empty, Some(trouble)) => ServerStatus::Error {
                reason: trouble.failure.message.clone(),
                since: trouble.since,
                sign_in: trouble.failure.fault == ServerFault::SignInNeeded,
            },
            (State::Empty, None) => ServerStatus::Idle,
        }
    }

    /// The connection is about to end.
    fn leave(&self, connection: &Arc<Connection>) {
        let mut inner = self.inner();
        if matches!(&inner.state, State::Open { connection: current, .. } if Arc::ptr_eq(current, connection))
        {
            inner.broke();
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// The connection broke, or nobody wants it any more.
    fn broke(&mut self) {
        let State::Open { connection, .. } = std::mem::replace(&mut self.state, State::Empty) else { return };
        let was_stable = connection.born.elapsed() >= STABLE_TIME;
        let end = match connection.peer.exchange.end() {
            // A server may forget its sessions: that is no failure.
            None | Some(RequestError::SessionLost) => {
                self.failures = if was_stable { 0 } else { self.failures };
                return;
            }
            Some(end) => end,
        };
        self.failures = if was_stable { 1 } else { self.failures + 1 };
        // After the first time the next call connects anew at once.
        let pause = if self.failures == 1 { Duration::ZERO } else { pause(self.failures - 1) };
        let fault = if end == RequestError::SignIn { ServerFault::SignInNeeded } else { ServerFault::Gone };
        let message = format!("The MCP server went away: {end}.");
        self.trouble = Some(Trouble {
            failure: ServerFailure::new(fault, message),
            since: now(),
            until: Instant::now() + pause,
        });
    }

    fn failed(&mut self, failure: ServerFailure) {
        self.state = State::Empty;
        self.failures += 1;
        let until = Instant::now() + pause(self.failures);
        self.trouble = Some(Trouble { failure, since: now(), until });
    }

    /// What whoever comes during a pause is told.
    fn pausing(&self, server: &Upstream) -> Option<ServerFailure> {
        let trouble = self.trouble.as_ref()?;
        let left = trouble.until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
        // It is told what is wrong, not that something was.
        if matches!(trouble.failure.fault, ServerFault::SignInNeeded | ServerFault::UnsetVariable { .. }) {
            return None;
        }
        let message = format!(
            "The MCP server `{}` failed a moment ago and is tried again in {} s at the earliest. {}",
            server.key(),
            left.as_secs() + 1,
            trouble.failure.message
        );
        Some(ServerFailure::new(ServerFault::Pausing, message))
    }
}

/// Looks after an open connection: ends it when it is idle, broken or not wanted any more, and lists its tools anew
/// when they changed.
async fn watch(slot: Arc<Slot>, server: Arc<Upstream>, connection: Arc<Connection>) {
    let limit = match slot.place {
        Place::Shared => server.house.config.idle_after,
        Place::Chat(..) | Place::Apart => server.house.config.chat_idle_after,
    };
    let mut retired = false;
    while !retired {
        let deadline = connection.idle_since().unwrap_or_else(Instant::now) + limit;
        retired = tokio::select! {
            () = connection.peer.exchange.closed().cancelled() => true,
            () = server.ending.cancelled() => true,
            () = connection.retiring().cancelled() => true,
            () = connection.changed() => {
                list_again(&server, &connection).await;
                false
            }
            () = sleep_until(deadline) => connection.retire_if_idle_since(deadline - limit),
        };
    }
    slot.leave(&connection);
    connection.end().await;
    drop(slot);
    server.changed();
}

async fn list_again(server: &Upstream, connection: &Connection) {
    sleep(CHANGE_TIME).await;
    if let Err(error) = connection.announced(server).await {
        server.record.log.note(&format!("its tools changed and could not be listed: {error}"));
    }
}

fn ended_by_us(server: &Upstream) -> ServerFailure {
    ServerFailure::new(ServerFault::Gone, format!("The MCP server `{}` was disconnected.", server.key()))
}

fn too_slow(server: &Upstream, limit: Duration) -> ServerFailure {
    let message = format!(
        "The MCP server `{}` was not ready within {} s. If it is installed by its first start, try again; its log says \
         how far it came.",
        server.key(),
        limit.as_secs()
    );
    ServerFailure::new(ServerFault::Timeout, message)
}

/// The pause after so many failures in a row.
fn pause(failures: u32) -> Duration {
    let doublings = failures.saturating_sub(1).min(16);
    PAUSE_FIRST.saturating_mul(1 << doublings).min(PAUSE_LONGEST)
}

/// The wall clock.
fn now() -> Timestamp {
    jiff::Timestamp::now().into()
}
