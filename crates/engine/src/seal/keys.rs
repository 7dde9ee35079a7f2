//! The key itself: given, or in a file of the data folder; and the next one, while everything is sealed anew.
//!
//! A change of the file's key goes so: the next key is written beside the file, all rows are sealed anew in one transaction,
//! the next key takes the file's name. Wherever that is cut off, both keys lie there until it was done.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::hex::{bytes, hex};
use crate::layout;

const KEY_BYTES: usize = 32;

/// A key's bytes.
pub(super) type Bytes = [u8; KEY_BYTES];

/// The key cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum SealKeyError {
    /// What was given is no key.
    #[error("{0} must be 64 hexadecimal digits, such as `openssl rand -hex 32` prints")]
    Format(&'static str),
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
    /// It is not ours to change.
    #[error("the key is given by PEGBOARD_SECRET_KEY, so only whoever starts the server can change it")]
    Given,
}

/// The keys of a house as they were found.
pub(super) struct Keys {
    pub(super) current: Bytes,
    /// Others that may have sealed what is there.
    pub(super) earlier: Vec<Bytes>,
    pub(super) source: Source,
}

/// Where the current key comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Source {
    /// It was handed over; nobody but whoever starts the server can change it.
    Given,
    /// From the data folder.
    File,
}

/// Finds the keys; makes one where there is none.
pub(super) fn find(given: Option<&str>, before: Option<&str>, data: &Path) -> Result<Keys, SealKeyError> {
    let given = given.map(|text| given_key(text, "PEGBOARD_SECRET_KEY")).transpose()?;
    let before = before.map(|text| given_key(text, "PEGBOARD_SECRET_KEY_BEFORE")).transpose()?;
    let lying = |path: PathBuf| match (read(&path), given) {
        // It is only tried, then; what it would have opened says so itself.
        (Err(_), Some(_)) => Ok(None),
        (read, _) => read,
    };
    let (file, next) = (lying(layout::secret_key(data))?, lying(layout::next_secret_key(data))?);
    let (current, source) = match (given, next, file) {
        (Some(given), ..) => (given, Source::Given),
        (None, Some(next), _) => (next, Source::File),
        (None, None, Some(file)) => (file, Source::File),
        (None, None, None) => (fresh()?, Source::File),
    };
    if source == Source::File && file.is_none() && next.is_none() {
        write(&layout::secret_key(data), &current)?;
    }
    let mut earlier: Vec<Bytes> = [before, next, file].into_iter().flatten().collect();
    earlier.retain(|key| *key != current);
    Ok(Keys { current, earlier, source })
}

/// The next key of the file, which lies beside it when this returns.
pub(super) fn begin(data: &Path) -> Result<Bytes, SealKeyError> {
    let path = layout::next_secret_key(data);
    // One that a failed attempt left may have sealed everything.
    if let Some(next) = read(&path)? {
        return Ok(next);
    }
    let next = fresh()?;
    write(&path, &next)?;
    Ok(next)
}

/// Puts the next key, where there is one, in the place of the file's.
pub(super) fn end(data: &Path) -> Result<(), SealKeyError> {
    let (next, path) = (layout::next_secret_key(data), layout::secret_key(data));
    match fs::rename(&next, &path) {
        Ok(()) => File::open(data).and_then(|folder| folder.sync_all()).map_err(disk(&path)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(disk(&next)(error)),
    }
}

fn given_key(text: &str, variable: &'static str) -> Result<Bytes, SealKeyError> {
    unhex(text.trim()).ok_or(SealKeyError::Format(variable))
}

fn read(path: &Path) -> Result<Option<Bytes>, SealKeyError> {
    match fs::read_to_string(path) {
        Ok(text) => unhex(text.trim()).map(Some).ok_or_else(|| SealKeyError::File(path.to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(disk(path)(error)),
    }
}

fn fresh() -> Result<Bytes, SealKeyError> {
    let mut key = [0; KEY_BYTES];
    getrandom::fill(&mut key).map_err(SealKeyError::Random)?;
    Ok(key)
}

/// Whole or not at all: half a key would lock up everything that was sealed with it. Only its owner may read the file.
fn write(path: &Path, key: &Bytes) -> Result<(), SealKeyError> {
    let written = || {
        let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(hex(key).as_bytes())?;
        file.as_file().sync_all()?;
        file.persist_noclobber(path)?;
        File::open(folder)?.sync_all()
    };
    written().map_err(disk(path))
}

fn disk(path: &Path) -> impl FnOnce(io::Error) -> SealKeyError {
    let path: PathBuf = path.to_owned();
    move |source| SealKeyError::Disk { path, source }
}

fn unhex(text: &str) -> Option<Bytes> {
    bytes(text)?.try_into().ok()
}
