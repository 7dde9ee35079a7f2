//! Whose turn it is in a chat.
//!
//! Invariant: whoever touches a chat's leaf or active manifest holds the chat's [`Turn`], and whoever changes its workspace
//! holds one that is alone. Turns are given in the order they were asked for, and chats do not wait for each other.
//!
//! Invariant: while somebody waits to be alone, he holds the turn, and nobody else begins to read. So readers that keep coming
//! never keep a change away.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pegboard_cas::Limits as FolderLimits;
use pegboard_model::ids::ChatId;
use tokio::sync::{Mutex as Queue, OwnedMutexGuard, OwnedRwLockReadGuard, RwLock};

use crate::blobs::BlobStores;
use crate::desk::Desk;

/// Chats whose folders are kept open between turns.
const KEPT: usize = 256;

/// The chats that were touched lately, each with its queue.
pub(crate) struct Turns {
    data: PathBuf,
    limits: FolderLimits,
    blobs: Arc<BlobStores>,
    chats: Mutex<HashMap<ChatId, Arc<Queue<Place>>>>,
}

/// The right to change one chat, and the means.
pub(crate) struct Turn(OwnedMutexGuard<Place>);

/// The right to read in one chat's workspace: what it holds stays as it is until this is dropped.
pub(crate) struct Reading {
    _shared: OwnedRwLockReadGuard<()>,
    /// Whoever looks the chat up meanwhile finds the same queue.
    _queue: Arc<Queue<Place>>,
}

/// Beside whom a call can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Company {
    /// Nobody of its chat: it may change the workspace.
    Alone,
    /// Others that read in the workspace.
    Readers,
    /// Anybody: it works where no workspace is, and changes nothing.
    Anybody,
}

struct Place {
    desk: Desk,
    /// Locked for reading by those who read, and for writing by nobody for longer than it takes to see that they have gone.
    readers: Arc<RwLock<()>>,
}

impl Turns {
    pub(crate) fn new(data: PathBuf, limits: FolderLimits, blobs: Arc<BlobStores>) -> Self {
        Self { data, limits, blobs, chats: Mutex::default() }
    }

    /// Waits for the chat's turn, to do whatever it takes.
    pub(crate) async fn take(&self, chat: ChatId) -> Turn {
        let mut turn = self.take_for_call(chat, Company::Alone).await;
        turn.desk_mut().take_row();
        turn
    }

    /// Waits for the chat's turn, to run a call: the one kind of work that keeps the chat's row in memory right.
    pub(crate) async fn take_for_call(&self, chat: ChatId, company: Company) -> Turn {
        let turn = Turn(self.queue(chat).lock_owned().await);
        match company {
            Company::Alone => turn.alone().await,
            Company::Readers | Company::Anybody => turn,
        }
    }

    fn queue(&self, chat: ChatId) -> Arc<Queue<Place>> {
        let mut chats = self.chats.lock().unwrap_or_else(PoisonError::into_inner);
        if chats.len() >= KEPT && !chats.contains_key(&chat) {
            // Whoever waits or works holds a second reference.
            chats.retain(|_, queue| Arc::strong_count(queue) > 1);
        }
        let desk = || Desk::new(&self.data, chat, self.limits, Arc::clone(&self.blobs));
        Arc::clone(chats.entry(chat).or_insert_with(|| Arc::new(Queue::new(Place::of(desk())))))
    }
}

impl Place {
    fn of(desk: Desk) -> Self {
        Self { desk, readers: Arc::default() }
    }
}

impl Turn {
    /// The right to work on a copy, which nobody else knows of.
    pub(crate) async fn of_copy(copy: Desk) -> Self {
        Self(Arc::new(Queue::new(Place::of(copy))).lock_owned().await)
    }

    /// The same turn, once nobody reads in the workspace any more.
    pub(crate) async fn alone(self) -> Self {
        drop(self.0.readers.write().await);
        self
    }

    /// Gives the turn back, and keeps the right to read.
    pub(crate) async fn read_on(self) -> Reading {
        // Comes at once: who locks it for writing holds the turn.
        let shared = Arc::clone(&self.0.readers).read_owned().await;
        Reading { _shared: shared, _queue: Arc::clone(OwnedMutexGuard::mutex(&self.0)) }
    }

    /// The chat's folder, for what does not block.
    pub(crate) fn desk(&self) -> &Desk {
        &self.0.desk
    }

    pub(crate) fn desk_mut(&mut self) -> &mut Desk {
        &mut self.0.desk
    }

    /// Does blocking work on the chat's folder, away from the async threads.
    pub(crate) async fn work<T, F>(self, work: F) -> Result<(Self, T), tokio::task::JoinError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Desk) -> T + Send + 'static,
    {
        tokio::task::spawn_blocking(move || {
            let mut turn = self;
            let done = work(turn.desk_mut());
            (turn, done)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::future::Future;
    use std::pin::pin;
    use std::sync::Arc;
    use std::task::{Context, Poll, Waker};

    use super::{Company, Turns};
    use crate::blobs::BlobStores;
    use crate::clock;

    /// What comes of a future that is asked once.
    fn once<F: Future>(future: std::pin::Pin<&mut F>) -> Poll<F::Output> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    #[tokio::test]
    async fn who_reads_is_beside_others_that_read_and_nobody_changes_what_is_read() {
        let data = tempfile::tempdir().unwrap();
        let blobs = Arc::new(BlobStores::new(data.path().to_owned()));
        let turns = Turns::new(data.path().to_owned(), Default::default(), blobs);
        let chat = clock::fresh();
        let one = turns.take_for_call(chat, Company::Readers).await.read_on().await;
        let other = turns.take_for_call(chat, Company::Readers).await.read_on().await;
        // Whoever works where no workspace is waits for nobody who reads.
        drop(turns.take_for_call(chat, Company::Anybody).await);

        let mut change = pin!(turns.take(chat));
        assert!(once(change.as_mut()).is_pending(), "two read");
        drop(one);
        assert!(once(change.as_mut()).is_pending(), "one reads");
        let mut third = pin!(turns.take_for_call(chat, Company::Readers));
        assert!(once(third.as_mut()).is_pending(), "the change was asked for before");
        drop(other);
        let changing = change.await;
        assert!(once(third.as_mut()).is_pending(), "it is being changed");
        drop(changing);
        third.await;
    }
}
