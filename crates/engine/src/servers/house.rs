//! What the provider of servers gets from the house: the vault, and somebody to tell.

use std::sync::{Arc, Weak};

use async_trait::async_trait;
use pegboard_model::config::{Secrecy, Settings};
use pegboard_model::ids::{ServerKey, ToolsetId};
use pegboard_model::servers::{Announced, ServerEvents, ServerReport, Vault, VaultError};
use pegboard_model::variables::{Variables, VariablesError};
use serde_json::Value;

use super::ask;
use crate::clock;
use crate::config::{self, ConfigError};
use crate::core::Core;
use crate::events::EventKind;
use crate::kept_variable;
use crate::seal::{Place, SealError};
use crate::store::StoreError;

/// The house as the provider sees it. Weak, because the house holds the provider.
struct House(Weak<Core>);

/// Hands the house over to the providers.
pub(crate) fn attach(core: &Arc<Core>) {
    let house = Arc::new(House(Arc::downgrade(core)));
    for provider in core.providers.all() {
        provider.attach_variables(Arc::clone(&house) as Arc<dyn Variables>);
    }
    if let Some(provider) = core.servers.provider() {
        provider.attach(Arc::clone(&house) as Arc<dyn Vault>, house);
    }
}

impl House {
    fn core(&self) -> Result<Arc<Core>, VaultError> {
        self.0.upgrade().ok_or_else(|| VaultError("the server is stopping".to_owned()))
    }
}

#[async_trait]
impl Variables for House {
    async fn variable(&self, toolset: &ToolsetId, name: &str) -> Result<Option<String>, VariablesError> {
        Vault::variable(self, toolset, name).await.map_err(|VaultError(why)| VariablesError(why))
    }

    async fn settings(&self, toolset: &ToolsetId) -> Result<Arc<Settings>, VariablesError> {
        Vault::settings(self, toolset).await.map_err(|VaultError(why)| VariablesError(why))
    }
}

#[async_trait]
impl Vault for House {
    async fn variable(&self, toolset: &ToolsetId, name: &str) -> Result<Option<String>, VaultError> {
        let core = self.core()?;
        let sealed = core.store.variable(toolset, name).await.map_err(|error| unread(&error))?;
        let place = kept_variable::place(toolset, name);
        let value = sealed.map(|sealed| core.seal.unseal(&place, &sealed)).transpose().map_err(closed)?;
        if let Some(value) = &value {
            core.secrets.note(place, Secrecy::Secret, value);
        }
        Ok(value)
    }

    async fn settings(&self, toolset: &ToolsetId) -> Result<Arc<Settings>, VaultError> {
        let core = self.core()?;
        config::shared_settings(&core, toolset).await.map(Arc::new).map_err(|error| match error {
            ConfigError::Seal(error) => closed(error),
            error => {
                tracing::error!(?error, "the vault failed");
                VaultError("what is kept encrypted cannot be reached; the log says why".to_owned())
            }
        })
    }

    async fn credentials(&self, server: &ServerKey) -> Result<Option<String>, VaultError> {
        let core = self.core()?;
        let sealed = core.store.credentials(server).await.map_err(|error| unread(&error))?;
        let place = credentials_place(server);
        sealed.map(|sealed| core.seal.unseal(&place, &sealed)).transpose().map_err(closed)
    }

    async fn keep_credentials(&self, server: &ServerKey, value: Option<String>) -> Result<(), VaultError> {
        let core = self.core()?;
        let place = credentials_place(server);
        // Only who seals waits for its turn: forgetting may be part of what somebody does who has one.
        let turn = if value.is_some() { Some(core.seal.turn().await) } else { None };
        let sealed = value.zip(turn.as_ref()).map(|(value, turn)| turn.seal(&place, &value));
        let sealed = sealed.transpose().map_err(closed)?;
        let written = async {
            let write = core.store.write().await?;
            write.put_credentials(server, sealed, clock::now()).await?;
            write.commit().await
        };
        written.await.map_err(|error| unread(&error))
    }
}

fn credentials_place(server: &ServerKey) -> Place {
    Place::Credentials(server.clone())
}

fn unread(error: &StoreError) -> VaultError {
    tracing::error!(?error, "the vault failed");
    VaultError("what is kept encrypted cannot be reached; the log says why".to_owned())
}

#[allow(clippy::needless_pass_by_value, reason = "handed to map_err")]
fn closed(error: SealError) -> VaultError {
    VaultError(error.to_string())
}

impl ServerEvents for House {
    fn status_changed(&self, report: ServerReport) {
        if let Some(core) = self.0.upgrade() {
            let state = report.status.as_str();
            core.events.publish(EventKind::ServerStatus { server: report.key, state });
        }
    }

    fn announced(&self, server: &ServerKey, announced: Arc<Announced>) {
        let (Some(core), server) = (self.0.upgrade(), server.clone()) else { return };
        let working = Arc::clone(&core);
        core.tasks.spawn(async move {
            if let Err(error) = ask::note(&working, &server, announced).await {
                tracing::error!(%server, ?error, "what a server told could not be kept");
            }
        });
    }

    fn notified(&self, server: &ServerKey, method: &str, params: Value) {
        if let Some(core) = self.0.upgrade() {
            let (server, method) = (server.clone(), method.to_owned());
            core.events.publish(EventKind::ServerNotified { server, method, params });
        }
    }
}
