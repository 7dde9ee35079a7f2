//! Looks after what a server says of its own accord.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pegboard_model::ids::ServerKey;
use pegboard_model::servers::ServerEvents;
use serde_json::Value;
use tokio::sync::{Notify, Semaphore, mpsc};
use tokio_util::sync::CancellationToken;

use super::ask::Asker;
use super::exchange::Incoming;
use super::limits::QUESTIONS_MAX;
use super::peer::Peer;
use super::questions;
use crate::rpc::{Message, Request, Response, RpcError, code, method};

/// Whether a server's list of tools is as it was told.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub(super) stale: AtomicBool,
    pub(super) told: Notify,
}

/// Looks after one connection until it ends.
pub(super) struct Caretaker {
    pub(super) peer: Arc<Peer>,
    pub(super) server: ServerKey,
    pub(super) events: Arc<dyn ServerEvents>,
    pub(super) changes: Arc<Changes>,
}

impl Caretaker {
    /// Looks after what comes. Questions are answered beside each other, so that one that waits for a person holds
    /// up nothing else.
    pub(super) async fn look_after(self, mut incoming: mpsc::Receiver<Incoming>) {
        let room = Arc::new(Semaphore::new(QUESTIONS_MAX));
        let closed = self.peer.exchange.closed().clone();
        loop {
            let next = tokio::select! {
                () = closed.cancelled() => return,
                next = incoming.recv() => next,
            };
            match next {
                None => return,
                Some(Incoming::Notification(notification)) => {
                    self.notified(&notification.method, notification.params);
                }
                Some(Incoming::Question { request, asker, over }) => {
                    let peer = Arc::clone(&self.peer);
                    match Arc::clone(&room).try_acquire_owned() {
                        Ok(place) => {
                            tokio::spawn(async move {
                                answer(&peer, request, asker, &over).await;
                                drop(place);
                            });
                        }
                        Err(_) => respond(&peer, request.clone(), Err(too_many())).await,
                    }
                }
            }
        }
    }

    fn notified(&self, method: &str, params: Value) {
        if method == method::TOOLS_LIST_CHANGED {
            self.changes.stale.store(true, Ordering::Release);
            self.changes.told.notify_one();
        } else {
            self.events.notified(&self.server, method, params);
        }
    }
}

async fn answer(peer: &Peer, request: Request, asker: Option<Asker>, over: &CancellationToken) {
    let asked = request.clone();
    let answer = tokio::select! {
        answer = questions::answer(request, asker.as_ref()) => answer,
        () = over.cancelled() => Err(RpcError::new(code::INTERNAL_ERROR, "the call that this was for is over")),
    };
    respond(peer, asked, answer).await;
}

async fn respond(peer: &Peer, request: Request, answer: Result<Value, RpcError>) {
    let response = Message::Response(Response::new(request.id, answer));
    if let Err(error) = peer.wire.tell(&response).await {
        tracing::debug!(%error, method = request.method, "an answer did not reach its server");
    }
}

fn too_many() -> RpcError {
    RpcError::new(
        code::INTERNAL_ERROR,
        format!("more than {QUESTIONS_MAX} questions at a time are not answered"),
    )
}
