//! What the engine sees.

use std::sync::Arc;

use async_trait::async_trait;
use pegboard_model::call::{CallerLine, FailureKind, Outcome, ProviderKind, ToolFailure};
use pegboard_model::ids::{ChatId, ServerKey, ToolsetId};
use pegboard_model::policy::Permit;
use pegboard_model::provider::{Bundle, Declared, Discovery, Host, Job, Network, Progress, Provider};
use pegboard_model::servers::{
    Announced, Apart, ServerConfig, ServerEvents, ServerFailure, ServerFault, ServerProvider, ServerReport,
    SignIn, Vault,
};
use serde_json::Value;
use url::Url;

use super::call;
use super::config::McpConfig;
use super::house::House;
use super::registry::Registry;
use super::request::request;
use super::server::Server;
use super::upstream::{Record, millis};

/// MCP servers as a source of tools.
#[derive(Debug)]
pub struct McpProvider {
    registry: Registry,
}

impl McpProvider {
    /// Starts nothing.
    pub fn new(config: McpConfig) -> Self {
        Self { registry: Registry::new(Arc::new(House::new(config))) }
    }

    async fn announced(&self, server: &Arc<Server>) -> Result<Arc<Announced>, ServerFailure> {
        let lease = self.registry.lease(server, server.place(None)).await?;
        let upstream = &server.upstream;
        lease.connection.announced(upstream).await.map_err(|error| error.told(upstream.key()))
    }
}

#[async_trait]
impl Provider for McpProvider {
    fn kind(&self) -> ProviderKind {
        ProviderKind::Mcp
    }

    async fn discover(
        &self,
        _bundle: &Bundle,
        tools: &[Declared],
        _progress: &dyn Progress,
    ) -> Result<Vec<Discovery>, ToolFailure> {
        let none = || ToolFailure::new(FailureKind::Missing, "Tools of MCP servers have no entrypoint.");
        let found = |tool: &Declared| Discovery { tool: tool.tool.clone(), found: Err(none()) };
        Ok(tools.iter().map(found).collect())
    }

    async fn run(&self, permit: Permit, job: Job, host: &dyn Host) -> Outcome {
        if !permit.covers(&job.resolved, Network::AsDeclared) {
            let message = "The permit is for another tool.";
            return Outcome::failed(ToolFailure::new(FailureKind::Denied, message));
        }
        call::run(&self.registry, job, host).await
    }

    async fn release(&self, toolset: &ToolsetId) {
        self.registry.release(toolset).await;
    }

    async fn shutdown(&self) {
        self.registry.shutdown().await;
    }
}

#[async_trait]
impl ServerProvider for McpProvider {
    fn attach(&self, vault: Arc<dyn Vault>, events: Arc<dyn ServerEvents>) {
        self.registry.house.attach(vault, events);
    }

    async fn configure(&self, servers: Vec<ServerConfig>) {
        self.registry.configure(servers).await;
    }

    async fn announce(&self, server: &ServerKey) -> Result<Arc<Announced>, ServerFailure> {
        self.announced(&self.registry.server(server)?).await
    }

    async fn request(
        &self,
        server: &ServerKey,
        chat: Option<ChatId>,
        method: &str,
        params: Value,
    ) -> Result<Value, ServerFailure> {
        request(&self.registry, server, chat, None, method, &params).await
    }

    async fn request_for(
        &self,
        server: &ServerKey,
        chat: Option<ChatId>,
        line: Arc<dyn CallerLine>,
        method: &str,
        params: Value,
    ) -> Result<Value, ServerFailure> {
        request(&self.registry, server, chat, Some(line), method, &params).await
    }

    fn reports(&self) -> Vec<ServerReport> {
        self.registry.reports()
    }

    fn log(&self, server: &ServerKey) -> String {
        self.registry.server(server).map(|server| server.record().log.text()).unwrap_or_default()
    }

    async fn reconnect(&self, server: &ServerKey) -> Result<Arc<Announced>, ServerFailure> {
        let server = self.registry.renew(server).await?;
        self.announced(&server).await
    }

    async fn try_out(&self, config: ServerConfig) -> Apart {
        let config = ServerConfig { enabled: true, ..config };
        let record = Arc::new(Record::default());
        let server = Server::new(config, Arc::clone(&self.registry.house), Arc::clone(&record));
        let lease = server.lease(server.place(None)).await;
        let (announced, took) = match lease {
            Ok(lease) => (Ok(lease.connection.known()), Some(lease.connection.took)),
            Err(failure) => (Err(failure), None),
        };
        server.end().await;
        Apart {
            announced,
            connect_ms: took.map(|took| millis(took.connect)),
            list_ms: took.map(|took| millis(took.list)),
            log: record.log.text(),
        }
    }

    async fn begin_sign_in(&self, server: &ServerKey, redirect: Url) -> Result<SignIn, ServerFailure> {
        let house = &self.registry.house;
        let signer = self.registry.server(server)?.upstream.signer().await?;
        let registration = house.registration(server).await;
        let open = house.sign_ins.begin(signer, redirect, registration).await?;
        Ok(SignIn { open })
    }

    async fn end_sign_in(&self, returned: Url) -> Result<ServerKey, ServerFailure> {
        let server = self.registry.house.sign_ins.end(&returned).await?;
        // What was refused before need not wait for its pause to end.
        self.registry.renew(&server).await?;
        Ok(server)
    }

    async fn sign_out(&self, server: &ServerKey) -> Result<(), ServerFailure> {
        let signer = self.registry.server(server)?.upstream.signer().await?;
        signer.sign_out().await.map_err(|error| {
            tracing::error!(%server, %error, "an MCP server's credentials cannot be forgotten");
            let message =
                format!("The credentials of `{server}` could not be forgotten; Pegboard's log says why.");
            ServerFailure::new(ServerFault::SignInNeeded, message)
        })?;
        self.registry.renew(server).await.map(|_| ())
    }
}
