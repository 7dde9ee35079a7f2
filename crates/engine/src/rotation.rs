//! A new key for what is kept encrypted, and all of it sealed anew in one transaction.

use crate::core::Core;
use crate::seal::{KeyTurn, Seal, SealError, SealKeyError};
use crate::store::{Store, StoreError};

/// What a change of keys came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rotated {
    /// Texts that were sealed anew.
    pub resealed: usize,
    /// Texts that no known key opens. They are as they were: somebody must set them again.
    pub unreadable: usize,
}

/// Why keys were not changed, or not to the end. What is sealed opens all the same: until a change is done, both keys are
/// kept and tried, and the next attempt or start finishes it.
#[derive(Debug, thiserror::Error)]
pub enum RotateError {
    /// The key cannot be changed.
    #[error(transparent)]
    Key(#[from] SealKeyError),
    /// Nothing can be sealed.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Changes the key of the data folder.
pub(crate) async fn rotate(core: &Core) -> Result<Rotated, RotateError> {
    let turn = core.seal.key_turn().await;
    turn.begin()?;
    finish(&core.store, &turn).await
}

/// Finishes a change of keys that was cut off, or that whoever starts the server asked for with another key.
pub(crate) async fn settle(store: &Store, seal: &Seal) -> Result<(), RotateError> {
    let turn = seal.key_turn().await;
    if !turn.is_under_way() {
        return Ok(());
    }
    let rotated = finish(store, &turn).await?;
    if rotated.resealed > 0 {
        tracing::info!(resealed = rotated.resealed, "what is kept encrypted has another key now");
    }
    Ok(())
}

async fn finish(store: &Store, turn: &KeyTurn<'_>) -> Result<Rotated, RotateError> {
    let mut rotated = Rotated::default();
    let write = store.write().await?;
    for sealed in write.sealed().await? {
        match turn.renewed(&sealed.place, &sealed.text) {
            Ok(Some(text)) => {
                write.put_sealed(&sealed.place, text).await?;
                rotated.resealed += 1;
            }
            Ok(None) => {}
            Err(SealError::Closed) => {
                tracing::warn!(place = %sealed.place, "what is kept encrypted here opens with no known key");
                rotated.unreadable += 1;
            }
            Err(error) => return Err(error.into()),
        }
    }
    write.commit().await?;
    turn.end()?;
    Ok(rotated)
}
