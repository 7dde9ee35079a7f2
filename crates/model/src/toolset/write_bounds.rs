//! Writing of a sandbox's bounds.

use serde::Serialize;

use super::sandbox::{Network, Sandbox, Writes};

#[derive(Serialize)]
pub(super) struct Bounds {
    #[serde(skip_serializing_if = "Option::is_none")]
    writes: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    network: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_mb: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    processes: Option<u32>,
}

impl Bounds {
    /// `None` where nothing is said.
    pub(super) fn of(sandbox: &Sandbox) -> Option<Self> {
        (*sandbox != Sandbox::default()).then(|| Self {
            writes: sandbox.writes.map(Writes::as_str),
            network: sandbox.network.map(|network| network == Network::Allow),
            memory_mb: sandbox.memory_mb,
            processes: sandbox.processes,
        })
    }
}
