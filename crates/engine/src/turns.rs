//! Whose turn it is in a chat.
//!
//! Invariant: whoever touches a chat's workspace, leaf or active manifest holds the chat's [`Turn`]. Turns are given
//! in the order they were asked for, and chats do not wait for each other.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pegboard_cas::Limits as FolderLimits;
use pegboard_model::ids::ChatId;
use tokio::sync::OwnedMutexGuard;

use crate::blobs::BlobStores;
use crate::desk::Desk;

/// Chats whose folders are kept open between turns.
const KEPT: usize = 256;

/// The chats that were touched lately, each with its queue.
pub(crate) struct Turns {
    data: PathBuf,
    limits: FolderLimits,
    blobs: Arc<BlobStores>,
    chats: Mutex<HashMap<ChatId, Arc<tokio::sync::Mutex<Desk>>>>,
}

/// The right to change one chat, and the means.
pub(crate) struct Turn(OwnedMutexGuard<Desk>);

impl Turns {
    pub(crate) fn new(data: PathBuf, limits: FolderLimits, blobs: Arc<BlobStores>) -> Self {
        Self { data, limits, blobs, chats: Mutex::default() }
    }

    /// Waits for the chat's turn, to do whatever it takes.
    pub(crate) async fn take(&self, chat: ChatId) -> Turn {
        let mut turn = self.take_for_call(chat).await;
        turn.desk_mut().take_row();
        turn
    }

    /// Waits for the chat's turn, to run a call: the one kind of work that keeps the chat's row in memory right.
    pub(crate) async fn take_for_call(&self, chat: ChatId) -> Turn {
        Turn(self.queue(chat).lock_owned().await)
    }

    fn queue(&self, chat: ChatId) -> Arc<tokio::sync::Mutex<Desk>> {
        let mut chats = self.chats.lock().unwrap_or_else(PoisonError::into_inner);
        if chats.len() >= KEPT && !chats.contains_key(&chat) {
            // Whoever waits or works holds a second reference.
            chats.retain(|_, queue| Arc::strong_count(queue) > 1);
        }
        let desk = || Desk::new(&self.data, chat, self.limits, Arc::clone(&self.blobs));
        Arc::clone(chats.entry(chat).or_insert_with(|| Arc::new(tokio::sync::Mutex::new(desk()))))
    }
}

impl Turn {
    /// The right to work on a copy, which nobody else knows of.
    pub(crate) async fn of_copy(copy: Desk) -> Self {
        Self(Arc::new(tokio::sync::Mutex::new(copy)).lock_owned().await)
    }

    /// The chat's folder, for what does not block.
    pub(crate) fn desk(&self) -> &Desk {
        &self.0
    }

    pub(crate) fn desk_mut(&mut self) -> &mut Desk {
        &mut self.0
    }

    /// Does blocking work on the chat's folder, away from the async threads.
    pub(crate) async fn work<T, F>(self, work: F) -> Result<(Self, T), tokio::task::JoinError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Desk) -> T + Send + 'static,
    {
        tokio::task::spawn_blocking(move || {
            let mut turn = self;
            let done = work(&mut turn.0);
            (turn, done)
        })
        .await
    }
}
