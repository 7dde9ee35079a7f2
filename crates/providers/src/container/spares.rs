//! Containers that were started ahead of calls. Each is for one call alone, as every container is.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pegboard_model::ids::ToolsetId;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::conversation::Started;

/// Containers that wait for one tool.
const EACH: usize = 2;

/// For which calls a container is right.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) toolset: ToolsetId,
    /// The image's tag, which the tool's folder decides, its manifest included.
    pub(super) tag: String,
    /// The chat's workspace, where it is mounted.
    pub(super) workspace: Option<PathBuf>,
}

/// The containers that wait.
pub(super) struct Spares {
    waiting: Mutex<Waiting>,
    most: usize,
    idle_after: Duration,
    stop: CancellationToken,
    tasks: TaskTracker,
}

#[derive(Default)]
struct Waiting {
    next: u64,
    /// With those that are being started.
    by_key: HashMap<Key, Vec<(u64, Option<Started>)>>,
}

impl Spares {
    pub(super) fn new(
        most: usize,
        idle_after: Duration,
        stop: CancellationToken,
        tasks: TaskTracker,
    ) -> Arc<Self> {
        Arc::new(Self { waiting: Mutex::default(), most, idle_after, stop, tasks })
    }

    /// One that waits for such a call.
    pub(super) fn take(&self, key: &Key) -> Option<Started> {
        let mut waiting = self.lock();
        let ready = waiting.by_key.get_mut(key)?;
        while let Some(at) = ready.iter().position(|(_, started)| started.is_some()) {
            let (_, started) = ready.remove(at);
            if let Some(mut started) = started
                && started.is_waiting()
            {
                return Some(started);
            }
        }
        None
    }

    /// Starts as many as are wanted and missing, each by `launch`.
    pub(super) fn refill<F, L>(self: &Arc<Self>, key: &Key, launch: L)
    where
        L: Fn() -> F,
        F: Future<Output = Option<Started>> + Send + 'static,
    {
        while let Some(ticket) = self.reserve(key) {
            let (spares, key, launched) = (Arc::clone(self), key.clone(), launch());
            self.tasks.spawn(async move {
                let started = tokio::select! {
                    biased;
                    () = spares.stop.cancelled() => None,
                    started = launched => started,
                };
                spares.put(&key, ticket, started);
                tokio::select! {
                    () = spares.stop.cancelled() => {}
                    () = sleep(spares.idle_after) => {}
                }
                spares.drop_one(&key, ticket);
            });
        }
    }

    /// Ends those of a toolset.
    pub(super) fn release(&self, toolset: &ToolsetId) {
        self.lock().by_key.retain(|key, _| key.toolset != *toolset);
    }

    /// Ends all of them.
    pub(super) fn clear(&self) {
        self.lock().by_key.clear();
    }

    fn reserve(&self, key: &Key) -> Option<u64> {
        if self.stop.is_cancelled() {
            return None;
        }
        let mut waiting = self.lock();
        let all: usize = waiting.by_key.values().map(Vec::len).sum();
        let of_key = waiting.by_key.get(key).map_or(0, Vec::len);
        if of_key >= EACH || all >= self.most {
            return None;
        }
        waiting.next += 1;
        let ticket = waiting.next;
        waiting.by_key.entry(key.clone()).or_default().push((ticket, None));
        Some(ticket)
    }

    /// One that was released meanwhile ends here.
    fn put(&self, key: &Key, ticket: u64, started: Option<Started>) {
        let mut waiting = self.lock();
        let Some(places) = waiting.by_key.get_mut(key) else { return };
        match started {
            Some(started) => {
                if let Some(place) = places.iter_mut().find(|(number, _)| *number == ticket) {
                    place.1 = Some(started);
                }
            }
            None => places.retain(|(number, _)| *number != ticket),
        }
    }

    fn drop_one(&self, key: &Key, ticket: u64) {
        let mut waiting = self.lock();
        if let Some(places) = waiting.by_key.get_mut(key) {
            places.retain(|(number, _)| *number != ticket);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
