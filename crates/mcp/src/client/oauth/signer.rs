//! Signs requests to one server.

use std::fmt;
use std::sync::{Arc, PoisonError};

use async_trait::async_trait;
use rmcp::transport::auth::{AuthError, AuthorizationManager, OAuthClientConfig, WWWAuthenticateParams};
use tokio::sync::Mutex;

use super::kept::{Shared, Store};
use crate::client::transport::{Credentials, Refusal};

/// Signs requests to one server with what its sign-in brought, refreshed when it must be.
pub(in crate::client) struct Signer {
    pub(super) store: Arc<Store>,
    manager: Mutex<Option<Manager>>,
    /// The challenge of the last refusal: what the next sign-in has to ask for.
    challenge: std::sync::Mutex<Option<String>>,
}

struct Manager {
    manager: AuthorizationManager,
    /// Whether the authorization server is known, which refreshing needs.
    is_ready: bool,
}

impl Signer {
    /// Reads nothing yet.
    pub(in crate::client) fn new(store: Store) -> Self {
        Self { store: Arc::new(store), manager: Mutex::default(), challenge: std::sync::Mutex::default() }
    }

    /// What the server said when it refused the last time.
    pub(super) fn challenge(&self) -> Option<String> {
        self.challenge.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Forgets how it signed: somebody signed in or out.
    pub(super) async fn renew(&self) {
        *self.manager.lock().await = None;
        *self.challenge.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Forgets the server's credentials.
    pub(in crate::client) async fn sign_out(&self) -> Result<(), AuthError> {
        self.store.keep(None).await?;
        self.renew().await;
        Ok(())
    }

    /// The token as it is kept, or a new one where it expires.
    async fn current(&self) -> Result<Option<String>, AuthError> {
        if self.store.kept().await?.is_none() {
            return Ok(None);
        }
        let mut slot = self.manager.lock().await;
        let manager = self.manager(&mut slot).await?;
        if !manager.is_ready
            && let Ok(token) = manager.manager.get_access_token().await
        {
            return Ok(Some(token));
        }
        self.ready(manager).await?;
        match manager.manager.get_access_token().await {
            Ok(token) => Ok(Some(token)),
            Err(AuthError::AuthorizationRequired) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Gets a new token in place of one that was refused. Gives whether there is one.
    async fn refreshed(&self, refused: &str) -> Result<bool, AuthError> {
        let mut slot = self.manager.lock().await;
        let manager = self.manager(&mut slot).await?;
        if manager.manager.get_access_token().await.is_ok_and(|token| token != refused) {
            return Ok(true);
        }
        self.ready(manager).await?;
        manager.manager.refresh_token().await?;
        Ok(true)
    }

    async fn manager<'a>(&self, slot: &'a mut Option<Manager>) -> Result<&'a mut Manager, AuthError> {
        let manager = match slot.take() {
            Some(manager) => manager,
            None => {
                let mut manager = AuthorizationManager::new(self.store.url().clone()).await?;
                manager.set_credential_store(Shared(Arc::clone(&self.store)));
                Manager { manager, is_ready: false }
            }
        };
        Ok(slot.insert(manager))
    }

    async fn ready(&self, manager: &mut Manager) -> Result<(), AuthError> {
        if manager.is_ready {
            return Ok(());
        }
        // Also sees whether the server has another authorization server by now, and forgets the tokens then.
        if !manager.manager.initialize_from_store().await? {
            return Err(AuthError::AuthorizationRequired);
        }
        let Some(kept) = self.store.kept().await? else { return Err(AuthError::AuthorizationRequired) };
        let mut config = OAuthClientConfig::new(kept.client.id, kept.client.redirect);
        if let Some(secret) = kept.client.secret {
            config = config.with_client_secret(secret);
        }
        manager.manager.configure_client(config)?;
        manager.is_ready = true;
        Ok(())
    }

    fn failed(&self, error: &AuthError) {
        tracing::warn!(server = %self.store.server(), %error, "a request to an MCP server cannot be signed");
    }
}

#[async_trait]
impl Credentials for Signer {
    async fn token(&self) -> Option<String> {
        self.current().await.unwrap_or_else(|error| {
            self.failed(&error);
            None
        })
    }

    async fn refused(&self, token: Option<&str>, status: u16, challenge: Option<&str>) -> Refusal {
        let parsed = challenge.map(|challenge| WWWAuthenticateParams::parse(challenge, self.store.url()));
        let wants_scope = parsed.is_some_and(|challenge| challenge.is_insufficient_scope());
        if status == FORBIDDEN && !wants_scope {
            return Refusal::Final;
        }
        *self.challenge.lock().unwrap_or_else(PoisonError::into_inner) = challenge.map(str::to_owned);
        if status == FORBIDDEN {
            return Refusal::MoreScope;
        }
        let Some(token) = token else { return Refusal::SignIn };
        match self.refreshed(token).await {
            Ok(true) => Refusal::Again,
            Ok(false) | Err(AuthError::AuthorizationRequired) => Refusal::SignIn,
            Err(error) => {
                self.failed(&error);
                Refusal::SignIn
            }
        }
    }
}

const FORBIDDEN: u16 = 403;

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signer").field("store", &self.store).finish_non_exhaustive()
    }
}
