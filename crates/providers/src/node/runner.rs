//! One process that has loaded a toolset and waits for a call.

use std::time::Duration;

use pegboard_model::call::ToolFailure;
use tokio::net::unix::pipe::Receiver;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::timeout;

use crate::capture::Capture;
use crate::frame;
use crate::node::answer;
use crate::node::conversation::{Silence, encode, next};
use crate::node::protocol::{Event, Order};
use crate::node::reaper::Processes;
use crate::pump::pump;
use crate::scratch::Scratch;
use crate::unheard::Unheard;

/// Bytes of what a runner says of a toolset.
const DESCRIPTION_BYTES: u64 = 32 << 20;

/// A runner. Dropped, its processes end and its temporary folder goes.
#[derive(Debug)]
pub(super) struct Runner {
    pub(super) processes: Processes,
    pub(super) reader: OwnedReadHalf,
    pub(super) writer: OwnedWriteHalf,
    pub(super) log: Receiver,
    /// Goes after the processes that may write to it.
    pub(super) scratch: Scratch,
}

impl Runner {
    /// Sends the first order and waits for what is said to it, for so long; what is printed meanwhile is captured.
    pub(super) async fn load(
        &mut self,
        order: &Order<'_>,
        limit: Duration,
        capture: &mut Capture,
    ) -> Result<Event, Silence> {
        let Self { reader, writer, log, .. } = self;
        let printing = async {
            pump(log, capture, &Unheard).await;
            // It may still answer with its streams closed.
            std::future::pending::<()>().await;
        };
        tokio::select! {
            said = exchange(reader, writer, order, limit) => said,
            () = printing => Err(Silence::Ended),
        }
    }

    /// Sends an order whose error is an answer that the caller is told.
    pub(super) async fn enquire(&mut self, order: &Order<'_>, limit: Duration) -> Result<Event, ToolFailure> {
        match exchange(&mut self.reader, &mut self.writer, order, limit).await {
            Ok(Event::Error(fault)) => Err(answer::failure(fault)),
            Ok(event) => Ok(event),
            Err(silence) => Err(silence.failure(limit)),
        }
    }
}

async fn exchange(
    reader: &mut OwnedReadHalf,
    writer: &mut OwnedWriteHalf,
    order: &Order<'_>,
    limit: Duration,
) -> Result<Event, Silence> {
    let order = encode(order)?;
    let conversation = async {
        frame::write(writer, &order).await.map_err(Silence::of)?;
        next(reader, DESCRIPTION_BYTES).await
    };
    timeout(limit, conversation).await.unwrap_or(Err(Silence::TooSlow))
}
