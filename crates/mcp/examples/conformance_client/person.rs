//! Whoever signs in, and where what they bring is kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use pegboard_model::ids::{ServerKey, ToolsetId};
use pegboard_model::servers::{Announced, ServerEvents, ServerReport, Vault, VaultError};
use reqwest::header::LOCATION;
use serde_json::Value;
use url::Url;

use crate::Failure;

/// Opens an address as a browser does, and gives the one that it is sent back to.
pub(crate) async fn agree(open: Url) -> Result<Url, Failure> {
    let browser = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build()?;
    let answer = browser.get(open.clone()).send().await?;
    let location = answer.headers().get(LOCATION).ok_or("the authorization server sends nobody back")?;
    Ok(open.join(location.to_str()?)?)
}

/// A vault in memory, which knows the client that the scenario names.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) context: Value,
    credentials: Mutex<BTreeMap<String, String>>,
}

impl Memory {
    pub(crate) fn new(context: Value) -> Self {
        Self { context, ..Self::default() }
    }
}

#[async_trait]
impl Vault for Memory {
    async fn variable(&self, _toolset: &ToolsetId, name: &str) -> Result<Option<String>, VaultError> {
        let field = match name {
            "SERVER_OAUTH_CLIENT_ID" => "client_id",
            "SERVER_OAUTH_CLIENT_SECRET" => "client_secret",
            _ => return Ok(None),
        };
        Ok(self.context[field].as_str().map(str::to_owned))
    }

    async fn credentials(&self, server: &ServerKey) -> Result<Option<String>, VaultError> {
        let kept = self.credentials.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(kept.get(&server.to_string()).cloned())
    }

    async fn keep_credentials(&self, server: &ServerKey, value: Option<String>) -> Result<(), VaultError> {
        let mut kept = self.credentials.lock().unwrap_or_else(PoisonError::into_inner);
        match value {
            Some(value) => kept.insert(server.to_string(), value),
            None => kept.remove(&server.to_string()),
        };
        Ok(())
    }
}

/// Listens to nothing.
pub(crate) struct Deaf;

impl ServerEvents for Deaf {
    fn status_changed(&self, _report: ServerReport) {}

    fn announced(&self, _server: &ServerKey, _announced: Arc<Announced>) {}

    fn notified(&self, _server: &ServerKey, _method: &str, _params: Value) {}
}
