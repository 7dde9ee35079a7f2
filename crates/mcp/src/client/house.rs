//! What every server needs of the house.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use async_trait::async_trait;
use pegboard_model::ids::{ServerKey, ToolsetId};
use pegboard_model::servers::{Announced, ServerEvents, ServerReport, Vault, VaultError};
use reqwest::header::AUTHORIZATION;
use serde_json::Value;
use url::Url;

use super::config::McpConfig;
use super::guard::Guards;
use super::oauth::{Registration, SignIns, Signer, Store};
use super::target::Target;
use super::transport::{Credentials, Sender, Surroundings};

/// What every server needs of the house.
pub(super) struct House {
    pub(super) config: McpConfig,
    pub(super) surroundings: Surroundings,
    pub(super) sender: Sender,
    attached: OnceLock<(Arc<dyn Vault>, Arc<dyn ServerEvents>)>,
    nobody: (Arc<dyn Vault>, Arc<dyn ServerEvents>),
    /// By server, with the address that they sign for.
    signers: Mutex<HashMap<ServerKey, (Url, Arc<Signer>)>>,
    pub(super) sign_ins: SignIns,
}

impl House {
    /// A house without vault, whom nobody listens to.
    pub(super) fn new(config: McpConfig) -> Self {
        let surroundings = Surroundings {
            house: config.house.clone(),
            guards: Guards::new(config.guard.clone()),
            end_time: config.end_time,
        };
        Self {
            config,
            surroundings,
            sender: Sender::default(),
            attached: OnceLock::new(),
            nobody: (Arc::new(Nobody), Arc::new(Nobody)),
            signers: Mutex::default(),
            sign_ins: SignIns::default(),
        }
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

    /// Who signs the requests to a server; nobody where its settings bring a signature of their own.
    pub(super) fn credentials(&self, server: &ServerKey, target: &Target) -> Option<Arc<dyn Credentials>> {
        let (Target::Http(remote) | Target::Sse(remote)) = target else { return None };
        if remote.headers.contains_key(AUTHORIZATION) {
            return None;
        }
        Some(self.signer(server, &remote.url))
    }

    /// Who signs the requests to a server at an address.
    pub(super) fn signer(&self, server: &ServerKey, url: &Url) -> Arc<Signer> {
        let mut signers = self.signers.lock().unwrap_or_else(PoisonError::into_inner);
        let signer =
            signers.get(server).filter(|(known, _)| known == url).map(|(_, signer)| Arc::clone(signer));
        signer.unwrap_or_else(|| {
            let store = Store::new(Arc::clone(self.vault()), server.clone(), url.clone());
            let signer = Arc::new(Signer::new(store));
            signers.insert(server.clone(), (url.clone(), Arc::clone(&signer)));
            signer
        })
    }

    /// How Pegboard can make itself known to a server's authorization server.
    pub(super) async fn registration(&self, server: &ServerKey) -> Registration {
        let name =
            server.server.as_str().to_ascii_uppercase().replace(|char: char| !char.is_alphanumeric(), "_");
        let value = async |what: &str| {
            let variable = format!("{name}_OAUTH_CLIENT_{what}");
            self.vault().variable(&server.toolset, &variable).await.ok().flatten()
        };
        let known = match value("ID").await {
            Some(id) => Some((id, value("SECRET").await)),
            None => None,
        };
        Registration { known, metadata_url: self.config.client_metadata_url.clone() }
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
