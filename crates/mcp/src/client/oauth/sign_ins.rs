//! Sign-ins that wait for a person to come back.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pegboard_model::ids::ServerKey;
use pegboard_model::servers::{ServerFailure, ServerFault};
use rmcp::transport::auth::{
    AuthError, AuthorizationCallback, AuthorizationManager, OAuthClientConfig, WWWAuthenticateParams,
};
use tokio::time::Instant;
use url::Url;

use super::kept::{Client, Shared, Store};
use super::signer::Signer;

/// How long a person may take.
const SIGN_IN_TIME: Duration = Duration::from_secs(15 * 60);

/// Sign-ins that wait at a time; the oldest make room.
const SIGN_INS_MAX: usize = 100;

/// What we call ourselves where we register.
const CLIENT_NAME: &str = "Pegboard";

/// How we can make ourselves known to an authorization server, beside registering.
#[derive(Debug, Clone, Default)]
pub(in crate::client) struct Registration {
    /// A client that somebody registered there: id and secret.
    pub(in crate::client) known: Option<(String, Option<String>)>,
    /// The address of a document that describes us.
    pub(in crate::client) metadata_url: Option<Url>,
}

/// Sign-ins that were begun, by their `state`.
#[derive(Default)]
pub(in crate::client) struct SignIns {
    waiting: Mutex<HashMap<String, Arc<Waiting>>>,
}

struct Waiting {
    signer: Arc<Signer>,
    manager: AuthorizationManager,
    client: Client,
    until: Instant,
}

impl SignIns {
    /// Begins one; gives the address to open.
    pub(in crate::client) async fn begin(
        &self,
        signer: Arc<Signer>,
        redirect: Url,
        registration: Registration,
    ) -> Result<Url, ServerFailure> {
        let store = Arc::clone(&signer.store);
        let begun = begin(&store, &signer, redirect, registration).await;
        let (manager, client, open) = begun.map_err(|error| failure(store.server(), &error))?;
        let state = query(&open, "state").unwrap_or_default();
        let waiting = Waiting { signer, manager, client, until: Instant::now() + SIGN_IN_TIME };
        let mut all = self.waiting();
        let now = Instant::now();
        all.retain(|_, waiting| waiting.until > now);
        if all.len() >= SIGN_INS_MAX {
            let oldest = all.iter().min_by_key(|(_, waiting)| waiting.until).map(|(state, _)| state.clone());
            oldest.and_then(|state| all.remove(&state));
        }
        all.insert(state, Arc::new(waiting));
        Ok(open)
    }

    /// Ends the one that this address belongs to; gives its server.
    pub(in crate::client) async fn end(&self, returned: &Url) -> Result<ServerKey, ServerFailure> {
        let state = query(returned, "state").unwrap_or_default();
        let waiting = self.waiting().get(&state).cloned().filter(|waiting| waiting.until > Instant::now());
        let Some(waiting) = waiting else {
            let message =
                "No sign-in waits for this answer. It may be too old, or ended already: begin it again.";
            return Err(ServerFailure::new(ServerFault::Unknown, message));
        };
        let server = waiting.signer.store.server().clone();
        waiting.end(returned).await.map_err(|error| failure(&server, &error))?;
        // Only now: an answer that was forged must not spoil the right one.
        self.waiting().remove(&state);
        Ok(server)
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<String, Arc<Waiting>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    async fn end(&self, returned: &Url) -> Result<(), AuthError> {
        if let Some(error) = query(returned, "error") {
            return Err(AuthError::AuthorizationFailed(error.chars().take(80).collect()));
        }
        let callback = AuthorizationCallback::from_redirect_url(returned.as_str())?;
        let issuer = callback.issuer.as_deref();
        self.signer.store.registered(self.client.clone()).await?;
        self.manager
            .exchange_code_for_token_with_issuer(&callback.code, &callback.csrf_token, issuer)
            .await?;
        self.signer.renew().await;
        Ok(())
    }
}

async fn begin(
    store: &Arc<Store>,
    signer: &Signer,
    redirect: Url,
    registration: Registration,
) -> Result<(AuthorizationManager, Client, Url), AuthError> {
    let mut manager = AuthorizationManager::new(store.url().clone()).await?;
    manager.set_credential_store(Shared(Arc::clone(store)));
    let challenge = signer.challenge();
    let resolution = manager.resolve_metadata_from_challenge(challenge.as_deref()).await?;
    let takes_documents = resolution.metadata.additional_fields.get("client_id_metadata_document_supported")
        == Some(&serde_json::Value::Bool(true));
    manager.set_metadata(resolution.metadata);
    let scopes = scopes(store, &manager, challenge.as_deref()).await;
    let scopes: Vec<&str> = scopes.iter().map(String::as_str).collect();
    let described = registration.metadata_url.filter(|_| takes_documents);
    let config = match (registration.known, described) {
        (Some((id, secret)), _) => {
            let config = OAuthClientConfig::new(id, redirect.clone());
            match secret {
                Some(secret) => config.with_client_secret(secret),
                None => config,
            }
        }
        (None, Some(document)) => OAuthClientConfig::new(document, redirect.clone()),
        (None, None) => manager.register_client(CLIENT_NAME, redirect.as_str(), &scopes).await?,
    };
    let client = Client { id: config.client_id.clone(), secret: config.client_secret.clone(), redirect };
    manager.configure_client(config)?;
    let open = manager.get_authorization_url(&scopes).await?;
    Ok((manager, client, Url::parse(&open)?))
}

/// What to ask for: what the server wants, and where it wants more than was granted, that and what was granted.
async fn scopes(store: &Store, manager: &AuthorizationManager, challenge: Option<&str>) -> Vec<String> {
    let wanted = manager.select_initial_scopes(&[]).await;
    let parsed = challenge.map(|challenge| WWWAuthenticateParams::parse(challenge, store.url()));
    if !parsed.is_some_and(|challenge| challenge.is_insufficient_scope()) {
        return wanted;
    }
    let mut all = store.granted().await;
    all.extend(wanted.into_iter().filter(|scope| !all.contains(scope)).collect::<Vec<_>>());
    all
}

fn query(url: &Url, name: &str) -> Option<String> {
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

/// What is told; the detail, which may quote an answer, stands in Pegboard's log.
fn failure(server: &ServerKey, error: &AuthError) -> ServerFailure {
    tracing::warn!(%server, %error, "a sign-in to an MCP server failed");
    let why = match error {
        AuthError::NoAuthorizationSupport => "it offers no sign-in",
        AuthError::ProtectedResourceMetadataInvalid { .. } => "what it says of its sign-in is not usable",
        AuthError::AuthorizationServersUnavailable { .. } | AuthError::DiscoveryRequestFailed { .. } => {
            "its authorization server cannot be used"
        }
        AuthError::PkceUnsupported => {
            "its authorization server is not safe enough (it has no S256 proof keys)"
        }
        AuthError::AuthorizationServerMismatch { .. }
        | AuthError::AuthorizationServerMissingIssuer { .. } => {
            "the answer came from another authorization server than the one that was asked"
        }
        AuthError::RegistrationFailed(_) => "its authorization server does not register Pegboard by itself",
        AuthError::AuthorizationFailed(_) => "it was declined",
        AuthError::CredentialStoreError(_) => "the credentials could not be kept",
        _ => "its authorization server refused",
    };
    ServerFailure::new(ServerFault::SignInNeeded, format!("The sign-in to `{server}` failed: {why}."))
}

impl fmt::Debug for SignIns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SignIns").field("waiting", &self.waiting().len()).finish()
    }
}
