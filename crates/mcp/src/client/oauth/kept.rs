//! A server's credentials in the vault.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use pegboard_model::ids::ServerKey;
use pegboard_model::servers::Vault;
use rmcp::transport::auth::{AuthError, CredentialRefreshGuard, CredentialStore, StoredCredentials};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;
use url::Url;

/// What is kept of one sign-in.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Kept {
    /// The server's address. Credentials are never sent to another one.
    url: Url,
    /// How we are registered.
    pub(super) client: Client,
    credentials: Option<StoredCredentials>,
}

/// A client of an authorization server.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Client {
    pub(super) id: String,
    pub(super) secret: Option<String>,
    pub(super) redirect: Url,
}

/// The credentials of one server: in the vault, and as they were read last.
pub(in crate::client) struct Store {
    vault: Arc<dyn Vault>,
    server: ServerKey,
    url: Url,
    /// `None` until it was read.
    read: Mutex<Option<Option<Kept>>>,
    refreshing: Arc<Mutex<()>>,
}

impl Store {
    /// Reads nothing yet.
    pub(in crate::client) fn new(vault: Arc<dyn Vault>, server: ServerKey, url: Url) -> Self {
        Self { vault, server, url, read: Mutex::default(), refreshing: Arc::default() }
    }

    pub(super) fn server(&self) -> &ServerKey {
        &self.server
    }

    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    /// What is kept; `None` where nobody signed in, or did so at another address.
    pub(super) async fn kept(&self) -> Result<Option<Kept>, AuthError> {
        let mut read = self.read.lock().await;
        if let Some(kept) = &*read {
            return Ok(kept.clone());
        }
        let text = self.vault.credentials(&self.server).await;
        let text = text.map_err(|error| AuthError::CredentialStoreError(error.to_string()))?;
        let kept = text.and_then(|text| serde_json::from_str::<Kept>(&text).ok());
        let kept = kept.filter(|kept| kept.url == self.url);
        *read = Some(kept.clone());
        Ok(kept)
    }

    /// Keeps how we are registered, without credentials yet.
    pub(super) async fn registered(&self, client: Client) -> Result<(), AuthError> {
        self.keep(Some(Kept { url: self.url.clone(), client, credentials: None })).await
    }

    /// The scopes that were granted.
    pub(super) async fn granted(&self) -> Vec<String> {
        let kept = self.kept().await.ok().flatten();
        kept.and_then(|kept| kept.credentials)
            .map(|credentials| credentials.granted_scopes)
            .unwrap_or_default()
    }

    /// Keeps it, or forgets everything.
    pub(super) async fn keep(&self, kept: Option<Kept>) -> Result<(), AuthError> {
        let failed = |error: String| AuthError::CredentialStoreError(error);
        let mut read = self.read.lock().await;
        let text = kept
            .as_ref()
            .map(serde_json::to_string)
            .transpose()
            .map_err(|error| failed(error.to_string()))?;
        self.vault.keep_credentials(&self.server, text).await.map_err(|error| failed(error.to_string()))?;
        *read = Some(kept);
        Ok(())
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("server", &self.server).finish_non_exhaustive()
    }
}

/// A [`Store`] as the library knows it.
pub(super) struct Shared(pub(super) Arc<Store>);

#[async_trait]
impl CredentialStore for Shared {
    async fn load(&self) -> Result<Option<StoredCredentials>, AuthError> {
        Ok(self.0.kept().await?.and_then(|kept| kept.credentials))
    }

    async fn save(&self, credentials: StoredCredentials) -> Result<(), AuthError> {
        let Some(mut kept) = self.0.kept().await? else {
            return Err(AuthError::CredentialStoreError("nobody is registered".to_owned()));
        };
        kept.credentials = Some(credentials);
        self.0.keep(Some(kept)).await
    }

    async fn clear(&self) -> Result<(), AuthError> {
        self.0.keep(None).await
    }

    async fn acquire_refresh_guard(&self) -> Result<Option<CredentialRefreshGuard>, AuthError> {
        let guard = Arc::clone(&self.0.refreshing).lock_owned().await;
        Ok(Some(CredentialRefreshGuard::new(guard)))
    }
}
