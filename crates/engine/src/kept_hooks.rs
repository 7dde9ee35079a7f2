//! Which tools have a webhook, so that a listing needs no query for it.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pegboard_model::ids::ToolId;

use crate::store::{Store, StoreError};

/// The tools that have one.
#[derive(Default)]
pub(crate) struct KeptHooks(Mutex<HashSet<ToolId>>);

impl KeptHooks {
    pub(crate) async fn load(store: &Store) -> Result<Self, StoreError> {
        Ok(Self(Mutex::new(store.hooked().await?.into_iter().collect())))
    }

    pub(crate) fn has(&self, tool: &ToolId) -> bool {
        self.lock().contains(tool)
    }

    pub(crate) fn made(&self, tool: &ToolId) {
        self.lock().insert(tool.clone());
    }

    pub(crate) fn removed(&self, tool: &ToolId) {
        self.lock().remove(tool);
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<ToolId>> {
        // Nothing panics while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
