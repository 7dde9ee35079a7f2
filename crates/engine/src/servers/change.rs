//! Adding, changing, switching and removing servers.

use std::path::Path;

use pegboard_model::ids::{ServerKey, ToolsetId};
use pegboard_model::provider::Progress;
use pegboard_model::servers::{Apart, ServerConfig, ServerFailure, ServerFault};
use pegboard_model::toolset::McpServer;

use super::added::NewServer;
use super::error::{ChangeServerError, ServerError, VariableError};
use super::look::{find, one};
use super::{ask, variables};
use crate::core::Core;
use crate::events::EventKind;
use crate::lookup::LookupError;
use crate::record::ServerDetail;
use crate::toolsets::{self, Added, ImportError, InsteadOf};

/// Steps of an import that takes a moment: nobody needs to hear of them.
struct Quiet;

impl Progress for Quiet {
    fn step(&self, _line: &str) {}
}

/// Adds a server. Nothing is started.
pub(crate) async fn add(core: &Core, new: NewServer) -> Result<ServerDetail, ChangeServerError> {
    let id = new.toolset()?;
    install(core, &new, id, InsteadOf::Nothing).await
}

/// Gives an added server other settings. Variables that are not named again stay as they are.
pub(crate) async fn edit(core: &Core, name: &str, new: NewServer) -> Result<ServerDetail, ChangeServerError> {
    let key = own(core, name)?;
    let server = McpServer { id: key.server.clone(), ..new.server };
    install(core, &NewServer { server, ..new }, key.toolset, InsteadOf::Itself).await
}

async fn install(
    core: &Core,
    new: &NewServer,
    id: ToolsetId,
    instead_of: InsteadOf,
) -> Result<ServerDetail, ChangeServerError> {
    let sealed = new.variables.iter().map(|(name, value)| {
        let sealed = variables::seal(core, &id, name, value)?;
        Ok((name.clone(), sealed))
    });
    let sealed: Vec<(String, String)> = sealed.collect::<Result<_, VariableError>>()?;
    let folder = tempfile::tempdir().map_err(ImportError::Storage)?;
    new.write(id.clone(), folder.path())?;
    let added = Added { folder: folder.path(), variables: sealed, instead_of };
    toolsets::install_added(core, added, &Quiet).await?;
    let key = ServerKey { toolset: id, server: new.server.id.clone() };
    core.events.publish(EventKind::ServerStatus { server: key.clone(), state: "idle" });
    Ok(one(core, &key.to_string()).await?)
}

/// Removes an added server with its toolset.
pub(crate) async fn remove(core: &Core, name: &str) -> Result<(), ChangeServerError> {
    let key = own(core, name)?;
    toolsets::uninstall(core, key.toolset.as_str()).await?;
    Ok(())
}

/// Switches one server on or off; off, its processes have ended when this returns.
pub(crate) async fn set_enabled(
    core: &Core,
    name: &str,
    enabled: bool,
) -> Result<ServerDetail, ChangeServerError> {
    let _turn = core.installing.lock().await;
    let key = find(&core.registry.current(), name)?;
    let write = core.store.write().await?;
    write.set_server_enabled(&key, enabled).await?;
    write.commit().await?;
    core.refresh().await?;
    core.events.publish(EventKind::ToolsetChanged { toolset: key.toolset.clone() });
    Ok(one(core, &key.to_string()).await?)
}

/// Ends a server's connections and connects anew.
pub(crate) async fn reconnect(core: &Core, name: &str) -> Result<ServerDetail, ServerError> {
    let key = find(&core.registry.current(), name)?;
    let announced = core.servers.required()?.reconnect(&key).await?;
    ask::note(core, &key, announced).await?;
    Ok(one(core, &key.to_string()).await?)
}

/// Tries a server without keeping anything of it.
pub(crate) async fn try_out(core: &Core, new: &NewServer) -> Result<Apart, ServerError> {
    let provider = core.servers.required()?;
    let toolset =
        new.toolset().map_err(|error| ServerFailure::new(ServerFault::Protocol, error.to_string()))?;
    let key = ServerKey { toolset, server: new.server.id.clone() };
    Ok(provider.try_out(config(core, key, new)).await)
}

/// Tries a registered server apart from its own connections, with what is kept for it.
pub(crate) async fn try_registered(core: &Core, name: &str) -> Result<Apart, ServerError> {
    let registry = core.registry.current();
    let key = find(&registry, name)?;
    let declared = registry.server(&key).and_then(|server| server.record.declaration());
    let toolset = registry.toolset(&key.toolset);
    let (Some(server), Some(toolset)) = (declared, toolset) else {
        return Err(LookupError::missing("MCP server", name).into());
    };
    let root = toolset.bundle.root.clone();
    let config = ServerConfig { key, server, root, enabled: true };
    Ok(core.servers.required()?.try_out(config).await)
}

fn config(core: &Core, key: ServerKey, new: &NewServer) -> ServerConfig {
    let root: &Path = &core.data;
    ServerConfig { key, server: new.filled(), root: root.to_owned(), enabled: true }
}

/// Forgets a server's credentials and ends what is connected with them.
pub(crate) async fn sign_out(core: &Core, name: &str) -> Result<ServerDetail, ServerError> {
    let key = find(&core.registry.current(), name)?;
    core.servers.required()?.sign_out(&key).await?;
    Ok(one(core, &key.to_string()).await?)
}

/// A server that was added by itself.
fn own(core: &Core, name: &str) -> Result<ServerKey, ChangeServerError> {
    let registry = core.registry.current();
    let key = find(&registry, name)?;
    match registry.toolset(&key.toolset) {
        Some(toolset) if toolset.record.user_mcp => Ok(key),
        Some(_) => Err(ChangeServerError::OfBundle(key.toolset)),
        None => Err(LookupError::missing("MCP server", name).into()),
    }
}
