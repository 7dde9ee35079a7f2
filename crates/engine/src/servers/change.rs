//! Adding, changing, switching and removing servers.

use std::path::Path;

use pegboard_model::config::Secrecy;
use pegboard_model::ids::{ServerKey, ToolsetId};
use pegboard_model::provider::Progress;
use pegboard_model::servers::{Apart, ServerConfig, ServerFailure, ServerFault};
use pegboard_model::toolset::McpServer;
use tempfile::TempDir;

use super::added::NewServer;
use super::ask;
use super::error::{AddServersError, ChangeServerError, ServerError, VariableError};
use super::look::{find, one};
use crate::core::Core;
use crate::events::EventKind;
use crate::kept_variable;
use crate::lookup::LookupError;
use crate::record::ServerDetail;
use crate::seal::SealTurn;
use crate::toolsets::{self, Added, ImportError, InsteadOf};

/// Steps of an import that takes a moment: nobody needs to hear of them.
struct Quiet;

impl Progress for Quiet {
    fn step(&self, _line: &str) {}
}

/// Adds servers, all or none. Nothing is started.
pub(crate) async fn add(core: &Core, new: Vec<NewServer>) -> Result<Vec<ServerDetail>, AddServersError> {
    let turn = core.seal.turn().await;
    let (mut faults, mut ready) = (Vec::new(), Vec::new());
    for server in &new {
        match server.toolset().and_then(|id| staged(core, &turn, server, id, InsteadOf::Nothing)) {
            Ok(staged) => ready.push(staged),
            Err(error) => faults.push((server.server.id.clone(), error)),
        }
    }
    if !faults.is_empty() {
        return Err(AddServersError(faults));
    }
    install(core, ready).await
}

/// Gives an added server other settings. Variables that are not named again stay as they are.
pub(crate) async fn edit(core: &Core, name: &str, new: NewServer) -> Result<ServerDetail, ChangeServerError> {
    let key = own(core, name)?;
    let turn = core.seal.turn().await;
    let server = McpServer { id: key.server.clone(), ..new.server };
    let ready = staged(core, &turn, &NewServer { server, ..new }, key.toolset.clone(), InsteadOf::Itself)?;
    let gone = || LookupError::missing("MCP server", &key).into();
    match install(core, vec![ready]).await {
        Ok(edited) => edited.into_iter().next().ok_or_else(gone),
        Err(AddServersError(faults)) => Err(faults.into_iter().next().map_or_else(gone, |(_, fault)| fault)),
    }
}

/// A server whose bundle is written.
struct Ready {
    key: ServerKey,
    folder: TempDir,
    variables: Vec<(String, String)>,
    instead_of: InsteadOf,
}

fn staged(
    core: &Core,
    turn: &SealTurn<'_>,
    new: &NewServer,
    id: ToolsetId,
    instead_of: InsteadOf,
) -> Result<Ready, ChangeServerError> {
    let sealed = new.variables.iter().map(|(name, value)| {
        let sealed = kept_variable::seal(turn, &id, name, value)?;
        core.secrets.note(kept_variable::place(&id, name), Secrecy::Secret, value);
        Ok((name.clone(), sealed))
    });
    let variables: Vec<(String, String)> = sealed.collect::<Result<_, VariableError>>()?;
    let folder = tempfile::tempdir().map_err(ImportError::Storage)?;
    new.write(id.clone(), folder.path())?;
    let key = ServerKey { toolset: id, server: new.server.id.clone() };
    Ok(Ready { key, folder, variables, instead_of })
}

async fn install(core: &Core, ready: Vec<Ready>) -> Result<Vec<ServerDetail>, AddServersError> {
    let added = ready.iter().map(|one| Added {
        folder: one.folder.path(),
        variables: one.variables.clone(),
        instead_of: one.instead_of,
    });
    let at = |number: usize| ready.get(number).map(|one| one.key.server.clone());
    toolsets::install_added(core, added.collect(), &Quiet).await.map_err(|error| {
        let faults = error.0.into_iter().filter_map(|(number, fault)| Some((at(number)?, fault.into())));
        AddServersError(faults.collect())
    })?;
    let mut details = Vec::with_capacity(ready.len());
    for Ready { key, .. } in ready {
        core.events.publish(EventKind::ServerStatus { server: key.clone(), state: "idle" });
        let detail = one(core, &key.to_string()).await;
        details.push(detail.map_err(|error| AddServersError(vec![(key.server, error.into())]))?);
    }
    Ok(details)
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
