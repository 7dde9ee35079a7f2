//! How much a client may ask of the server.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use crate::http::problem::{Problem, kinds};

/// Bytes of a JSON body; arguments of a call are the largest of them.
pub(crate) const JSON_BODY_MAX: usize = 8 << 20;
/// MiB of a body that brings what a person says, with its files in base64.
pub(crate) const STREAM_BODY_MIB: usize = 32;
/// Bodies above [`JSON_BODY_MAX`] that are read at once; further ones are turned away.
pub(crate) const LARGE_BODIES_MAX: usize = 8;
/// Bytes of an upload. It goes to disk as it comes and is never held in memory.
pub(crate) const UPLOAD_MAX: u64 = 512 << 20;
/// Bytes of a form that carries an upload.
pub(crate) const FORM_MAX: usize = (512 << 20) + (1 << 20);
/// Bytes of the answers that go with an uploaded bundle.
pub(crate) const ANSWERS_MAX: usize = 1 << 20;
/// How long a client may take to send a request's head.
pub(crate) const HEADER_TIMEOUT: Duration = Duration::from_secs(15);
/// Bytes of a request's head.
pub(crate) const HEADER_MAX: usize = 64 << 10;
/// How long an upload may stand still between two pieces.
pub(crate) const BODY_STALL_MAX: Duration = Duration::from_secs(60);
/// Connections open at once; further ones wait to be accepted.
pub(crate) const CONNECTIONS_MAX: usize = 4096;
/// Requests answered at once. Further ones are turned away rather than kept waiting: a call may take minutes.
pub(crate) const REQUESTS_MAX: usize = 1024;

/// Archives that are written at once: each takes a thread and much of a core.
pub(crate) const ARCHIVES_MAX: usize = 4;

/// The room for requests.
#[derive(Clone)]
pub(crate) struct Room(Arc<Semaphore>);

impl Room {
    pub(crate) fn new(requests: usize) -> Self {
        Self(Arc::new(Semaphore::new(requests)))
    }
}

/// Lets a request in while there is room.
pub(crate) async fn admit(State(room): State<Room>, request: Request, next: Next) -> Response {
    match room.0.try_acquire() {
        Ok(_permit) => next.run(request).await,
        Err(_) => Problem::new(kinds::BUSY, "The server answers as many requests as it can.")
            .hint("Try again in a moment.")
            .into_response(),
    }
}
