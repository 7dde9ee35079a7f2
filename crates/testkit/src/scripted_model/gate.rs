//! A place where an answer waits until the test lets it go on.

use std::sync::Arc;

use tokio::sync::watch;

/// A place where an answer waits until the test lets it go on. Its copies are the same gate.
#[derive(Debug, Clone)]
pub struct Gate {
    open: Arc<watch::Sender<bool>>,
    reached: Arc<watch::Sender<bool>>,
}

impl Gate {
    /// A closed one.
    #[must_use]
    pub fn closed() -> Self {
        Self { open: Arc::new(watch::Sender::new(false)), reached: Arc::new(watch::Sender::new(false)) }
    }

    /// Lets through whoever waits and whoever comes.
    pub fn open(&self) {
        self.open.send_replace(true);
    }

    /// Waits until an answer stands before it.
    pub async fn reached(&self) {
        // The sender lives as long as `self`.
        let _ = self.reached.subscribe().wait_for(|reached| *reached).await;
    }

    /// Stands before it.
    pub(super) async fn pass(&self) {
        self.reached.send_replace(true);
        let _ = self.open.subscribe().wait_for(|open| *open).await;
    }
}
