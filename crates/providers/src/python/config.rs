//! What the Python provider is told at start.

use std::path::PathBuf;
use std::time::Duration;

/// Where the Python provider works, and how much it may keep warm.
#[derive(Debug, Clone)]
pub struct PythonConfig {
    /// The data folder, absolute. Sandboxed tools cannot read it, but for what the next fields name and their bundle.
    pub data: PathBuf,
    /// `DATA/chats`: all workspaces are below it. Made when it is missing.
    pub workspaces: PathBuf,
    /// `DATA/tmp`: each call gets a temporary folder of its own in it. Made when it is missing.
    pub scratch: PathBuf,
    /// `DATA/python`: environments, the SDK's sources, tools. Made when it is missing.
    pub folder: PathBuf,
    /// The interpreter that environments are made from; `None` looks for one on `PATH`.
    pub interpreter: Option<PathBuf>,
    /// The `uv` program; `None` looks on `PATH`, and else installs a pinned one below `folder`.
    pub uv: Option<PathBuf>,
    /// The value of `PEGBOARD_HOUSE` in every process that is started: names this data folder and no other.
    pub house: String,
    /// How many runners may be warm. The least recently used idle one makes room; busy ones never do, so that
    /// the number may be passed while more toolsets than this work at once. Default 32.
    pub max_runners: usize,
    /// How long a runner may stand idle before it is ended. Default 10 minutes.
    pub idle_after: Duration,
    /// How long a toolset's modules may take to import. Default 60 seconds.
    pub load_timeout: Duration,
    /// How long one hook of a toolset may take. Default 60 seconds.
    pub hook_timeout: Duration,
    /// How long one step in making an environment may take. Default 10 minutes.
    pub install_timeout: Duration,
}

impl PythonConfig {
    /// The defaults, for one data folder, which is absolute.
    pub fn new(data: impl Into<PathBuf>, house: impl Into<String>) -> Self {
        let data = data.into();
        Self {
            workspaces: data.join("chats"),
            scratch: data.join("tmp"),
            folder: data.join("python"),
            data,
            interpreter: None,
            uv: None,
            house: house.into(),
            max_runners: 32,
            idle_after: Duration::from_secs(600),
            load_timeout: Duration::from_secs(60),
            hook_timeout: Duration::from_secs(60),
            install_timeout: Duration::from_secs(600),
        }
    }
}
