//! How a server stands.

use serde::Serialize;

use crate::ids::ServerKey;
use crate::time::Timestamp;

/// How a server stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ServerStatus {
    /// It, or its toolset, is switched off.
    Disabled,
    /// Nothing needed it yet, or nothing did for a while.
    Idle,
    /// It is being reached.
    Connecting,
    /// It answers.
    Ready {
        /// Since when.
        since: Timestamp,
    },
    /// It could not be reached or went away; the next need of it tries again.
    Error {
        /// What is wrong, for people.
        reason: String,
        /// Since when.
        since: Timestamp,
        /// Whether a person must sign in before it can work.
        sign_in: bool,
    },
}

impl ServerStatus {
    /// The word on every surface.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Disabled => "disabled",
            Self::Idle => "idle",
            Self::Connecting => "connecting",
            Self::Ready { .. } => "ready",
            Self::Error { .. } => "error",
        }
    }
}

/// A server's status with what people like to know of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerReport {
    /// Which one.
    pub key: ServerKey,
    /// How it stands. With one connection per chat: the best of them.
    pub status: ServerStatus,
    /// Its processes or connections that are open now.
    pub connections: usize,
    /// The process ids of those that are children of ours.
    pub pids: Vec<u32>,
    /// How often it was reached since the house opened.
    pub connects: u64,
    /// How long the last successful connect took, its listing of tools included, in milliseconds.
    pub connect_ms: Option<u64>,
}
