//! What is kept of a client up to 2025-11-25 between its requests.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use futures::future::join_all;
use pegboard_model::call::{Enquiry, LineError};
use pegboard_model::ids::ChatId;
use serde_json::Value;
use tokio::sync::{OnceCell, oneshot};
use tokio_util::sync::CancellationToken;

use crate::endpoint::client::Client;
use crate::endpoint::event_stream::{EventStream, Resumption};
use crate::endpoint::house::{View, Watch};
use crate::endpoint::level::Level;
use crate::endpoint::limits::{RUNNING_MAX, STREAMS_KEPT, WATCHED_MAX};
use crate::endpoint::line::Asking;
use crate::endpoint::questions::method_of;
use crate::rpc::{Id, ProtocolVersion, Request, RpcError};

/// The number of the stream that no request asked for.
pub(super) const STANDALONE: u64 = 0;

/// A client that began with a handshake.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) id: String,
    /// The token it belongs to.
    pub(super) owner: String,
    pub(super) view: View,
    pub(super) version: ProtocolVersion,
    pub(super) client: Arc<Client>,
    /// Made at the first need.
    pub(super) chat: OnceCell<ChatId>,
    /// Fires when the session ends.
    pub(super) ended: CancellationToken,
    next_id: AtomicI64,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    used: Instant,
    listeners: usize,
    log_from: Level,
    running: HashMap<Id, CancellationToken>,
    waiting: HashMap<Id, oneshot::Sender<Result<Value, RpcError>>>,
    streams: VecDeque<Arc<EventStream>>,
    next_stream: u64,
    watched: HashMap<String, Watched>,
    /// Ends the stream that no request asked for, when another takes its place.
    standalone: CancellationToken,
}

/// A resource that a client watches.
#[derive(Debug)]
struct Watched {
    /// The state in which the client knows it.
    stamp: Option<String>,
    hold: Watch,
}

/// A request that runs; it is off the list when this is dropped.
pub(super) struct Running {
    session: Arc<Session>,
    id: Id,
}

/// A stream that no request asked for is open as long as this lives.
pub(super) struct Listening(Arc<Session>);

impl Session {
    pub(super) fn new(
        id: String,
        owner: String,
        view: View,
        version: ProtocolVersion,
        client: Client,
    ) -> Self {
        let state = State {
            used: Instant::now(),
            listeners: 0,
            log_from: Level::Debug,
            running: HashMap::new(),
            waiting: HashMap::new(),
            streams: VecDeque::new(),
            next_stream: STANDALONE + 1,
            watched: HashMap::new(),
            standalone: CancellationToken::new(),
        };
        Self {
            id,
            owner,
            view,
            version,
            client: Arc::new(client),
            chat: OnceCell::new(),
            ended: CancellationToken::new(),
            next_id: AtomicI64::new(1),
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is held, and each change is whole in itself.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the client is there.
    pub(super) fn touch(&self) {
        self.state().used = Instant::now();
    }

    /// When the client was there last; `None` while something of it runs or it listens.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let state = self.state();
        (state.running.is_empty() && state.listeners == 0).then_some(state.used)
    }

    /// Notes that a stream that no request asked for is open, until the guard is dropped.
    pub(super) fn listen(self: &Arc<Self>) -> Listening {
        self.state().listeners += 1;
        Listening(Arc::clone(self))
    }

    pub(super) fn log_from(&self) -> Level {
        self.state().log_from
    }

    pub(super) fn set_log_from(&self, level: Level) {
        self.state().log_from = level;
    }

    /// Puts a request on the list of those that run; `None` when there are too many or one has its id.
    pub(super) fn run(self: &Arc<Self>, id: &Id, hung_up: &CancellationToken) -> Option<Running> {
        let mut state = self.state();
        if state.running.len() >= RUNNING_MAX || state.running.contains_key(id) {
            return None;
        }
        state.running.insert(id.clone(), hung_up.clone());
        drop(state);
        Some(Running { session: Arc::clone(self), id: id.clone() })
    }

    /// The client does not want this request any more.
    pub(super) fn cancel(&self, id: &Id) {
        if let Some(hung_up) = self.state().running.get(id) {
            hung_up.cancel();
        }
    }

    /// A new stream that the client can come back to.
    pub(super) fn open_stream(&self) -> Arc<EventStream> {
        let resumption = if self.version >= ProtocolVersion::V2025_11_25 {
            Resumption::Primed
        } else {
            Resumption::Possible
        };
        let mut state = self.state();
        let stream = EventStream::new(state.next_stream, resumption);
        state.next_stream += 1;
        if state.streams.len() >= STREAMS_KEPT {
            // One that is over, or else the oldest.
            let over = state.streams.iter().position(|stream| stream.has_ended()).unwrap_or(0);
            state.streams.remove(over);
        }
        state.streams.push_back(Arc::clone(&stream));
        stream
    }

    /// A stream that the client comes back to.
    pub(super) fn stream(&self, number: u64) -> Option<Arc<EventStream>> {
        self.state().streams.iter().find(|stream| stream.number() == number).cloned()
    }

    /// Makes room for the stream that no request asked for: the one before it ends.
    pub(super) fn standalone(&self) -> CancellationToken {
        let fresh = self.ended.child_token();
        std::mem::replace(&mut self.state().standalone, fresh.clone()).cancel();
        fresh
    }

    /// Asks the client on this stream; the answers go to whoever waits for them.
    pub(super) fn ask(self: &Arc<Self>, stream: &EventStream, asking: Asking, hung_up: CancellationToken) {
        let waits: Vec<_> = asking.enquiries.into_iter().map(|enquiry| self.send(stream, enquiry)).collect();
        let session = Arc::clone(self);
        tokio::spawn(async move {
            let (ids, waits): (Vec<_>, Vec<_>) = waits.into_iter().unzip();
            let all = tokio::time::timeout(asking.patience, join_all(waits));
            let answers = tokio::select! {
                answers = all => answers.ok(),
                () = hung_up.cancelled() => None,
                () = session.ended.cancelled() => None,
            };
            let mut state = session.state();
            ids.iter().for_each(|id| {
                state.waiting.remove(id);
            });
            drop(state);
            let answers = answers.unwrap_or_default().into_iter().map(|answer| match answer {
                Ok(Ok(result)) => Ok(result),
                Ok(Err(error)) => Err(LineError::Refused { code: error.code, message: error.message }),
                Err(_) => Err(LineError::NoAnswer),
            });
            // Nobody waits any more when the call was cancelled.
            let _ = asking.answers.send(answers.collect());
        });
    }

    fn send(
        &self,
        stream: &EventStream,
        enquiry: Enquiry,
    ) -> (Id, oneshot::Receiver<Result<Value, RpcError>>) {
        let id = Id::Number(self.next_id.fetch_add(1, Ordering::Relaxed));
        let (answer, answered) = oneshot::channel();
        self.state().waiting.insert(id.clone(), answer);
        stream.push(&Request::new(id.clone(), method_of(enquiry.question), enquiry.params));
        (id, answered)
    }

    /// An answer of the client.
    pub(super) fn answered(&self, id: &Id, outcome: Result<Value, RpcError>) {
        if let Some(waiting) = self.state().waiting.remove(id) {
            // Whoever asked may have gone.
            let _ = waiting.send(outcome);
        }
    }

    /// Watches a resource in this state; whether there was room. From here on its changes are told: whoever asks its
    /// server to tell of it does so afterwards, and has it held then.
    pub(super) fn watch(&self, uri: String, stamp: Option<String>) -> bool {
        let mut state = self.state();
        let room = state.watched.len() < WATCHED_MAX || state.watched.contains_key(&uri);
        if room {
            // One that is watched already stays held meanwhile.
            let fresh = || Watched { stamp: None, hold: Watch::needless() };
            state.watched.entry(uri).or_insert_with(fresh).stamp = stamp;
        }
        room
    }

    /// Keeps a resource watched as long as the client wants it; one that was let go of meanwhile is not.
    pub(super) fn hold(&self, uri: &str, hold: Watch) {
        let replaced = match self.state().watched.get_mut(uri) {
            Some(watched) => std::mem::replace(&mut watched.hold, hold),
            None => hold,
        };
        // Outside of the lock: letting go may ask the server.
        drop(replaced);
    }

    pub(super) fn unwatch(&self, uri: &str) {
        self.state().watched.remove(uri);
    }

    /// Notes in which state the client knows what it watches.
    pub(super) fn now_known(&self, known: HashMap<String, Option<String>>) {
        let mut state = self.state();
        for (uri, stamp) in known {
            // It may have been let go of meanwhile.
            if let Some(watched) = state.watched.get_mut(&uri) {
                watched.stamp = stamp;
            }
        }
    }

    pub(super) fn watched(&self) -> HashMap<String, Option<String>> {
        let state = self.state();
        state.watched.iter().map(|(uri, watched)| (uri.clone(), watched.stamp.clone())).collect()
    }
}

impl Running {
    pub(super) fn session(&self) -> &Arc<Session> {
        &self.session
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.listeners -= 1;
        state.used = Instant::now();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut state = self.session.state();
        state.running.remove(&self.id);
        state.used = Instant::now();
    }
}
