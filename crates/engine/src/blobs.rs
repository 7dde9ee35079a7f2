//! The chats' blob stores. One value per chat is open at a time, shared by whoever writes and whoever reads.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pegboard_cas::{BlobStore, LocalBlobs, OpenBlobsError};
use pegboard_model::ids::ChatId;

use crate::layout;

/// Stores that are kept open.
const KEPT: usize = 512;

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
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = open.get(&chat) {
            return Ok(Arc::clone(store) as Arc<dyn BlobStore>);
        }
        if open.len() >= KEPT {
            open.retain(|_, store| Arc::strong_count(store) > 1);
        }
        let store = Arc::new(LocalBlobs::open(layout::chat(&self.data, chat).join("blobs"))?);
        open.insert(chat, Arc::clone(&store));
        Ok(store)
    }
}
