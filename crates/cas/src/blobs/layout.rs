//! How a folder of blobs is laid out: `ab/<hash>`, `tmp/` for blobs being written, `epoch`.

use std::fs::{self, File};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use rustix::fd::OwnedFd;
use rustix::fs::{CWD, Mode, OFlags, openat};

use crate::blobs::store::Epoch;
use crate::hash::BlobHash;

/// The state that the store and its batches share.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) dir: PathBuf,
    /// Held for reading by each batch, for writing while blobs are removed.
    pub(super) gate: RwLock<()>,
    /// Held while blobs get their names and become durable, so that a batch which relies on a blob of
    /// another one returns only after that one is durable.
    pub(super) commit: Mutex<Turn>,
    pub(super) reflink: AtomicBool,
    epoch: Mutex<Epoch>,
}

/// The right to make blobs visible.
#[derive(Debug)]
pub(super) struct Turn {
    /// Whether every name in the store is durable; not so after a commit that was interrupted.
    pub(super) settled: bool,
}

impl Layout {
    pub(super) fn open(dir: PathBuf) -> io::Result<Self> {
        fs::create_dir_all(dir.join(TMP))?;
        let mut settled = true;
        for leftover in fs::read_dir(dir.join(TMP))? {
            settled = false;
            match fs::remove_file(leftover?.path()) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        let epoch = match fs::read(dir.join(EPOCH)).map(<[u8; 16]>::try_from) {
            Ok(Ok(bytes)) => Epoch::from_bytes(bytes),
            _ => write_epoch(&dir)?,
        };
        Ok(Self {
            dir,
            gate: RwLock::new(()),
            commit: Mutex::new(Turn { settled }),
            reflink: AtomicBool::new(true),
            epoch: Mutex::new(epoch),
        })
    }

    pub(super) fn epoch(&self) -> Epoch {
        *self.epoch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Durably starts another epoch; called before the first blob is removed.
    pub(super) fn next_epoch(&self) -> io::Result<()> {
        let epoch = write_epoch(&self.dir)?;
        *self.epoch.lock().unwrap_or_else(PoisonError::into_inner) = epoch;
        Ok(())
    }

    pub(super) fn blob(&self, hash: &BlobHash) -> PathBuf {
        hash.with_hex(|hex| self.dir.join(&hex[..2]).join(hex))
    }

    pub(super) fn open_dir(&self, name: &Path) -> io::Result<OwnedFd> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(openat(CWD, self.dir.join(name), flags, Mode::empty())?)
    }
}

pub(super) const TMP: &str = "tmp";
const EPOCH: &str = "epoch";

/// A name that no other writer of this process uses, and none of an earlier process that still matters:
/// files are created with `O_EXCL`, and left-overs are swept when the store is opened.
pub(super) fn temp_name() -> String {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    format!("{:x}-{:x}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed))
}

fn write_epoch(dir: &Path) -> io::Result<Epoch> {
    // The keys of `RandomState` come from the operating system; the hash spreads them.
    let random = |n: u64| RandomState::new().hash_one(n).to_ne_bytes();
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&random(0));
    bytes[8..].copy_from_slice(&random(1));
    let temp = dir.join(TMP).join(temp_name());
    let mut file = File::create_new(&temp)?;
    file.write_all(&bytes)?;
    file.sync_all()?;
    fs::rename(&temp, dir.join(EPOCH))?;
    File::open(dir)?.sync_all()?;
    Ok(Epoch::from_bytes(bytes))
}
