//! A body from what writes and blocks: it is made in a thread that may, and never further ahead than a few pieces.

use std::io::{self, Write};

use axum::body::{Body, Bytes};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;

use crate::http::limits::BODY_STALL_MAX;

/// Bytes of one piece.
const PIECE: usize = 64 << 10;
/// Pieces that are made ahead of a slow client.
const PIECES_AHEAD: usize = 4;

/// The body that `work` writes, while it writes; `room` is held as long. When `work` fails the body breaks off, so
/// that no client takes it for whole. A client that takes nothing for a while is given up.
pub(crate) fn body<F, E>(room: OwnedSemaphorePermit, work: F) -> Body
where
    F: FnOnce(&mut Pieces) -> Result<(), E> + Send + 'static,
    E: std::error::Error,
{
    let (sender, receiver) = mpsc::channel(PIECES_AHEAD);
    let runtime = Handle::current();
    tokio::task::spawn_blocking(move || {
        let _room = room;
        let mut pieces = Pieces { piece: Vec::with_capacity(PIECE), sender, runtime };
        let done = work(&mut pieces);
        let sent = done.map_err(|error| broken(&error)).and_then(|()| pieces.flush());
        if let Err(error) = sent {
            // Whoever is gone does not hear it.
            let _ = pieces.send(Err(error));
        }
    });
    Body::from_stream(ReceiverStream::new(receiver))
}

fn broken(error: &dyn std::error::Error) -> io::Error {
    tracing::warn!(%error, cause = error.source().map(tracing::field::display), "a body broke off while it was sent");
    io::Error::other("the body broke off")
}

/// Where the body is written to.
pub(crate) struct Pieces {
    piece: Vec<u8>,
    sender: mpsc::Sender<io::Result<Bytes>>,
    runtime: Handle,
}

impl Pieces {
    fn send(&self, piece: io::Result<Bytes>) -> io::Result<()> {
        match self.runtime.block_on(timeout(BODY_STALL_MAX, self.sender.send(piece))) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(io::ErrorKind::BrokenPipe.into()),
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(PIECE - self.piece.len());
        self.piece.extend_from_slice(&bytes[..taken]);
        if self.piece.len() == PIECE {
            self.flush()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.piece.is_empty() {
            return Ok(());
        }
        let piece = std::mem::replace(&mut self.piece, Vec::with_capacity(PIECE));
        self.send(Ok(piece.into()))
    }
}
