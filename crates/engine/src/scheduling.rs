//! What the scheduler has in hand.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pegboard_model::ids::CallId;
use tokio::sync::Notify;

/// Wakes the scheduler, and knows the runs that wait for their turn or go on here.
#[derive(Default)]
pub(crate) struct Scheduling {
    wake: Notify,
    runs: Mutex<HashSet<CallId>>,
}

impl Scheduling {
    /// Something changed that may make a tool due.
    pub(crate) fn look(&self) {
        self.wake.notify_one();
    }

    /// Returns when somebody said [`Self::look`].
    pub(crate) async fn told(&self) {
        self.wake.notified().await;
    }

    /// Whether the run was not in hand yet; it is now.
    pub(crate) fn enter(&self, call: CallId) -> bool {
        self.lock().insert(call)
    }

    pub(crate) fn leave(&self, call: CallId) {
        self.lock().remove(&call);
    }

    pub(crate) fn has(&self, call: CallId) -> bool {
        self.lock().contains(&call)
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<CallId>> {
        // Nothing panics while it is held.
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
