//! Values for `${VAR}` in a toolset's servers and in the options of its Node tools. They go in and are never shown again.

use pegboard_model::ids::ToolsetId;

use super::error::{VARIABLES_MAX, VariableError};
use crate::clock;
use crate::core::Core;
use crate::events::EventKind;
use crate::kept_variable::seal;
use crate::lookup::LookupError;

/// Sets a variable. Servers that use it get it at their next connect, which comes at their next use.
pub(crate) async fn set_variable(
    core: &Core,
    toolset: &str,
    name: &str,
    value: &str,
) -> Result<(), VariableError> {
    let id = find(core, toolset)?;
    let sealed = seal(core, &id, name, value)?;
    let names = core.store.variable_names().await?;
    let mine = names.iter().filter(|(owner, other)| *owner == id && other != name);
    if mine.count() >= VARIABLES_MAX {
        return Err(VariableError::Full);
    }
    let write = core.store.write().await?;
    write.put_variable(&id, name, sealed, clock::now()).await?;
    write.commit().await?;
    changed(core, &id).await;
    Ok(())
}

/// Forgets a variable; an error when there was none.
pub(crate) async fn remove_variable(core: &Core, toolset: &str, name: &str) -> Result<(), VariableError> {
    let id = find(core, toolset)?;
    let write = core.store.write().await?;
    let removed = write.remove_variable(&id, name).await?;
    write.commit().await?;
    if !removed {
        return Err(LookupError::missing("variable", name).into());
    }
    changed(core, &id).await;
    Ok(())
}

/// What is connected, or waits for a call, was made with the value before.
async fn changed(core: &Core, id: &ToolsetId) {
    for provider in core.providers.all() {
        provider.release(id).await;
    }
    if let Some(provider) = core.servers.provider() {
        provider.release(id).await;
    }
    core.events.publish(EventKind::ToolsetChanged { toolset: id.clone() });
}

fn find(core: &Core, id: &str) -> Result<ToolsetId, LookupError> {
    let registry = core.registry.current();
    let found = id.parse().ok().filter(|id: &ToolsetId| registry.toolset(id).is_some());
    found.ok_or_else(|| LookupError::near("toolset", id, registry.near_toolsets(id)))
}
