//! The registry as it is now.

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use pegboard_model::builtin::BuiltinToolset;

use crate::registry::load;
use crate::registry::servers::AllTold;
use crate::registry::snapshot::Registry;
use crate::store::{Store, StoreError};

/// The registry as it is now.
#[derive(Default)]
pub(crate) struct RegistryCell {
    now: RwLock<Arc<Registry>>,
    reloading: tokio::sync::Mutex<()>,
}

impl RegistryCell {
    pub(crate) fn current(&self) -> Arc<Registry> {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads everything anew from the database. Of those who reload at once, the last to begin is the last to end, so
    /// that nobody puts an older picture over a newer one.
    pub(crate) async fn reload(
        &self,
        store: &Store,
        data: &Path,
        builtins: &[BuiltinToolset],
        told: impl FnOnce() -> AllTold,
    ) -> Result<(), StoreError> {
        let _turn = self.reloading.lock().await;
        let registry = Arc::new(load::load(store, data, builtins, told()).await?);
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = registry;
        Ok(())
    }
}
