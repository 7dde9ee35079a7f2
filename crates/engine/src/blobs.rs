//! The chats' blob stores. One value per chat is open at a time, shared by whoever writes and whoever reads.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pegboard_cas::{BlobError, BlobHash, BlobStore, LocalBlobs, OpenBlobsError};
use pegboard_model::ids::ChatId;

use crate::layout;

/// Stores that are kept open.
const KEPT: usize = 512;

/// Blobs of one chat could not be given to another.
#[derive(Debug, thiserror::Error)]
pub enum ShareError {
    #[error(transparent)]
    Open(#[from] OpenBlobsError),
    #[error(transparent)]
    Blob(#[from] BlobError),
}

/// The open blob stores of one house.
pub(crate) struct BlobStores {
    data: PathBuf,
    open: Mutex<HashMap<ChatId, Arc<LocalBlobs>>>,
}

impl BlobStores {
    pub(crate) fn new(data: PathBuf) -> Self {
        Self { data, open: Mutex::default() }
    }

    /// The store of one chat.
    pub(crate) fn of(&self, chat: ChatId) -> Result<Arc<dyn BlobStore>, OpenBlobsError> {
        Ok(self.local(chat)?)
    }

    /// Gives one chat blobs of another, by sharing their bytes where the disk can; blocks.
    pub(crate) fn share(
        &self,
        from: ChatId,
        to: ChatId,
        hashes: &HashSet<BlobHash>,
    ) -> Result<(), ShareError> {
        self.local(to)?.take_over(&*self.local(from)?, hashes)?;
        Ok(())
    }

    /// Closes the store of a chat that is not to be.
    pub(crate) fn forget(&self, chat: ChatId) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&chat);
    }

    fn local(&self, chat: ChatId) -> Result<Arc<LocalBlobs>, OpenBlobsError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = open.get(&chat) {
            return Ok(Arc::clone(store));
        }
        if open.len() >= KEPT {
            open.retain(|_, store| Arc::strong_count(store) > 1);
        }
        let store = Arc::new(LocalBlobs::open(layout::chat(&self.data, chat).join("blobs"))?);
        open.insert(chat, Arc::clone(&store));
        Ok(store)
    }
}
