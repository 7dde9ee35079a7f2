//! What people tell tools, and the key under which it is kept.

use serde_json::{Map, Value};

use crate::config::{self, ConfigError, ConfigOf, ConfigTest};
use crate::engine::operations::Engine;
use crate::record::ConfigRecord;
use crate::rotation::{self, RotateError, Rotated};

#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    /// Everything that can be set for a tool or a toolset, and what is. No secret comes out.
    pub async fn config(&self, of: &ConfigOf) -> Result<ConfigRecord, ConfigError> {
        config::show(self.core(), of).await
    }

    /// Sets values, all or none. An empty text forgets one, and `***` leaves a secret as it is.
    pub async fn set_config(
        &self,
        of: ConfigOf,
        values: Map<String, Value>,
    ) -> Result<ConfigRecord, ConfigError> {
        self.uncut(|core| async move { config::set(&core, &of, values).await }).await
    }

    /// Forgets the value of a key.
    pub async fn forget_config(&self, of: ConfigOf, key: &str) -> Result<ConfigRecord, ConfigError> {
        let key = key.to_owned();
        self.uncut(|core| async move { config::forget(&core, &of, &key).await }).await
    }

    /// Whether all is there that is required.
    pub async fn test_config(&self, of: &ConfigOf) -> Result<ConfigTest, ConfigError> {
        config::test(self.core(), of).await
    }

    /// Makes a new key for what is kept encrypted, and seals all of it anew.
    pub async fn rotate_secret_key(&self) -> Result<Rotated, RotateError> {
        self.uncut(|core| async move { rotation::rotate(&core).await }).await
    }
}
