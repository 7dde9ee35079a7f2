//! What is kept encrypted: XChaCha20-Poly1305 with a key that never enters the database.
//!
//! A sealed text is bound to its place (table, owner, name), so that a row moved to another place does not open there.
//! New texts are sealed with the current key; while keys change, older ones still open with the earlier ones.

mod hex;
mod keys;
mod place;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};

use hex::{bytes, hex};
pub use keys::SealKeyError;
pub(crate) use place::Place;

const NONCE_BYTES: usize = 24;
/// Says how a sealed text was made, so that another way can come beside it.
const PREFIX: &str = "x1:";

/// The house's keys. They are never shown, not even to a debugger's eye.
pub(crate) struct Seal {
    ciphers: RwLock<Ciphers>,
    data: PathBuf,
    source: keys::Source,
    /// Held by whoever seals until it is committed, so that no row is sealed with a key that was given up meanwhile.
    turns: tokio::sync::RwLock<()>,
}

struct Ciphers {
    current: XChaCha20Poly1305,
    earlier: Vec<XChaCha20Poly1305>,
}

/// Something sealed does not open, or could not be sealed.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// Another key sealed it, or it was changed.
    #[error("what is kept encrypted was sealed with another key, or was changed since: set it again")]
    Closed,
    /// The machine gave no random bytes.
    #[error("no random numbers are to be had on this machine: {0}")]
    Random(getrandom::Error),
}

/// The right to seal. What was sealed is committed before it is given back.
pub(crate) struct SealTurn<'s> {
    seal: &'s Seal,
    _turn: tokio::sync::RwLockReadGuard<'s, ()>,
}

/// The right to change keys: nobody seals meanwhile.
pub(crate) struct KeyTurn<'s> {
    seal: &'s Seal,
    _turn: tokio::sync::RwLockWriteGuard<'s, ()>,
}

impl Seal {
    /// The key that was given, or that of the data folder, which is made where there is none. `before` is the key that was
    /// given until now.
    pub(crate) fn open(given: Option<&str>, before: Option<&str>, data: &Path) -> Result<Self, SealKeyError> {
        let found = keys::find(given, before, data)?;
        let earlier = found.earlier.iter().map(cipher).collect();
        Ok(Self {
            ciphers: RwLock::new(Ciphers { current: cipher(&found.current), earlier }),
            data: data.to_owned(),
            source: found.source,
            turns: tokio::sync::RwLock::default(),
        })
    }

    /// Waits until sealing is in order.
    pub(crate) async fn turn(&self) -> SealTurn<'_> {
        SealTurn { seal: self, _turn: self.turns.read().await }
    }

    /// Waits until nobody seals.
    pub(crate) async fn key_turn(&self) -> KeyTurn<'_> {
        KeyTurn { seal: self, _turn: self.turns.write().await }
    }

    /// Opens what was sealed for the same place.
    pub(crate) fn unseal(&self, place: &Place, sealed: &str) -> Result<String, SealError> {
        let ciphers = self.ciphers();
        let mut keys = std::iter::once(&ciphers.current).chain(&ciphers.earlier);
        keys.find_map(|key| open(key, place, sealed)).ok_or(SealError::Closed)
    }

    fn ciphers(&self) -> RwLockReadGuard<'_, Ciphers> {
        self.ciphers.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SealTurn<'_> {
    /// Seals a text for one place.
    pub(crate) fn seal(&self, place: &Place, text: &str) -> Result<String, SealError> {
        close(&self.seal.ciphers().current, place, text)
    }
}

impl KeyTurn<'_> {
    /// Takes up a new key of the data folder; the one before still opens what it sealed.
    pub(crate) fn begin(&self) -> Result<(), SealKeyError> {
        if self.seal.source == keys::Source::Given {
            return Err(SealKeyError::Given);
        }
        let next = cipher(&keys::begin(&self.seal.data)?);
        let mut ciphers = self.seal.ciphers.write().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut ciphers.current, next);
        ciphers.earlier.push(before);
        Ok(())
    }

    /// Whether something may be sealed with another key than the current one.
    pub(crate) fn is_under_way(&self) -> bool {
        !self.seal.ciphers().earlier.is_empty()
    }

    /// What was sealed, sealed with the current key; `None` where it was already.
    pub(crate) fn renewed(&self, place: &Place, sealed: &str) -> Result<Option<String>, SealError> {
        if open(&self.seal.ciphers().current, place, sealed).is_some() {
            return Ok(None);
        }
        let text = self.seal.unseal(place, sealed)?;
        close(&self.seal.ciphers().current, place, &text).map(Some)
    }

    /// Gives the earlier keys up: nothing is sealed with them any more.
    pub(crate) fn end(&self) -> Result<(), SealKeyError> {
        if self.seal.source == keys::Source::File {
            keys::end(&self.seal.data)?;
        }
        self.seal.ciphers.write().unwrap_or_else(PoisonError::into_inner).earlier.clear();
        Ok(())
    }
}

fn cipher(key: &keys::Bytes) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&Key::from(*key))
}

fn close(cipher: &XChaCha20Poly1305, place: &Place, text: &str) -> Result<String, SealError> {
    let mut nonce = [0; NONCE_BYTES];
    getrandom::fill(&mut nonce).map_err(SealError::Random)?;
    let place = place.to_string();
    let payload = Payload { msg: text.as_bytes(), aad: place.as_bytes() };
    let sealed = cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| SealError::Closed)?;
    Ok(format!("{PREFIX}{}{}", hex(&nonce), hex(&sealed)))
}

fn open(cipher: &XChaCha20Poly1305, place: &Place, sealed: &str) -> Option<String> {
    let bytes = sealed.strip_prefix(PREFIX).and_then(bytes)?;
    let (nonce, sealed) = bytes.split_at_checked(NONCE_BYTES)?;
    let nonce: [u8; NONCE_BYTES] = nonce.try_into().ok()?;
    let place = place.to_string();
    let payload = Payload { msg: sealed, aad: place.as_bytes() };
    String::from_utf8(cipher.decrypt(&XNonce::from(nonce), payload).ok()?).ok()
}
