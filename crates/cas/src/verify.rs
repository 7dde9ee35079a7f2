//! Looking for blobs that are missing or damaged.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::blobs::{BlobError, BlobStore};
use crate::hash::BlobHash;
use crate::manifest::Manifest;
use crate::path::TreePath;

/// What [`verify`] found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// How many different blobs were read.
    pub blobs: u64,
    /// What is wrong, by manifest and path, in the order in which the manifests were given.
    pub faults: Vec<Fault>,
}

/// A file that cannot be restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The name under which the manifest was given.
    pub manifest: String,
    /// The file.
    pub path: TreePath,
    /// Its blob.
    pub hash: BlobHash,
    /// What is wrong with the blob.
    pub kind: FaultKind,
}

/// What is wrong with a blob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// It is not in the store.
    Missing,
    /// Its bytes do not match its hash.
    Damaged,
    /// The store could not read it, for this reason.
    Unreadable(String),
}

/// Reads every blob of `manifests`, each given with a name (such as its id), and checks its hash.
pub fn verify<'a>(
    blobs: &dyn BlobStore,
    manifests: impl IntoIterator<Item = (&'a str, &'a Manifest)>,
) -> Report {
    let mut uses: BTreeMap<BlobHash, Vec<(usize, &str, &TreePath)>> = BTreeMap::new();
    for (order, (name, manifest)) in manifests.into_iter().enumerate() {
        for (path, entry) in manifest.entries() {
            uses.entry(entry.hash).or_default().push((order, name, path));
        }
    }
    let mut faults: Vec<_> = uses
        .par_iter()
        .filter_map(|(hash, uses)| Some((*hash, check(blobs, hash)?, uses)))
        .flat_map_iter(|(hash, kind, uses)| {
            uses.iter().map(move |&(order, name, path)| {
                let fault = Fault { manifest: name.to_owned(), path: path.clone(), hash, kind: kind.clone() };
                (order, fault)
            })
        })
        .collect();
    faults.sort_by(|(a, fault_a), (b, fault_b)| (a, &fault_a.path).cmp(&(b, &fault_b.path)));
    Report { blobs: uses.len() as u64, faults: faults.into_iter().map(|(_, fault)| fault).collect() }
}

fn check(blobs: &dyn BlobStore, hash: &BlobHash) -> Option<FaultKind> {
    match blobs.open(hash) {
        Ok(_) => None,
        Err(BlobError::Missing { .. }) => Some(FaultKind::Missing),
        Err(BlobError::Damaged { .. }) => Some(FaultKind::Damaged),
        Err(BlobError::Store { action, source }) => {
            Some(FaultKind::Unreadable(format!("{action}: {source}")))
        }
        Err(error) => Some(FaultKind::Unreadable(error.to_string())),
    }
}
