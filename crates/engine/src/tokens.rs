//! Bearer tokens. The database holds hashes only; a secret is shown once, when it is made.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use pegboard_model::ids::TokenId;
use sha2::{Digest, Sha256};

use crate::clock;
use crate::core::Core;
use crate::layout;
use crate::lookup::LookupError;
use crate::record::{Scope, TokenRecord};
use crate::store::{Store, StoreError};
use crate::text::storable;

/// Every secret begins so, which lets scanners find one that leaked.
const PREFIX: &str = "pgb_";
/// Random bytes of a secret.
const SECRET_BYTES: usize = 32;
/// Characters of a token's name.
const NAME_MAX: usize = 100;

/// A token could not be made.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The machine gave no random bytes.
    #[error("no random numbers are to be had on this machine: {0}")]
    Random(getrandom::Error),
    /// The administrator's token could not be written.
    #[error("the token file {path} could not be written")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// The name is empty or too long.
    #[error("a token's name must have 1 to {NAME_MAX} characters")]
    Name,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Makes a token and gives back its secret.
pub(crate) async fn create(
    store: &Store,
    name: &str,
    scope: Scope,
) -> Result<(TokenRecord, String), TokenError> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > NAME_MAX {
        return Err(TokenError::Name);
    }
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(TokenError::Random)?;
    let secret = format!("{PREFIX}{}", hex(&bytes));
    let record = TokenRecord {
        id: clock::fresh(),
        name: storable(name),
        scope,
        created_at: clock::now(),
        revoked_at: None,
    };
    add(store, &record, &secret).await?;
    Ok((record, secret))
}

async fn add(store: &Store, record: &TokenRecord, secret: &str) -> Result<(), StoreError> {
    let write = store.write().await?;
    write.add_token(record, &hash(secret)).await?;
    write.commit().await
}

/// Makes sure that the data folder has an administrator's token that works.
pub(crate) async fn ensure_admin(store: &Store, data: &Path) -> Result<(), TokenError> {
    let path = layout::token(data);
    let file_error = |source| TokenError::File { path: path.display().to_string(), source };
    match std::fs::read_to_string(&path) {
        Ok(secret) => {
            let secret = secret.trim();
            if store.token_by_hash(&hash(secret)).await?.is_none() && secret.starts_with(PREFIX) {
                // The database is a new one; the file is what people already have.
                let record = TokenRecord {
                    id: clock::fresh(),
                    name: "admin".to_owned(),
                    scope: Scope::Admin,
                    created_at: clock::now(),
                    revoked_at: None,
                };
                add(store, &record, secret).await?;
            }
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let (_, secret) = create(store, "admin", Scope::Admin).await?;
            let mut file = OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(0o600)
                .open(&path)
                .map_err(file_error)?;
            writeln!(file, "{secret}").and_then(|()| file.sync_all()).map_err(file_error)
        }
        Err(error) => Err(file_error(error)),
    }
}

/// The token behind a secret, unless it was revoked.
pub(crate) async fn authenticate(core: &Core, secret: &str) -> Result<Option<TokenRecord>, StoreError> {
    if !secret.starts_with(PREFIX) || secret.len() > 200 {
        return Ok(None);
    }
    // Looked up by its hash, so nothing can be learned from how long a comparison takes.
    let sha256 = hash(secret);
    if let Some(known) = core.known_tokens.get(&sha256) {
        return Ok(Some(known));
    }
    let revocations = core.known_tokens.revocations();
    let found = core.store.token_by_hash(&sha256).await?.filter(|token| token.revoked_at.is_none());
    if let Some(token) = &found {
        core.known_tokens.put(sha256, token.clone(), revocations);
    }
    Ok(found)
}

pub(crate) async fn revoke(core: &Core, id: TokenId) -> Result<TokenRecord, LookupError> {
    let token = core.store.token(id).await?.ok_or_else(|| LookupError::missing("token", id))?;
    if token.revoked_at.is_some() {
        return Ok(token);
    }
    let revoked_at = clock::now();
    let write = core.store.write().await?;
    write.revoke_token(id, revoked_at).await?;
    write.commit().await?;
    core.known_tokens.forget(id);
    Ok(TokenRecord { revoked_at: Some(revoked_at), ..token })
}

fn hash(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
