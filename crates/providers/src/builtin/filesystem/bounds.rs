//! When a tool that walks must stop.

use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use super::error::FileError;

/// When a tool that walks must stop.
pub(super) struct Bounds {
    cancelled: CancellationToken,
    until: Instant,
}

impl Bounds {
    pub(super) fn new(cancelled: CancellationToken, time: Duration) -> Self {
        Self { cancelled, until: Instant::now() + time }
    }

    /// # Errors
    /// When the call was cancelled, or its time is over.
    pub(super) fn check(&self) -> Result<(), FileError> {
        if self.cancelled.is_cancelled() {
            Err(FileError::Cancelled)
        } else if Instant::now() >= self.until {
            Err(FileError::TimeOver)
        } else {
            Ok(())
        }
    }
}
