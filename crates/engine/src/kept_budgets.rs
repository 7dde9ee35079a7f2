//! Which tools have spent what they may, so that a call needs no query for it.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pegboard_model::budget::is_spent;
use pegboard_model::ids::ToolId;

use crate::store::{Store, StoreError};

/// The tools that have nothing left.
#[derive(Default)]
pub(crate) struct KeptBudgets(Mutex<HashSet<ToolId>>);

impl KeptBudgets {
    pub(crate) async fn load(store: &Store) -> Result<Self, StoreError> {
        let kept = store.budgets().await?.into_iter().filter(|(_, remaining)| is_spent(*remaining));
        Ok(Self(Mutex::new(kept.map(|(tool, _)| tool).collect())))
    }

    /// Whether a tool has spent what it may. Another server on the same database may have been told last.
    pub(crate) async fn is_spent(&self, store: &Store, tool: &ToolId) -> Result<bool, StoreError> {
        if store.is_shared() && matches!(tool, ToolId::Toolset { .. }) {
            return Ok(store.budget(tool).await?.is_some_and(|(remaining, _)| is_spent(remaining)));
        }
        Ok(self.lock().contains(tool))
    }

    /// What a tool said with its last result; `None` is that a person forgot it.
    pub(crate) fn heard(&self, tool: &ToolId, remaining: Option<f64>) {
        let mut spent = self.lock();
        if remaining.is_some_and(is_spent) {
            spent.insert(tool.clone());
        } else if !spent.is_empty() {
            spent.remove(tool);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<ToolId>> {
        // Nothing panics while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
