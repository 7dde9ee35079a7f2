//! What tools that run as processes may touch.

use serde::{Deserialize, Serialize};

/// What a bundle says of its sandbox; what it leaves out is the house's default.
///
/// The defaults: files are written only inside the workspace and the call's own temporary folder, the network is open,
/// 4 GiB of memory, 512 processes and threads a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sandbox {
    /// Where files may be written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writes: Option<Writes>,
    /// Whether the tools have a network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<Network>,
    /// Memory of a call with all that it starts, in MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_mb: Option<u32>,
    /// Processes and threads of a call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processes: Option<u32>,
}

/// Where files may be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Writes {
    /// In the workspace and the call's own temporary folder; Pegboard's own data cannot be read either.
    #[default]
    Workspace,
    /// Wherever the server's user may, Pegboard's own data included.
    Anywhere,
}

impl Writes {
    /// The word for it in manifests.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Workspace => "workspace",
            Self::Anywhere => "anywhere",
        }
    }
}

/// Whether tools have a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Network {
    /// They have the machine's.
    #[default]
    Allow,
    /// They have none, not even the machine itself.
    Deny,
}

impl Network {
    /// The word for it in what is told to a runner; manifests say `true` and `false`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Deny => "deny",
        }
    }
}

/// Whether tools may run where the sandbox cannot be put on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Insistence {
    /// The bundle asks for bounds: without them its tools do not run.
    Required,
    /// They are only the house's default: without them the tools run with the rights of the server.
    WherePossible,
}

impl Sandbox {
    /// The least and the most memory that can be asked for, in MiB.
    pub const MEMORY_MB: (u32, u32) = (64, 1 << 20);
    /// The least and the most processes and threads that can be asked for.
    pub const PROCESSES: (u32, u32) = (1, 1 << 16);

    const DEFAULT_MEMORY_MB: u32 = 4096;
    const DEFAULT_PROCESSES: u32 = 512;

    /// Where files may be written.
    pub fn writes(&self) -> Writes {
        self.writes.unwrap_or_default()
    }

    /// Whether the tools have a network.
    pub fn network(&self) -> Network {
        self.network.unwrap_or_default()
    }

    /// Memory of a call with all that it starts, in bytes.
    pub fn memory_bytes(&self) -> u64 {
        u64::from(self.memory_mb.unwrap_or(Self::DEFAULT_MEMORY_MB)) << 20
    }

    /// Processes and threads of a call.
    pub fn processes(&self) -> u32 {
        self.processes.unwrap_or(Self::DEFAULT_PROCESSES)
    }

    /// The same without a network, and asked for: its tools do not run where it cannot be put on.
    #[must_use]
    pub fn closed(self) -> Self {
        Self { writes: Some(self.writes()), network: Some(Network::Deny), ..self }
    }

    /// Whether the tools may run without it.
    pub fn insistence(&self) -> Insistence {
        if self.writes == Some(Writes::Workspace) || self.network == Some(Network::Deny) {
            Insistence::Required
        } else {
            Insistence::WherePossible
        }
    }
}
