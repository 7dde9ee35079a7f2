//! What the provider is told at start.

use std::path::PathBuf;
use std::time::Duration;

use url::Url;

/// Where the provider of MCP servers works, and how much it may keep open.
#[derive(Debug, Clone)]
pub struct McpConfig {
    /// The value of `PEGBOARD_HOUSE` in every process that is started: names this data folder and no other.
    pub house: String,
    /// `DATA/tmp`: servers that are listed without a chat get an empty folder in it. Made when it is missing.
    pub scratch: PathBuf,
    /// What ends the servers' processes when this process is killed; `None` leaves that to the next start.
    pub guard: Option<GuardProgram>,
    /// Where a document stands that describes this Pegboard to authorization servers (a client id metadata document);
    /// `None` where it has no address that the world can reach.
    pub client_metadata_url: Option<Url>,
    /// How long a connect may take, its listing included. The first one of a server may install it. Default 20 s.
    pub connect_time: Duration,
    /// How long a server of everybody's may stand idle before it is ended. Default 10 minutes.
    pub idle_after: Duration,
    /// How long a chat's own server may stand idle before it is ended. Default 2 minutes.
    pub chat_idle_after: Duration,
    /// How many servers of chats' own may be open. The least recently used idle one makes room. Default 16.
    pub max_chat_connections: usize,
    /// How long a process may take to end after its input was closed, and again after `SIGTERM`. Default 2 s.
    pub end_time: Duration,
}

/// A program that calls [`super::stand_guard`].
#[derive(Debug, Clone)]
pub struct GuardProgram {
    /// Its file, absolute.
    pub file: PathBuf,
    /// Its arguments; the mark of the processes to end comes after them.
    pub args: Vec<String>,
}

impl McpConfig {
    /// The defaults, for one data folder.
    pub fn new(scratch: impl Into<PathBuf>, house: impl Into<String>) -> Self {
        Self {
            house: house.into(),
            scratch: scratch.into(),
            guard: None,
            client_metadata_url: None,
            connect_time: Duration::from_secs(20),
            idle_after: Duration::from_secs(600),
            chat_idle_after: Duration::from_secs(120),
            max_chat_connections: 16,
            end_time: Duration::from_secs(2),
        }
    }
}
