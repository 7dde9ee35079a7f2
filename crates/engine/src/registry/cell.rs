//! The registry as it is now.

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use crate::registry::load;
use crate::registry::snapshot::Registry;
use crate::store::{Store, StoreError};

/// The registry as it is now.
#[derive(Default)]
pub(crate) struct RegistryCell(RwLock<Arc<Registry>>);

impl RegistryCell {
    pub(crate) fn current(&self) -> Arc<Registry> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads everything anew from the database.
    pub(crate) async fn reload(&self, store: &Store, data: &Path) -> Result<(), StoreError> {
        let registry = Arc::new(load::load(store, data).await?);
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = registry;
        Ok(())
    }
}
