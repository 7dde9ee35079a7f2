//! What the connections of one server have in common.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use pegboard_model::ids::{ChatId, ServerKey};
use pegboard_model::servers::{ServerConfig, ServerFailure, ServerFault};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::house::House;
use super::log::ServerLog;
use super::oauth::Signer;
use super::target::Target;
use super::variables::Variables;
use crate::rpc::Era;

/// For whom a connection is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// For everybody.
    Shared,
    /// For one chat, with its folder.
    Chat(ChatId, PathBuf),
    /// For nobody's chat: a server of chats that is only looked at.
    Apart,
}

impl Place {
    /// The chat's folder.
    pub(super) fn workspace(&self) -> Option<&Path> {
        match self {
            Self::Chat(_, folder) => Some(folder),
            Self::Shared | Self::Apart => None,
        }
    }

    /// The chat.
    pub(super) fn chat(&self) -> Option<ChatId> {
        match self {
            Self::Chat(chat, _) => Some(*chat),
            Self::Shared | Self::Apart => None,
        }
    }
}

/// What is known of a server beyond one set of its settings.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) log: Arc<ServerLog>,
    era: Mutex<Option<Era>>,
    connects: AtomicU64,
    /// How long the last successful connect took, its listing included.
    took: Mutex<Option<Duration>>,
}

impl Record {
    /// How it was reached the last time.
    pub(super) fn era(&self) -> Option<Era> {
        *self.era.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes how it was reached; `None` when that says nothing about the next time.
    pub(super) fn remember(&self, era: Option<Era>) {
        *self.era.lock().unwrap_or_else(PoisonError::into_inner) = era;
    }

    /// Notes a successful connect, and how long it and its listing took.
    pub(super) fn connected(&self, connect: Duration, list: Duration) {
        self.connects.fetch_add(1, Ordering::Relaxed);
        *self.took.lock().unwrap_or_else(PoisonError::into_inner) = Some(connect + list);
        let (connect, list) = (millis(connect), millis(list));
        self.log.note(&format!("connected in {connect} ms, tools listed in {list} ms"));
    }

    /// How often it was reached.
    pub(super) fn connects(&self) -> u64 {
        self.connects.load(Ordering::Relaxed)
    }

    /// How long the last successful connect took, in milliseconds.
    pub(super) fn connect_ms(&self) -> Option<u64> {
        self.took.lock().unwrap_or_else(PoisonError::into_inner).map(millis)
    }
}

/// A duration in whole milliseconds.
pub(super) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Is told when something about a server's connections changed.
pub(super) trait Overseer: Send + Sync + std::fmt::Debug {
    /// Something changed.
    fn changed(&self);
}

/// A server with one set of settings, as its connections know it.
#[derive(Debug)]
pub(super) struct Upstream {
    pub(super) config: ServerConfig,
    pub(super) house: Arc<House>,
    pub(super) record: Arc<Record>,
    pub(super) overseer: Weak<dyn Overseer>,
    /// Fires when its connections are to end.
    pub(super) ending: CancellationToken,
    /// What waits for connections to end.
    pub(super) tasks: TaskTracker,
}

impl Upstream {
    pub(super) fn key(&self) -> &ServerKey {
        &self.config.key
    }

    /// Says that something about one of its connections changed.
    pub(super) fn changed(&self) {
        if let Some(overseer) = self.overseer.upgrade() {
            overseer.changed();
        }
    }

    /// An empty folder for a server of chats that is looked at without one.
    pub(super) fn empty_folder(&self, place: &Place) -> Result<Option<TempDir>, ServerFailure> {
        if *place != Place::Apart {
            return Ok(None);
        }
        let scratch = &self.house.config.scratch;
        let made = std::fs::create_dir_all(scratch).and_then(|()| tempfile::tempdir_in(scratch));
        made.map(Some).map_err(|error| {
            tracing::error!(%error, "no temporary folder can be made for an MCP server");
            let message = "No temporary folder could be made for it; Pegboard's log says why.";
            ServerFailure::new(ServerFault::NotStarted, message)
        })
    }

    /// Who signs the requests to it.
    ///
    /// # Errors
    /// When it has no address to sign in to, or its settings cannot be resolved.
    pub(super) async fn signer(&self) -> Result<Arc<Signer>, ServerFailure> {
        let variables = Variables { vault: &**self.house.vault(), server: self.key(), workspace: None };
        match Target::resolve(&self.config, &variables).await? {
            Target::Http(remote) | Target::Sse(remote) => Ok(self.house.signer(self.key(), &remote.url)),
            Target::Program(_) => {
                let message =
                    format!("`{}` is a program of this machine; there is nothing to sign in to.", self.key());
                Err(ServerFailure::new(ServerFault::SignInNeeded, message))
            }
        }
    }
}
