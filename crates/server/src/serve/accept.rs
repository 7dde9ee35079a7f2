//! Connections: taken in while there is room, ended when the server stops.
//!
//! This is the loop of `axum::serve` with a time limit for a request's head, which that one cannot set.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::http::limits::{CONNECTIONS_MAX, HEADER_MAX, HEADER_TIMEOUT};

/// How long to wait when the system has no room for another connection.
const FULL_PAUSE: Duration = Duration::from_millis(100);

/// Answers until `stop`, then lets open requests go on for `drain`.
pub(super) async fn serve(listener: TcpListener, router: Router, stop: CancellationToken, drain: Duration) {
    let mut builder = Builder::new(TokioExecutor::new());
    let timer = TokioTimer::new();
    builder.http1().timer(timer.clone()).header_read_timeout(HEADER_TIMEOUT).max_buf_size(HEADER_MAX);
    builder.http2().timer(timer).max_header_list_size(u32::try_from(HEADER_MAX).unwrap_or(u32::MAX));
    let builder = Arc::new(builder);
    let graceful = GracefulShutdown::new();
    let room = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    while let Some((stream, permit)) = next(&listener, &room, &stop).await {
        let service = TowerToHyperService::new(router.clone());
        let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
        let connection = graceful.watch(connection.into_owned());
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke");
            }
            drop(permit);
        });
    }
    drop(listener);
    if tokio::time::timeout(drain, graceful.shutdown()).await.is_err() {
        tracing::warn!("requests were cut off: they went on for too long");
    }
}

type Room = tokio::sync::OwnedSemaphorePermit;

/// The next connection, once there is room for it; `None` when the server stops.
async fn next(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
    stop: &CancellationToken,
) -> Option<(TcpStream, Room)> {
    tokio::select! {
        () = stop.cancelled() => None,
        next = accepted(listener, room) => next,
    }
}

async fn accepted(listener: &TcpListener, room: &Arc<Semaphore>) -> Option<(TcpStream, Room)> {
    let permit = Arc::clone(room).acquire_owned().await.ok()?;
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "a connection will be slower than need be");
                }
                return Some((stream, permit));
            }
            // The peer is gone again, or there are no descriptors left: neither ends the server.
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(FULL_PAUSE).await;
            }
        }
    }
}
