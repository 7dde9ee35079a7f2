//! What every server needs of the house.

use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use pegboard_model::ids::{ServerKey, ToolsetId};
use pegboard_model::servers::{Announced, ServerEvents, ServerReport, Vault, VaultError};
use serde_json::Value;

use super::config::McpConfig;
use super::guard::Guards;
use super::target::Target;
use super::transport::{Credentials, Surroundings};

/// What every server needs of the house.
pub(super) struct House {
    pub(super) config: McpConfig,
    pub(super) surroundings: Surroundings,
    attached: OnceLock<(Arc<dyn Vault>, Arc<dyn ServerEvents>)>,
    nobody: (Arc<dyn Vault>, Arc<dyn ServerEvents>),
}

impl House {
    /// A house without vault, whom nobody listens to.
    pub(super) fn new(config: McpConfig) -> Self {
        let surroundings = Surroundings {
            house: config.house.clone(),
            guards: Guards::new(config.guard.clone()),
            end_time: config.end_time,
        };
        Self { config, surroundings, attached: OnceLock::new(), nobody: (Arc::new(Nobody), Arc::new(Nobody)) }
    }

    /// Only the first time counts.
    pub(super) fn attach(&self, vault: Arc<dyn Vault>, events: Arc<dyn ServerEvents>) {
        let _is_attached = self.attached.set((vault, events));
    }

    pub(super) fn vault(&self) -> &Arc<dyn Vault> {
        &self.attached.get().unwrap_or(&self.nobody).0
    }

    pub(super) fn events(&self) -> &Arc<dyn ServerEvents> {
        &self.attached.get().unwrap_or(&self.nobody).1
    }

    /// Who signs the requests to a server.
    pub(super) fn credentials(&self, _server: &ServerKey, _target: &Target) -> Option<Arc<dyn Credentials>> {
        None
    }
}

impl std::fmt::Debug for House {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("House").field("config", &self.config).finish_non_exhaustive()
    }
}

/// Stands in until the house is attached.
struct Nobody;

#[async_trait]
impl Vault for Nobody {
    async fn variable(&self, _toolset: &ToolsetId, _name: &str) -> Result<Option<String>, VaultError> {
        Ok(None)
    }

    async fn credentials(&self, _server: &ServerKey) -> Result<Option<String>, VaultError> {
        Ok(None)
    }

    async fn keep_credentials(&self, _server: &ServerKey, _value: Option<String>) -> Result<(), VaultError> {
        Err(VaultError("there is no vault".to_owned()))
    }
}

impl ServerEvents for Nobody {
    fn status_changed(&self, _report: ServerReport) {}

    fn announced(&self, _server: &ServerKey, _announced: Arc<Announced>) {}

    fn notified(&self, _server: &ServerKey, _method: &str, _params: Value) {}
}
