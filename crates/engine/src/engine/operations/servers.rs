//! MCP servers: which there are, how they stand, and what is kept for them.

use std::sync::Arc;

use pegboard_model::call::CallerLine;
use pegboard_model::ids::{ChatId, ServerKey};
use pegboard_model::servers::{Apart, ServerFailure, SignIn};
use serde_json::Value;
use url::Url;

use crate::engine::operations::Engine;
use crate::lookup::LookupError;
use crate::record::ServerDetail;
use crate::servers::{self, AddServersError, ChangeServerError, NewServer, ServerError, VariableError};
use crate::store::StoreError;
use crate::toolsets::ExportMcpbError;

#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    /// Every registered server, by key. Asks none of them anything.
    pub async fn servers(&self) -> Result<Vec<ServerDetail>, StoreError> {
        servers::all(self.core()).await
    }

    /// One of them, by its key or, where only one has it, by its own id.
    pub async fn server(&self, name: &str) -> Result<ServerDetail, LookupError> {
        servers::one(self.core(), name).await
    }

    /// Adds servers by themselves, each as a toolset with nothing else in it: all or none. Nothing is started.
    pub async fn add_servers(&self, new: Vec<NewServer>) -> Result<Vec<ServerDetail>, AddServersError> {
        self.uncut(|core| async move { servers::add(&core, new).await }).await
    }

    /// Gives a server that was added by itself other settings. Its id stays, and so do variables not named again.
    pub async fn edit_server(&self, name: &str, new: NewServer) -> Result<ServerDetail, ChangeServerError> {
        let name = name.to_owned();
        self.uncut(|core| async move { servers::edit(&core, &name, new).await }).await
    }

    /// Removes a server that was added by itself.
    pub async fn remove_server(&self, name: &str) -> Result<(), ChangeServerError> {
        let name = name.to_owned();
        self.uncut(|core| async move { servers::remove(&core, &name).await }).await
    }

    /// Switches a server on or off. Off, its processes have ended when this returns.
    pub async fn set_server_enabled(
        &self,
        name: &str,
        enabled: bool,
    ) -> Result<ServerDetail, ChangeServerError> {
        let name = name.to_owned();
        self.uncut(|core| async move { servers::set_enabled(&core, &name, enabled).await }).await
    }

    /// Ends a server's connections and connects anew.
    pub async fn reconnect_server(&self, name: &str) -> Result<ServerDetail, ServerError> {
        servers::reconnect(self.core(), name).await
    }

    /// Connects to a server, lists its tools, and ends it again. Nothing is kept.
    pub async fn try_server(&self, new: &NewServer) -> Result<Apart, ServerError> {
        servers::try_out(self.core(), new).await
    }

    /// Connects to a registered server apart from its own connections, lists its tools, and ends it again.
    pub async fn try_registered_server(&self, name: &str) -> Result<Apart, ServerError> {
        servers::try_registered(self.core(), name).await
    }

    /// What a server wrote to its standard error and what happened to its connection, the latest at the end.
    pub fn server_log(&self, name: &str) -> Result<String, LookupError> {
        servers::log(self.core(), name)
    }

    /// Sends a server a request that is no tool call, and gives back its result as it came. With a line, the server may
    /// ask whoever waits for it.
    pub async fn ask_server(
        &self,
        server: &ServerKey,
        chat: Option<ChatId>,
        line: Option<Arc<dyn CallerLine>>,
        method: &str,
        params: Value,
    ) -> Result<Value, ServerFailure> {
        let provider = self.core().servers.required()?;
        let result = match line {
            Some(line) => provider.request_for(server, chat, line, method, params).await?,
            None => provider.request(server, chat, method, params).await?,
        };
        Ok(self.core().secrets.scrubber(&server.toolset).json(result))
    }

    /// A server with its toolset's files as an MCP bundle: an unnamed temporary file, at its beginning.
    pub async fn export_mcpb(&self, name: &str) -> Result<std::fs::File, ExportMcpbError> {
        servers::export_mcpb(self.core(), name).await
    }

    /// Begins a sign-in; a person must open the address it gives.
    pub async fn begin_sign_in(&self, name: &str, redirect: Url) -> Result<SignIn, ServerError> {
        let key = servers::one(self.core(), name).await?.server.key();
        Ok(self.core().servers.required()?.begin_sign_in(&key, redirect).await?)
    }

    /// Ends a sign-in with the address that the person's browser came back to.
    pub async fn end_sign_in(&self, returned: Url) -> Result<ServerKey, ServerFailure> {
        self.core().servers.required()?.end_sign_in(returned).await
    }

    /// Forgets a server's credentials.
    pub async fn sign_out(&self, name: &str) -> Result<ServerDetail, ServerError> {
        servers::sign_out(self.core(), name).await
    }

    /// Sets a value for `${name}` in a toolset's servers. It is kept encrypted and never shown.
    pub async fn set_variable(&self, toolset: &str, name: &str, value: &str) -> Result<(), VariableError> {
        servers::set_variable(self.core(), toolset, name, value).await
    }

    /// Forgets a value.
    pub async fn remove_variable(&self, toolset: &str, name: &str) -> Result<(), VariableError> {
        servers::remove_variable(self.core(), toolset, name).await
    }
}
