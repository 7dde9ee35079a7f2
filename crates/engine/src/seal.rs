//! What is kept encrypted: XChaCha20-Poly1305 with a key that never enters the database.
//!
//! A sealed text is bound to its place (table, owner, name), so that a row moved to another place does not open there.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};

use crate::layout;

const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;
/// Says how a sealed text was made, so that another way can come beside it.
const PREFIX: &str = "x1:";

/// The house's key. It is never shown, not even to a debugger's eye.
pub(crate) struct Seal(XChaCha20Poly1305);

/// The key cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum SealKeyError {
    /// What was given is no key.
    #[error("PEGBOARD_SECRET_KEY must be 64 hexadecimal digits, such as `openssl rand -hex 32` prints")]
    Format,
    /// The key's file holds something else.
    #[error(
        "the key file {0} is damaged: put back the one of your backup; without it, what it sealed is lost"
    )]
    File(PathBuf),
    /// The key's file can be neither read nor made.
    #[error("the key file {path} cannot be used: {source}")]
    Disk {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The machine gave no random bytes.
    #[error("no random numbers are to be had on this machine: {0}")]
    Random(getrandom::Error),
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

impl Seal {
    /// The key that was given, or that of the data folder, which is made where there is none.
    pub(crate) fn open(given: Option<&str>, data: &Path) -> Result<Self, SealKeyError> {
        if let Some(text) = given {
            return unhex(text.trim()).map(Self::of).ok_or(SealKeyError::Format);
        }
        let path = layout::secret_key(data);
        match fs::read_to_string(&path) {
            Ok(text) => unhex(text.trim()).map(Self::of).ok_or(SealKeyError::File(path)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => make(&path).map(Self::of),
            Err(source) => Err(SealKeyError::Disk { path, source }),
        }
    }

    fn of(key: [u8; KEY_BYTES]) -> Self {
        Self(XChaCha20Poly1305::new(&Key::from(key)))
    }

    /// Seals a text for one place.
    pub(crate) fn seal(&self, place: &str, text: &str) -> Result<String, SealError> {
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(SealError::Random)?;
        let payload = Payload { msg: text.as_bytes(), aad: place.as_bytes() };
        let sealed = self.0.encrypt(&XNonce::from(nonce), payload).map_err(|_| SealError::Closed)?;
        Ok(format!("{PREFIX}{}{}", hex(&nonce), hex(&sealed)))
    }

    /// Opens what was sealed for the same place.
    pub(crate) fn unseal(&self, place: &str, sealed: &str) -> Result<String, SealError> {
        let bytes = sealed.strip_prefix(PREFIX).and_then(bytes).ok_or(SealError::Closed)?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE_BYTES).ok_or(SealError::Closed)?;
        let nonce: [u8; NONCE_BYTES] = nonce.try_into().map_err(|_| SealError::Closed)?;
        let payload = Payload { msg: sealed, aad: place.as_bytes() };
        let text = self.0.decrypt(&XNonce::from(nonce), payload).map_err(|_| SealError::Closed)?;
        String::from_utf8(text).map_err(|_| SealError::Closed)
    }
}

/// Makes the key file; only its owner may read it.
fn make(path: &Path) -> Result<[u8; KEY_BYTES], SealKeyError> {
    let mut key = [0; KEY_BYTES];
    getrandom::fill(&mut key).map_err(SealKeyError::Random)?;
    let disk = |source| SealKeyError::Disk { path: path.to_owned(), source };
    write(path, &hex(&key)).map_err(disk)?;
    Ok(key)
}

/// Whole or not at all: half a key would lock up everything that was sealed with it.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path)?;
    File::open(folder)?.sync_all()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

fn unhex(text: &str) -> Option<[u8; KEY_BYTES]> {
    bytes(text)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Seal, SealError, SealKeyError};

    const KEY: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

    fn seal() -> Seal {
        Seal::open(Some(KEY), std::path::Path::new("/nowhere")).unwrap()
    }

    #[test]
    fn what_is_sealed_opens_in_its_own_place_only() {
        let sealed = seal().seal("variables/web/KEY", "pässword").unwrap();
        assert!(!sealed.contains("word"));
        assert_ne!(
            sealed,
            seal().seal("variables/web/KEY", "pässword").unwrap(),
            "each has a nonce of its own"
        );
        assert_eq!(seal().unseal("variables/web/KEY", &sealed).unwrap(), "pässword");
        assert!(matches!(seal().unseal("variables/other/KEY", &sealed), Err(SealError::Closed)));
    }

    #[test]
    fn what_was_changed_does_not_open() {
        let sealed = seal().seal("a", "b").unwrap();
        let changed = sealed[..sealed.len() - 2].to_owned() + "00";
        for text in [changed.as_str(), "", "x1:", "x1:zz", "x1:é", &sealed[..20]] {
            assert!(matches!(seal().unseal("a", text), Err(SealError::Closed)), "{text}");
        }
    }

    #[test]
    fn a_key_is_made_once_and_belongs_to_its_owner() {
        use std::os::unix::fs::PermissionsExt as _;
        let data = tempfile::tempdir().unwrap();
        let sealed = Seal::open(None, data.path()).unwrap().seal("a", "b").unwrap();
        assert_eq!(Seal::open(None, data.path()).unwrap().unseal("a", &sealed).unwrap(), "b");
        let file = data.path().join("secret.key");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        std::fs::write(&file, "short").unwrap();
        assert!(matches!(Seal::open(None, data.path()), Err(SealKeyError::File(_))));
        assert!(matches!(Seal::open(Some("short"), data.path()), Err(SealKeyError::Format)));
    }
}
