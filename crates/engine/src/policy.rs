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

/// What is to be different; what is left out stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PolicyChange {
    /// Another policy.
    pub text: Option<String>,
    /// Whether tools run at all.
    pub kill_switch: Option<KillSwitch>,
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

/// Changes the policy and the kill switch, both or neither. Calls that run go on; each can be cancelled.
pub(crate) async fn change(core: &Core, change: PolicyChange) -> Result<PolicyRecord, PolicyError> {
    if let Some(text) = &change.text {
        HousePolicy::parse(text, FILE)?;
    }
    if change.kill_switch == Some(KillSwitch::ToolsEnabled) && core.kill_switch == KillSwitch::ToolsDisabled {
        return Err(PolicyError::OffByConfig);
    }
    if change == PolicyChange::default() {
        return Ok(show(core));
    }
    let write = core.store.write().await?;
    if let Some(text) = &change.text {
        write.set_setting(POLICY, text).await?;
    }
    if let Some(kill_switch) = change.kill_switch {
        let enabled = match kill_switch {
            KillSwitch::ToolsEnabled => "true",
            KillSwitch::ToolsDisabled => "false",
        };
        write.set_setting(TOOLS_ENABLED, enabled).await?;
    }
    write.commit().await?;
    core.reload().await?;
    let tools_enabled = switch(core) == ToolsSwitch::On;
    core.events.publish(EventKind::PolicyChanged { tools_enabled });
    Ok(show(core))
}
