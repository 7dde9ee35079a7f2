//! What the provider is told at start.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// Whether a tool may have the machine's own network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostNetwork {
    /// Tools that want it do not run.
    Refused,
    /// The server's owner allows it.
    Allowed,
}

/// What the provider is told at start.
#[derive(Debug, Clone)]
pub struct ContainerConfig {
    /// Marks every container of this data folder.
    pub house: String,
    /// Where the program lies that waits in containers which are started ahead.
    pub programs: PathBuf,
    /// Whether a tool may have the machine's own network.
    pub host_network: HostNetwork,
    /// The engine's address; `None` looks at `DOCKER_HOST` and the usual sockets.
    pub engine: Option<String>,
    /// How long a build may take.
    pub build_timeout: Duration,
    /// How long the engine may take to make and start a container.
    pub start_timeout: Duration,
    /// Containers that wait for a call, of all tools together.
    pub max_spares: usize,
    /// How long one waits before it is ended.
    pub idle_after: Duration,
}

impl ContainerConfig {
    /// Defaults for a data folder.
    pub fn new(data: &Path, house: String) -> Self {
        Self {
            house,
            programs: data.join("containers"),
            host_network: HostNetwork::Refused,
            engine: None,
            build_timeout: Duration::from_secs(15 * 60),
            start_timeout: Duration::from_secs(60),
            max_spares: 8,
            idle_after: Duration::from_secs(10 * 60),
        }
    }
}
