//! What the Node provider is told at start.

use std::path::PathBuf;
use std::time::Duration;

use crate::confinement::ConfineProgram;

/// Where the Node provider works, and how much it may keep warm.
#[derive(Debug, Clone)]
pub struct NodeConfig {
    /// The data folder, absolute. Sandboxed tools cannot read it, but for their workspace and what the next fields name.
    pub data: PathBuf,
    /// What puts their sandbox on; `None` leaves them without.
    pub confine: Option<ConfineProgram>,
    /// `DATA/tmp`: each process gets a temporary folder of its own in it. Made when it is missing.
    pub scratch: PathBuf,
    /// `DATA/node`: packages, the runner, copies of bundles. Made when it is missing.
    pub folder: PathBuf,
    /// The `node` program; `None` looks for one on `PATH`. `npm` is looked for beside it and on `PATH`.
    pub program: Option<PathBuf>,
    /// The value of `PEGBOARD_HOUSE` in every process that is started: names this data folder and no other.
    pub house: String,
    /// How many processes may wait for a call. The one that waits the longest makes room. Default 8.
    pub max_spares: usize,
    /// How long a process may wait for a call before it is ended. Default 5 minutes.
    pub idle_after: Duration,
    /// How long a toolset's code may take to load. Default 60 seconds.
    pub load_timeout: Duration,
    /// How long a tool's `needsApproval` may take to answer. Default 10 seconds.
    pub approval_timeout: Duration,
    /// How long one installation of packages may take. Default 10 minutes.
    pub install_timeout: Duration,
}

impl NodeConfig {
    /// The defaults, for one data folder, which is absolute.
    pub fn new(data: impl Into<PathBuf>, house: impl Into<String>) -> Self {
        let data = data.into();
        Self {
            scratch: data.join("tmp"),
            folder: data.join("node"),
            data,
            confine: None,
            program: None,
            house: house.into(),
            max_spares: 8,
            idle_after: Duration::from_secs(300),
            load_timeout: Duration::from_secs(60),
            approval_timeout: Duration::from_secs(10),
            install_timeout: Duration::from_secs(600),
        }
    }
}
