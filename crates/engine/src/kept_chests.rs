//! The chests of the database, as far as somebody asked, so that a call needs no query for its own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pegboard_model::chest::Chest;
use pegboard_model::ids::ChatId;

use crate::store::{Store, StoreError};

/// Chests that are kept in memory; beyond that all are read anew.
const KEPT_MAX: usize = 10_000;

/// Chests by chat; `None` is a chat whose chest nobody touched.
#[derive(Default)]
pub(crate) struct KeptChests(Mutex<HashMap<ChatId, Option<Arc<Chest>>>>);

impl KeptChests {
    pub(crate) async fn of(&self, store: &Store, chat: ChatId) -> Result<Option<Arc<Chest>>, StoreError> {
        if let Some(known) = self.lock().get(&chat) {
            return Ok(known.clone());
        }
        let chest = store.chest(chat).await?.map(Arc::new);
        self.keep(chat, chest.clone());
        Ok(chest)
    }

    pub(crate) fn keep(&self, chat: ChatId, chest: Option<Arc<Chest>>) {
        let mut kept = self.lock();
        if kept.len() >= KEPT_MAX {
            kept.clear();
        }
        kept.insert(chat, chest);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ChatId, Option<Arc<Chest>>>> {
        // Nothing panics while it is held, and each change is whole in itself.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
