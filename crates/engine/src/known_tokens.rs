//! Tokens that were looked up lately, so that a request costs no read of the database.
//!
//! Invariant: only tokens that were good when they were put in are here, and a revoked one is taken out before its
//! revocation is answered. One process owns a data folder; several would have to tell each other.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pegboard_model::ids::TokenId;

use crate::record::TokenRecord;

/// Tokens that are kept; beyond that all are looked up anew.
const KEPT: usize = 1024;

/// The known tokens.
#[derive(Default)]
pub(crate) struct KnownTokens(Mutex<Known>);

#[derive(Default)]
struct Known {
    by_hash: HashMap<String, TokenRecord>,
    revocations: u64,
}

/// How many revocations there were before a token was looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Revocations(u64);

impl KnownTokens {
    pub(crate) fn get(&self, sha256: &str) -> Option<TokenRecord> {
        self.known().by_hash.get(sha256).cloned()
    }

    /// To be asked before a token is looked up in the database.
    pub(crate) fn revocations(&self) -> Revocations {
        Revocations(self.known().revocations)
    }

    /// Keeps a token that was looked up, unless one was revoked meanwhile: it might be this one.
    pub(crate) fn put(&self, sha256: String, token: TokenRecord, before: Revocations) {
        let mut known = self.known();
        if known.revocations != before.0 {
            return;
        }
        if known.by_hash.len() >= KEPT {
            known.by_hash.clear();
        }
        known.by_hash.insert(sha256, token);
    }

    pub(crate) fn forget(&self, id: TokenId) {
        let mut known = self.known();
        known.revocations += 1;
        known.by_hash.retain(|_, token| token.id != id);
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
