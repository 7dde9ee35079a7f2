//! Waiting for the disk, once for all who wait at the same time.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Mutex;
use tokio::task::spawn_blocking;

/// Something that brings to the disk whatever was written until it is called.
type ToDisk = dyn Fn() -> io::Result<()> + Send + Sync;

/// One disk's queue.
pub(super) struct GroupSync {
    sync: Arc<ToDisk>,
    /// How many have asked.
    asked: AtomicU64,
    /// How many of them, in the order in which they asked, have what they wrote on the disk.
    done: Mutex<u64>,
}

impl GroupSync {
    pub(super) fn new(sync: impl Fn() -> io::Result<()> + Send + Sync + 'static) -> Self {
        Self { sync: Arc::new(sync), asked: AtomicU64::new(0), done: Mutex::new(0) }
    }

    /// Returns when the disk has all that was written before this was called.
    pub(super) async fn wait(&self) -> io::Result<()> {
        let mine = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let mut done = self.done.lock().await;
        if *done >= mine {
            return Ok(());
        }
        // Whoever asked until now has written already; whoever asks from now on waits for the next one.
        let covered = self.asked.load(Ordering::SeqCst);
        let sync = Arc::clone(&self.sync);
        spawn_blocking(move || sync()).await.map_err(io::Error::other)??;
        *done = covered;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use super::GroupSync;

    #[tokio::test]
    async fn those_who_wait_at_once_share_a_sync_and_none_shares_one_that_began_before() {
        let (begun, has_begun) = mpsc::channel();
        let (go_on, may_go_on) = mpsc::channel();
        let may_go_on = std::sync::Mutex::new(may_go_on);
        let count = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&count);
        let group = Arc::new(GroupSync::new(move || {
            counted.fetch_add(1, Ordering::SeqCst);
            begun.send(()).map_err(io::Error::other)?;
            may_go_on.lock().unwrap().recv().map_err(io::Error::other)
        }));
        let waiter = || {
            let group = Arc::clone(&group);
            tokio::spawn(async move { group.wait().await })
        };
        let first = waiter();
        let has_begun =
            tokio::task::spawn_blocking(move || has_begun.recv().map(|()| has_begun)).await.unwrap().unwrap();
        let others: Vec<_> = (0..10).map(|_| waiter()).collect();
        while group.asked.load(Ordering::SeqCst) < 11 {
            tokio::task::yield_now().await;
        }
        go_on.send(()).unwrap();
        first.await.unwrap().unwrap();
        assert!(others.iter().all(|other| !other.is_finished()), "the first began before they asked");
        go_on.send(()).unwrap();
        for other in others {
            other.await.unwrap().unwrap();
        }
        assert_eq!(count.load(Ordering::SeqCst), 2);
        drop(has_begun);
    }

    #[tokio::test]
    async fn a_sync_that_fails_counts_for_nobody() {
        let failing = AtomicUsize::new(1);
        let group = GroupSync::new(move || match failing.fetch_sub(1, Ordering::SeqCst) {
            1 => Err(io::ErrorKind::StorageFull.into()),
            _ => Ok(()),
        });
        assert_eq!(group.wait().await.unwrap_err().kind(), io::ErrorKind::StorageFull);
        group.wait().await.unwrap();
    }
}
