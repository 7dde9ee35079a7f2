//! One live server: reached, known, with its tools.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pegboard_model::servers::{Announced, ServerFailure, ServerFault};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::caretaker::{Caretaker, Changes};
use super::exchange::Exchange;
use super::fault::RequestError;
use super::limits::{INCOMING_MAX, LISTING_TIME, WATCHED_MAX};
use super::listing::{Listed, list};
use super::negotiate::{Met, meet};
use super::peer::Peer;

use super::subscription::{Watched, listen};
use super::target::Target;
use super::transport::{Http, Sse, Stdio, Wire};
use super::upstream::{Place, Upstream};
use super::variables::Variables;
use crate::rpc::{Era, RpcError, code, method};

/// A server that answers. Whoever uses it holds a [`Lease`].
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) peer: Arc<Peer>,
    met: Met,
    listed: Mutex<Listed>,
    changes: Arc<Changes>,
    watched: Arc<Watched>,
    /// Holds whoever lists the tools again.
    listing: tokio::sync::Mutex<()>,
    usage: Mutex<Usage>,
    /// Fires when no more leases are given.
    retiring: CancellationToken,
    pub(super) born: Instant,
    pub(super) took: Took,
    /// The empty folder of a server that has no chat.
    _folder: Option<TempDir>,
}

/// How long reaching a server took.
#[derive(Debug, Clone, Copy)]
pub(super) struct Took {
    /// Until it had answered the first message.
    pub(super) connect: Duration,
    /// Then until its tools were listed.
    pub(super) list: Duration,
}

#[derive(Debug)]
struct Usage {
    leases: usize,
    last: Instant,
    /// No more leases are given.
    retired: bool,
}

/// Leave to use a connection, which is not idle as long as this lives.
#[derive(Debug)]
pub(super) struct Lease {
    pub(super) connection: Arc<Connection>,
}

impl Connection {
    /// Reaches a server and lists its tools. Dropped on the way, everything that was started ends.
    pub(super) async fn open(server: &Upstream, place: &Place) -> Result<Self, ServerFailure> {
        let key = server.key();
        let began = Instant::now();
        let folder = server.empty_folder(place)?;
        let workspace = folder.as_ref().map(TempDir::path).or_else(|| place.workspace());
        let variables = Variables { vault: &**server.house.vault(), server: key, workspace };
        let target = Target::resolve(&server.config, &variables).await?;
        let (sender, incoming) = mpsc::channel(INCOMING_MAX);
        let exchange = Exchange::new(sender, Arc::clone(&server.record.log));
        let first = server.record.era().unwrap_or(match target {
            Target::Http(_) => Era::Stateless,
            Target::Program(_) | Target::Sse(_) => Era::Handshake,
        });
        let wire = wire(server, target, &exchange).await?;
        let peer = Arc::new(Peer::new(exchange, wire));
        let (changes, watched) = (Arc::new(Changes::default()), Arc::new(Watched::default()));
        let caretaker = Caretaker {
            peer: Arc::clone(&peer),
            server: key.clone(),
            events: Arc::clone(server.house.events()),
            changes: Arc::clone(&changes),
        };
        let unless_open = peer.exchange.closed().clone().drop_guard();
        tokio::spawn(caretaker.look_after(incoming));
        let met = meet(&peer, first).await.map_err(|error| error.told(key))?;
        server.record.remember(Some(met.version.era()));
        let connect = began.elapsed();
        match met.version.era() {
            Era::Handshake => peer.wire.listen().await,
            Era::Stateless => {
                let (capabilities, watched) = (met.capabilities.clone(), Arc::clone(&watched));
                tokio::spawn(listen(Arc::clone(&peer), capabilities, Arc::clone(&changes), watched));
            }
        }
        let listed = list(&peer, &met, LISTING_TIME).await.map_err(|error| error.told(key))?;
        unless_open.disarm();
        let took = Took { connect, list: began.elapsed().saturating_sub(connect) };
        let usage = Usage { leases: 0, last: Instant::now(), retired: false };
        Ok(Self {
            peer,
            met,
            listed: Mutex::new(listed),
            changes,
            watched,
            listing: tokio::sync::Mutex::new(()),
            usage: Mutex::new(usage),
            retiring: CancellationToken::new(),
            born: Instant::now(),
            took,
            _folder: folder,
        })
    }

    /// What the server tells of itself, listed again where it said that its tools changed, or how long they hold.
    pub(super) async fn announced(&self, server: &Upstream) -> Result<Arc<Announced>, RequestError> {
        let _alone = self.listing.lock().await;
        let is_told_stale = self.changes.stale.swap(false, Ordering::AcqRel);
        if !is_told_stale && self.listed().holds() {
            return Ok(self.known());
        }
        let listed = list(&self.peer, &self.met, LISTING_TIME).await;
        if listed.is_err() {
            self.changes.stale.store(true, Ordering::Release);
        }
        let listed = listed?;
        let announced = Arc::clone(&listed.announced);
        *self.listed() = listed;
        server.house.events().announced(server.key(), Arc::clone(&announced));
        Ok(announced)
    }

    /// What was listed last.
    pub(super) fn known(&self) -> Arc<Announced> {
        Arc::clone(&self.listed().announced)
    }

    /// Watches a resource, or lets go of it, where that is no request: since 2026-07-28. `None` for anything else.
    pub(super) fn watch(&self, method: &str, params: &Value) -> Option<Result<Value, RequestError>> {
        let uri = params.get("uri").and_then(Value::as_str);
        if self.met.version.era() != Era::Stateless {
            return None;
        }
        let can = self.met.capabilities.get("resources").and_then(|own| own.get("subscribe"));
        match (method, uri) {
            (method::RESOURCES_SUBSCRIBE, Some(uri)) if can == Some(&Value::Bool(true)) => {
                let room = self.watched.add(uri).then(|| json!({}));
                Some(room.ok_or_else(|| RequestError::Refused(too_many())))
            }
            (method::RESOURCES_UNSUBSCRIBE, Some(uri)) => {
                self.watched.remove(uri);
                Some(Ok(json!({})))
            }
            (method::RESOURCES_SUBSCRIBE, _) => Some(Err(RequestError::Refused(no_watching()))),
            _ => None,
        }
    }

    /// Waits until the server says that its tools changed.
    pub(super) async fn changed(&self) {
        self.changes.told.notified().await;
    }

    /// Leave to use it; `None` when it has ended or is about to.
    pub(super) fn lease(self: &Arc<Self>) -> Option<Lease> {
        if self.peer.exchange.closed().is_cancelled() {
            return None;
        }
        let mut usage = self.usage();
        if usage.retired {
            return None;
        }
        usage.leases += 1;
        Some(Lease { connection: Arc::clone(self) })
    }

    /// Gives no more leases, where nobody has used it since then. Gives whether it does so from now on.
    pub(super) fn retire_if_idle_since(&self, moment: Instant) -> bool {
        let mut usage = self.usage();
        let is_idle = usage.leases == 0 && usage.last <= moment;
        if is_idle {
            usage.retired = true;
            self.retiring.cancel();
        }
        is_idle
    }

    /// Fires when it gives no more leases.
    pub(super) fn retiring(&self) -> &CancellationToken {
        &self.retiring
    }

    /// Since when it is idle; `None` while it is used.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let usage = self.usage();
        (usage.leases == 0 && !usage.retired).then_some(usage.last)
    }

    /// Ends it. When this returns, no process of it lives.
    pub(super) async fn end(&self) {
        self.usage().retired = true;
        self.retiring.cancel();
        self.peer.wire.end().await;
    }

    fn listed(&self) -> MutexGuard<'_, Listed> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn usage(&self) -> MutexGuard<'_, Usage> {
        self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut usage = self.connection.usage();
        usage.leases -= 1;
        usage.last = Instant::now();
    }
}

fn too_many() -> RpcError {
    RpcError::new(code::INVALID_PARAMS, format!("more than {WATCHED_MAX} of its resources are not watched"))
}

fn no_watching() -> RpcError {
    RpcError::new(code::METHOD_NOT_FOUND, "its resources cannot be watched")
}

async fn wire(server: &Upstream, target: Target, exchange: &Arc<Exchange>) -> Result<Wire, ServerFailure> {
    let key = server.key();
    let credentials = server.house.credentials(key, &target);
    match target {
        Target::Program(program) => {
            let stdio = Stdio::start(&program, &server.house.surroundings, &server.tasks, exchange);
            stdio.map(Wire::Stdio).map_err(|error| {
                let command = program.command.display();
                let message = format!("The program `{command}` of `{key}` could not be started: {error}.");
                ServerFailure::new(ServerFault::NotStarted, message)
            })
        }
        Target::Http(remote) => {
            let client = server.house.sender.client().await.map_err(|error| error.told(key))?;
            Ok(Wire::Http(Http::new(client, remote, credentials, exchange)))
        }
        Target::Sse(remote) => {
            let client = server.house.sender.client().await.map_err(|error| error.told(key))?;
            let sse = Sse::open(client, remote, credentials, exchange).await;
            sse.map(|sse| Wire::Sse(Box::new(sse))).map_err(|error| error.told(key))
        }
    }
}
