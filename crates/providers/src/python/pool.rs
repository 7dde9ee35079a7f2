//! Which runners are warm.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pegboard_model::ids::ToolsetId;
use pegboard_model::provider::{Bundle, Progress};

use crate::python::config::PythonConfig;
use crate::python::launch::{LaunchError, Launcher};
use crate::python::runner::Runner;

/// At most one runner per toolset takes calls; a replaced one finishes those it has.
pub(super) struct Pool {
    pub(super) launcher: Launcher,
    max_runners: usize,
    slots: Mutex<HashMap<ToolsetId, Arc<Slot>>>,
}

/// A toolset's place in the pool.
#[derive(Default)]
struct Slot {
    /// One starter at a time.
    starting: tokio::sync::Mutex<()>,
    current: Mutex<Option<Arc<Runner>>>,
}

impl Slot {
    fn ready(&self, bundle: &Bundle) -> Option<Arc<Runner>> {
        locked(&self.current).as_ref().filter(|runner| runner.serves(bundle)).map(Arc::clone)
    }
}

impl Pool {
    /// An empty pool.
    pub(super) fn new(config: PythonConfig) -> Self {
        Self {
            max_runners: config.max_runners.max(1),
            launcher: Launcher::new(config),
            slots: Mutex::default(),
        }
    }

    /// The runner that has this bundle loaded, started first where there is none.
    pub(super) async fn runner(
        &self,
        bundle: &Bundle,
        progress: &dyn Progress,
    ) -> Result<Arc<Runner>, LaunchError> {
        let slot = Arc::clone(locked(&self.slots).entry(bundle.toolset.clone()).or_default());
        if let Some(runner) = slot.ready(bundle) {
            return Ok(runner);
        }
        let _starting = slot.starting.lock().await;
        if let Some(runner) = slot.ready(bundle) {
            return Ok(runner);
        }
        self.make_room(&slot).await;
        let runner = self.launcher.launch(bundle, progress).await?;
        let before = locked(&slot.current).replace(Arc::clone(&runner));
        if let Some(before) = before {
            before.close();
        }
        // Released while it started: this one serves what was asked for, and goes then.
        let kept = locked(&self.slots).get(&bundle.toolset).is_some_and(|now| Arc::ptr_eq(now, &slot));
        if !kept {
            runner.close();
        }
        Ok(runner)
    }

    /// The same, but one whose hooks failed makes way for another, which tries them again.
    pub(super) async fn initialised(
        &self,
        bundle: &Bundle,
        progress: &dyn Progress,
    ) -> Result<Arc<Runner>, LaunchError> {
        let slot = locked(&self.slots).get(&bundle.toolset).map(Arc::clone);
        let failed =
            slot.and_then(|slot| slot.ready(bundle)).filter(|runner| runner.uninitialised.get().is_some());
        if let Some(runner) = failed {
            runner.close();
        }
        self.runner(bundle, progress).await
    }

    /// Ends the runner that was used the longest ago, when there are as many as there may be and one is idle.
    async fn make_room(&self, except: &Arc<Slot>) {
        let warm: Vec<_> = locked(&self.slots)
            .values()
            .filter(|slot| !Arc::ptr_eq(slot, except))
            .filter_map(|slot| locked(&slot.current).clone())
            .filter(|runner| !runner.gone.is_cancelled())
            .collect();
        if warm.len() < self.max_runners {
            return;
        }
        let mut idle: Vec<_> =
            warm.iter().filter_map(|runner| Some((runner.idle_since()?, runner))).collect();
        idle.sort_by_key(|(since, _)| *since);
        for (_, runner) in idle {
            if runner.close_if_idle() {
                runner.gone.cancelled().await;
                return;
            }
        }
    }

    /// Ends a toolset's runner; one that is busy takes no more calls and ends with its last.
    pub(super) async fn release(&self, toolset: &ToolsetId) {
        let slot = locked(&self.slots).remove(toolset);
        let runner = slot.and_then(|slot| locked(&slot.current).take());
        if let Some(runner) = runner {
            let idle = runner.close_if_idle();
            runner.close();
            if idle {
                runner.gone.cancelled().await;
            }
        }
    }

    /// Ends all runners, and waits until nothing of them lives.
    pub(super) async fn shutdown(&self) {
        self.launcher.stop.cancel();
        self.launcher.tasks.close();
        self.launcher.tasks.wait().await;
        locked(&self.slots).clear();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.launcher.stop.cancel();
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
