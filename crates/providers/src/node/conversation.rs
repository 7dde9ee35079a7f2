//! Frames from and to a runner.

use std::io;
use std::time::Duration;

use pegboard_model::call::{FailureKind, ToolFailure};
use serde::Serialize;
use tokio::io::AsyncRead;

use crate::frame::{self, FrameError};
use crate::node::protocol::Event;
use crate::parse::parse;

/// Why a runner said nothing that could be used.
#[derive(Debug)]
pub(super) enum Silence {
    /// Its socket ended: it is gone, or about to be.
    Ended,
    /// It announced more bytes than it may say.
    TooLarge(u64),
    /// It took too long.
    TooSlow,
    /// What it said, or what it was to be told, cannot be read.
    Unreadable(ToolFailure),
}

impl Silence {
    /// A socket that fails is one that ended.
    pub(super) fn of(_cause: io::Error) -> Self {
        Self::Ended
    }

    /// What the caller of something else than a tool is told.
    pub(super) fn failure(self, limit: Duration) -> ToolFailure {
        let message = match self {
            Self::Unreadable(failure) => return failure,
            Self::Ended => "The process that loads the toolset's code ended before it answered.".to_owned(),
            Self::TooLarge(bytes) => {
                format!("What the toolset's code says of itself has {bytes} bytes, which is too much.")
            }
            Self::TooSlow => format!("The toolset's code did not answer within {} s.", limit.as_secs()),
        };
        ToolFailure::new(FailureKind::Crashed, message)
    }
}

/// The next thing that a runner says, of at most so many bytes.
pub(super) async fn next(reader: &mut (impl AsyncRead + Unpin), limit: u64) -> Result<Event, Silence> {
    match frame::read(reader, limit).await {
        Ok(frame) => parse(frame).await.map_err(Silence::Unreadable),
        Err(FrameError::TooLarge(bytes)) => Err(Silence::TooLarge(bytes)),
        Err(FrameError::Ended | FrameError::Io(_)) => Err(Silence::Ended),
    }
}

/// An order as bytes. A path that is no UTF-8 is the one thing that cannot be written.
pub(super) fn encode(order: &impl Serialize) -> Result<Vec<u8>, Silence> {
    serde_json::to_vec(order).map_err(|cause| {
        let message = format!("The call cannot be written down: {cause}");
        Silence::Unreadable(ToolFailure::new(FailureKind::Unavailable, message))
    })
}
