//! What a provider of MCP servers can do beyond running calls, and what it needs from the house.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::Value;
use url::Url;

use super::announced::Announced;
use super::failure::ServerFailure;
use super::status::ServerReport;
use crate::call::CallerLine;
use crate::config::Settings;
use crate::ids::{ChatId, ServerKey, ToolsetId};
use crate::provider::Provider;
use crate::toolset::McpServer;

/// One registered server, as its provider needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerConfig {
    /// Its identity.
    pub key: ServerKey,
    /// How it is reached. Values may hold `${VAR}`, which the vault and then the environment resolve at connect.
    pub server: McpServer,
    /// The toolset's folder, absolute: a relative `cwd` is resolved against it.
    pub root: PathBuf,
    /// Whether both the toolset and the server are switched on.
    pub enabled: bool,
}

/// A source of tools that are known only once its servers were asked.
#[async_trait]
pub trait ServerProvider: Provider {
    /// Hands over what the provider needs from the house. Called once, before anything else.
    fn attach(&self, vault: Arc<dyn Vault>, events: Arc<dyn ServerEvents>);

    /// Says which servers there are now, all of them. Connections of a server that is gone, changed or disabled end
    /// before this returns; the others go on. Starts nothing.
    async fn configure(&self, servers: Vec<ServerConfig>);

    /// What a server tells of itself. Connects first where it is not connected; the answer of a connected one is
    /// given again until the server says that its tools changed.
    ///
    /// # Errors
    /// When it cannot be reached or does not answer within the time a connect may take.
    async fn announce(&self, server: &ServerKey) -> Result<Arc<Announced>, ServerFailure>;

    /// Sends a request that is no tool call, such as `resources/read`, and gives back its result as it came.
    /// `chat` chooses the connection of a server that has one per chat.
    ///
    /// # Errors
    /// When the server cannot be reached, does not answer, or refuses.
    async fn request(
        &self,
        server: &ServerKey,
        chat: Option<ChatId>,
        method: &str,
        params: Value,
    ) -> Result<Value, ServerFailure>;

    /// The same for a caller that waits for it: the server may ask it back.
    ///
    /// # Errors
    /// As [`ServerProvider::request`].
    async fn request_for(
        &self,
        server: &ServerKey,
        chat: Option<ChatId>,
        line: Arc<dyn CallerLine>,
        method: &str,
        params: Value,
    ) -> Result<Value, ServerFailure>;

    /// How every server stands, by key.
    fn reports(&self) -> Vec<ServerReport>;

    /// What a server wrote to its standard error and what happened to its connection, the latest at the end.
    fn log(&self, server: &ServerKey) -> String;

    /// Ends a server's connections, forgets its pause, and connects anew.
    ///
    /// # Errors
    /// As [`ServerProvider::announce`].
    async fn reconnect(&self, server: &ServerKey) -> Result<Arc<Announced>, ServerFailure>;

    /// Tries a server that need not be registered: connects, lists, and ends it again.
    async fn try_out(&self, server: ServerConfig) -> Apart;

    /// Begins a sign-in (OAuth) and gives back the address that a person must open. `redirect` is where their browser
    /// comes back to.
    ///
    /// # Errors
    /// When the server wants none, or its authorization server cannot be used.
    async fn begin_sign_in(&self, server: &ServerKey, redirect: Url) -> Result<SignIn, ServerFailure>;

    /// Ends a sign-in with the address, query included, that the browser came back to.
    ///
    /// # Errors
    /// When no such sign-in was begun, or the authorization server refuses.
    async fn end_sign_in(&self, returned: Url) -> Result<ServerKey, ServerFailure>;

    /// Forgets a server's credentials.
    ///
    /// # Errors
    /// When the vault fails.
    async fn sign_out(&self, server: &ServerKey) -> Result<(), ServerFailure>;
}

/// How a server that was tried out did.
#[derive(Debug, Clone, PartialEq)]
pub struct Apart {
    /// What it told of itself, or why it did not.
    pub announced: Result<Arc<Announced>, ServerFailure>,
    /// Until it had answered the first message, in milliseconds; `None` when it did not.
    pub connect_ms: Option<u64>,
    /// Then until its tools were listed, in milliseconds.
    pub list_ms: Option<u64>,
    /// What it wrote meanwhile.
    pub log: String,
}

/// A sign-in that a person has to go on with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignIn {
    /// The address to open.
    pub open: Url,
}

/// What is kept encrypted for servers.
#[async_trait]
pub trait Vault: Send + Sync {
    /// A toolset's value for `${name}`; `None` when nobody set one.
    ///
    /// # Errors
    /// When it cannot be read or decrypted.
    async fn variable(&self, toolset: &ToolsetId, name: &str) -> Result<Option<String>, VaultError>;

    /// What the person who runs the house set for the keys of a toolset's `config_schema`, defaults included.
    ///
    /// # Errors
    /// When it cannot be read or decrypted.
    async fn settings(&self, _toolset: &ToolsetId) -> Result<Arc<Settings>, VaultError> {
        Ok(Arc::default())
    }

    /// A server's credentials, in whatever form its provider keeps them.
    ///
    /// # Errors
    /// When they cannot be read or decrypted.
    async fn credentials(&self, server: &ServerKey) -> Result<Option<String>, VaultError>;

    /// Keeps a server's credentials in place of those before; `None` forgets them.
    ///
    /// # Errors
    /// When they cannot be written.
    async fn keep_credentials(&self, server: &ServerKey, value: Option<String>) -> Result<(), VaultError>;
}

/// The vault failed; the log says how.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct VaultError(pub String);

/// Takes what happens to servers. None of these blocks.
pub trait ServerEvents: Send + Sync {
    /// A server's status changed.
    fn status_changed(&self, report: ServerReport);

    /// A server told of its tools: at a connect, or because they changed.
    fn announced(&self, server: &ServerKey, announced: Arc<Announced>);

    /// A server sent any other notification, such as `notifications/resources/updated`.
    fn notified(&self, server: &ServerKey, method: &str, params: Value);
}
