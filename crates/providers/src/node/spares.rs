//! Runners that have loaded their toolset and wait for a call in one workspace.

use std::collections::HashMap;
use std::future::Future;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::ToolsetId;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::node::runner::Runner;

/// What a spare is good for. One that has worked for a chat is never given to another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) toolset: ToolsetId,
    pub(super) workspace: PathBuf,
}

/// A runner that waits.
struct Spare {
    runner: Runner,
    fingerprint: Fingerprint,
}

/// A place for one spare.
#[derive(Default)]
struct Slot {
    /// Held while a spare is made, so that whoever comes meanwhile waits for that one.
    spare: tokio::sync::Mutex<Option<Spare>>,
    /// Its toolset was released, or it had to make room: what is made for it ends.
    is_closed: AtomicBool,
}

/// All of them.
pub(super) struct Spares {
    slots: Mutex<HashMap<Key, (Arc<Slot>, Instant)>>,
    most: usize,
    idle_after: Duration,
    /// Fires when the provider is shut down.
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl Spares {
    /// Empty.
    pub(super) fn new(
        most: usize,
        idle_after: Duration,
        stop: CancellationToken,
        tasks: TaskTracker,
    ) -> Arc<Self> {
        Arc::new(Self { slots: Mutex::default(), most: most.max(1), idle_after, stop, tasks })
    }

    /// A spare that has this version of the toolset loaded, where there is one or one is being made.
    pub(super) async fn take(&self, key: &Key, fingerprint: &Fingerprint) -> Option<Runner> {
        let slot = {
            let mut slots = self.slots();
            let (slot, used) = slots.get_mut(key)?;
            *used = Instant::now();
            Arc::clone(slot)
        };
        let mut spare = slot.spare.lock().await.take()?;
        // What does not fit ends here.
        (spare.fingerprint == *fingerprint && spare.runner.processes.lives()).then_some(spare.runner)
    }

    /// Has a spare made in the background, where none waits.
    pub(super) fn refill(
        self: &Arc<Self>,
        key: Key,
        fingerprint: Fingerprint,
        make: impl Future<Output = Option<Runner>> + Send + 'static,
    ) {
        let slot = self.slot(&key);
        let spares = Arc::clone(self);
        self.tasks.spawn(async move {
            let mut place = slot.spare.lock().await;
            if place.is_some() || slot.is_closed.load(Ordering::SeqCst) {
                return;
            }
            let Some(runner) = spares.stop.run_until_cancelled(make).await.flatten() else { return };
            if slot.is_closed.load(Ordering::SeqCst) {
                return;
            }
            *place = Some(Spare { runner, fingerprint });
            drop(place);
            spares.end_when_idle(key, slot).await;
        });
    }

    /// The place for a spare, which is made where there is none; another one may have to go for it.
    fn slot(&self, key: &Key) -> Arc<Slot> {
        let mut slots = self.slots();
        if let Some((slot, used)) = slots.get_mut(key) {
            *used = Instant::now();
            return Arc::clone(slot);
        }
        if slots.len() >= self.most {
            let oldest = slots.iter().min_by_key(|(_, (_, used))| *used).map(|(key, _)| key.clone());
            if let Some((slot, _)) = oldest.and_then(|oldest| slots.remove(&oldest)) {
                self.close(slot);
            }
        }
        let slot = Arc::new(Slot::default());
        slots.insert(key.clone(), (Arc::clone(&slot), Instant::now()));
        slot
    }

    /// Waits until nobody has asked for the slot for long, and ends what is in it.
    async fn end_when_idle(&self, key: Key, slot: Arc<Slot>) {
        loop {
            let used = match self.slots().get(&key) {
                Some((now, used)) if Arc::ptr_eq(now, &slot) => *used,
                // Closed by somebody else.
                _ => return,
            };
            let idle = used + self.idle_after;
            if self.stop.run_until_cancelled(tokio::time::sleep_until(idle)).await.is_none() {
                return;
            }
            let mut slots = self.slots();
            let is_idle = slots.get(&key).is_some_and(|(now, used)| {
                Arc::ptr_eq(now, &slot) && *used + self.idle_after <= Instant::now()
            });
            if is_idle && let Some((slot, _)) = slots.remove(&key) {
                drop(slots);
                self.close(slot);
                return;
            }
        }
    }

    /// Ends what is in a slot, and what is being made for it.
    fn close(&self, slot: Arc<Slot>) {
        slot.is_closed.store(true, Ordering::SeqCst);
        self.tasks.spawn(async move {
            let spare = slot.spare.lock().await.take();
            if let Some(Spare { runner, .. }) = spare {
                runner.processes.end().await;
            }
        });
    }

    /// Ends all spares of a toolset.
    pub(super) fn release(&self, toolset: &ToolsetId) {
        let mut slots = self.slots();
        let keys: Vec<Key> = slots.keys().filter(|key| key.toolset == *toolset).cloned().collect();
        for key in keys {
            if let Some((slot, _)) = slots.remove(&key) {
                self.close(slot);
            }
        }
    }

    /// Ends all, and waits until nothing of them lives. The token has fired before.
    pub(super) async fn shutdown(&self) {
        let slots: Vec<_> = self.slots().drain().collect();
        for (_, (slot, _)) in slots {
            self.close(slot);
        }
        self.tasks.close();
        self.tasks.wait().await;
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<Key, (Arc<Slot>, Instant)>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
