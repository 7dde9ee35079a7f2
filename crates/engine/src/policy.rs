//! The house's policy and its kill switch: read and changed.

use pegboard_model::document::DocumentErrors;
use pegboard_model::policy::KillSwitch;
use pegboard_model::ruleset::HousePolicy;

use crate::core::Core;
use crate::events::EventKind;
use crate::kept_policy::{FILE, POLICY, TOOLS_ENABLED};
use crate::store::StoreError;

/// The policy as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyRecord {
    /// Whether tools run at all, and who says so.
    pub tools: ToolsSwitch,
    /// The policy's text, as it was written; empty where nobody wrote one.
    pub text: String,
}

/// Whether tools run at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolsSwitch {
    /// They do.
    On,
    /// Somebody switched them off; they can be switched on again.
    Off,
    /// The server was started so; only another start changes it.
    OffByConfig,
}

/// Why a policy was not kept.
#[derive(Debug, thiserror::Error)]
pub enum PolicyError {
    /// It cannot be read.
    #[error("{0}")]
    Document(#[from] DocumentErrors),
    /// The server was started with its tools switched off.
    #[error(
        "this server was started with all tools switched off, so they cannot be switched on while it runs"
    )]
    OffByConfig,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The kill switch: that of the configuration, and that of whoever switched it since.
pub(crate) fn kill_switch(core: &Core) -> KillSwitch {
    match switch(core) {
        ToolsSwitch::On => KillSwitch::ToolsEnabled,
        ToolsSwitch::Off | ToolsSwitch::OffByConfig => KillSwitch::ToolsDisabled,
    }
}

fn switch(core: &Core) -> ToolsSwitch {
    match core.kill_switch {
        KillSwitch::ToolsDisabled => ToolsSwitch::OffByConfig,
        KillSwitch::ToolsEnabled if core.registry.current().policy().switched_off => ToolsSwitch::Off,
        KillSwitch::ToolsEnabled => ToolsSwitch::On,
    }
}

/// The policy as it stands.
pub(crate) fn show(core: &Core) -> PolicyRecord {
    PolicyRecord { tools: switch(core), text: core.registry.current().policy().text.clone() }
}

/// Puts a policy in place of the one before, if it can be read.
pub(crate) async fn set(core: &Core, text: &str) -> Result<PolicyRecord, PolicyError> {
    HousePolicy::parse(text, FILE)?;
    keep(core, POLICY, text).await?;
    Ok(show(core))
}

/// Switches all tools on or off. Calls that run go on; each can be cancelled.
pub(crate) async fn set_tools_enabled(core: &Core, enabled: bool) -> Result<PolicyRecord, PolicyError> {
    if enabled && core.kill_switch == KillSwitch::ToolsDisabled {
        return Err(PolicyError::OffByConfig);
    }
    keep(core, TOOLS_ENABLED, if enabled { "true" } else { "false" }).await?;
    Ok(show(core))
}

async fn keep(core: &Core, setting: &str, value: &str) -> Result<(), StoreError> {
    let write = core.store.write().await?;
    write.set_setting(setting, value).await?;
    write.commit().await?;
    core.reload().await?;
    let tools_enabled = switch(core) == ToolsSwitch::On;
    core.events.publish(EventKind::PolicyChanged { tools_enabled });
    Ok(())
}
