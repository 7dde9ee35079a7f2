//! Values for `${VAR}` in a toolset's servers and in the options of its Node tools. They go in and are never shown again.

use pegboard_model::config::Secrecy;
use pegboard_model::ids::ToolsetId;

use super::error::{VARIABLES_MAX, VariableError};
use crate::clock;
use crate::core::Core;
use crate::kept_variable::{place, seal};
use crate::lookup::LookupError;

/// Sets a variable. Servers that use it get it at their next connect, which comes at their next use.
pub(crate) async fn set_variable(
    core: &Core,
    toolset: &str,
    name: &str,
    value: &str,
) -> Result<(), VariableError> {
    let id = find(core, toolset)?;
    let turn = core.seal.turn().await;
    let sealed = seal(&turn, &id, name, value)?;
    let names = core.store.variable_names().await?;
    let mine = names.iter().filter(|(owner, other)| *owner == id && other != name);
    if mine.count() >= VARIABLES_MAX {
        return Err(VariableError::Full);
    }
    let write = core.store.write().await?;
    write.put_variable(&id, name, sealed, clock::now()).await?;
    core.secrets.note(place(&id, name), Secrecy::Secret, value);
    write.commit().await?;
    drop(turn);
    core.settings_changed(&id).await;
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
    core.settings_changed(&id).await;
    core.secrets.forget(&place(&id, name));
    Ok(())
}

fn find(core: &Core, id: &str) -> Result<ToolsetId, LookupError> {
    let registry = core.registry.current();
    let found = id.parse().ok().filter(|id: &ToolsetId| registry.toolset(id).is_some());
    found.ok_or_else(|| LookupError::near("toolset", id, registry.near_toolsets(id)))
}
