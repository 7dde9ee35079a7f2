//! The writing of a bundle's files into a fresh folder, with every limit counted on what is really written.

use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::error::{BundleError, disk};
use super::limits::BundleLimits;
use super::name::{EntryKind, EntryName, Names, shown};

const CHUNK: usize = 64 << 10;

/// One file of a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundleFile {
    /// Relative to the bundle, with `/`.
    pub path: String,
    /// Lower-case hex.
    pub sha256: String,
    /// Bytes.
    pub size: u64,
    /// Whether it may be run.
    pub executable: bool,
}

/// How a file's bytes came packed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packing {
    /// Bytes it takes up in the archive.
    pub(super) packed: u64,
    /// Bytes that the archive says it has.
    pub(super) unpacked: u64,
}

/// A folder that is being filled. It was made for this, so that nothing in it was put there by someone else.
pub(super) struct Intake<'a> {
    root: PathBuf,
    limits: &'a BundleLimits,
    names: Names,
    total: u64,
    files: Vec<BundleFile>,
}

impl<'a> Intake<'a> {
    /// Fills `root`, an empty folder.
    pub(super) fn new(root: &Path, limits: &'a BundleLimits) -> Self {
        Self { root: root.to_owned(), limits, names: Names::default(), total: 0, files: Vec::new() }
    }

    /// Bytes written so far.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Takes note of a folder. It is made with the first file in it: an empty one is no part of a bundle, because
    /// neither its rows nor its fingerprint know of folders.
    pub(super) fn folder(&mut self, name: &EntryName) -> Result<(), BundleError> {
        self.claim(name, EntryKind::Folder)
    }

    /// Takes a file. `packing` is what the archive says of it, if it comes out of one.
    pub(super) fn file(
        &mut self,
        name: &EntryName,
        executable: bool,
        packing: Option<Packing>,
        reader: &mut dyn Read,
    ) -> Result<(), BundleError> {
        self.claim(name, EntryKind::File)?;
        let path = self.root.join(name.as_str());
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(disk("a folder could not be made"))?;
        }
        let mode = if executable { 0o755 } else { 0o644 };
        // `create_new` follows no link and overwrites nothing.
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(mode)
            .open(&path)
            .map_err(disk("a file could not be made"))?;
        let mut hasher = Sha256::new();
        let mut size = 0;
        let mut chunk = vec![0; CHUNK];
        loop {
            let read = match reader.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(unreadable(name, packing, &error)),
            };
            size += read as u64;
            self.total += read as u64;
            self.check(name, size, packing)?;
            hasher.update(&chunk[..read]);
            file.write_all(&chunk[..read]).map_err(disk("a file could not be written"))?;
        }
        if packing.is_some_and(|packing| packing.unpacked != size) {
            return Err(BundleError::Size { entry: shown(name.as_str().as_bytes()) });
        }
        let sha256 = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        self.files.push(BundleFile { path: name.as_str().to_owned(), sha256, size, executable });
        Ok(())
    }

    /// What was taken, sorted by path.
    pub(super) fn finish(mut self) -> Vec<BundleFile> {
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
        self.files
    }

    fn claim(&mut self, name: &EntryName, kind: EntryKind) -> Result<(), BundleError> {
        let entry = || shown(name.as_str().as_bytes());
        self.names.add(name, kind).map_err(|clash| BundleError::Clash { entry: entry(), clash })
    }

    fn check(&self, name: &EntryName, size: u64, packing: Option<Packing>) -> Result<(), BundleError> {
        let entry = || shown(name.as_str().as_bytes());
        let limits = self.limits;
        if size > limits.file_bytes {
            return Err(BundleError::FileTooLarge { entry: entry(), limit: limits.file_bytes });
        }
        if self.total > limits.total_bytes {
            return Err(BundleError::TooLarge { limit: limits.total_bytes });
        }
        match packing {
            Some(packing) if size > packing.unpacked => Err(BundleError::Size { entry: entry() }),
            Some(packing) if size > limits.ratio_from && size / limits.ratio > packing.packed => {
                Err(BundleError::Ratio { entry: entry(), ratio: limits.ratio })
            }
            _ => Ok(()),
        }
    }
}

fn unreadable(name: &EntryName, packing: Option<Packing>, error: &io::Error) -> BundleError {
    let (entry, what) = (shown(name.as_str().as_bytes()), error.to_string());
    match packing {
        Some(_) => BundleError::Damaged { entry, what },
        None => BundleError::Unreadable { entry, what },
    }
}
