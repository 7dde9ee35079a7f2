//! The store of blobs in a folder.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashSet;
use std::fs;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use pegboard_cas::{
    BlobError, BlobHash, BlobStore as _, Entry, FaultKind, LocalBlobs, Manifest, Mode, TreePath, verify,
};

fn store() -> (tempfile::TempDir, LocalBlobs) {
    let dir = tempfile::tempdir().unwrap();
    let blobs = LocalBlobs::open(dir.path()).unwrap();
    (dir, blobs)
}

fn file_of(dir: &Path, hash: &BlobHash) -> PathBuf {
    let hex = hash.to_string();
    dir.join(&hex[..2]).join(hex)
}

/// Makes a blob writable and changes its last byte.
fn damage(dir: &Path, hash: &BlobHash) {
    let path = file_of(dir, hash);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let mut file = fs::File::options().read(true).write(true).open(&path).unwrap();
    file.seek(SeekFrom::End(-1)).unwrap();
    let mut last = [0];
    file.read_exact(&mut last).unwrap();
    file.seek(SeekFrom::End(-1)).unwrap();
    file.write_all(&[!last[0]]).unwrap();
}

fn names(dir: PathBuf) -> usize {
    fs::read_dir(dir).unwrap().count()
}

#[test]
fn a_blob_lies_under_its_hash_and_reads_back() {
    let (dir, blobs) = store();
    for content in [b"".as_slice(), b"hello", &vec![7; 3 << 20]] {
        let hash = blobs.put_bytes(content).unwrap();
        assert_eq!(hash, BlobHash::of(content));
        assert_eq!(fs::read(file_of(dir.path(), &hash)).unwrap(), content);
        assert!(blobs.contains(&hash).unwrap());
        assert_eq!(blobs.read(&hash, content.len() as u64).unwrap(), content);
        let mut reader = blobs.open(&hash).unwrap();
        assert_eq!(reader.len(), content.len() as u64);
        reader.seek(SeekFrom::Start(2)).unwrap();
        let mut rest = Vec::new();
        reader.read_to_end(&mut rest).unwrap();
        assert_eq!(rest, content.get(2..).unwrap_or_default());
    }
    assert_eq!(names(dir.path().join("tmp")), 0);
}

#[test]
fn a_blob_over_the_callers_limit_is_not_read() {
    let (_dir, blobs) = store();
    let hash = blobs.put_bytes(b"12345").unwrap();
    assert!(matches!(blobs.read(&hash, 4), Err(BlobError::TooLarge { limit: 4 })));
}

#[test]
fn a_damaged_blob_is_never_served_not_even_its_good_part() {
    let (dir, blobs) = store();
    for content in [b"small".to_vec(), vec![1; 5 << 20]] {
        let hash = blobs.put_bytes(&content).unwrap();
        damage(dir.path(), &hash);
        assert!(matches!(blobs.open(&hash), Err(BlobError::Damaged { .. })));
        assert!(matches!(blobs.read(&hash, u64::MAX), Err(BlobError::Damaged { .. })));
        let mut copy = tempfile::tempfile().unwrap();
        assert!(matches!(blobs.copy_to(&hash, &mut copy), Err(BlobError::Damaged { .. })));
    }
    let missing = BlobHash::of(b"never stored");
    assert!(matches!(blobs.open(&missing), Err(BlobError::Missing { .. })));
}

#[test]
fn a_batch_that_is_dropped_leaves_nothing() {
    let (dir, blobs) = store();
    let batch = blobs.batch().unwrap();
    batch.put(b"one").unwrap();
    assert_eq!(names(dir.path().join("tmp")), 1);
    drop(batch);
    assert_eq!(names(dir.path().join("tmp")), 0);
    assert!(!blobs.contains(&BlobHash::of(b"one")).unwrap());
}

#[test]
fn a_batch_counts_each_new_blob_once() {
    let (dir, blobs) = store();
    blobs.put_bytes(b"there before").unwrap();
    let batch = blobs.batch().unwrap();
    for n in 0..40 {
        batch.put(format!("blob {}", n % 20).as_bytes()).unwrap();
    }
    batch.put(b"there before").unwrap();
    let mut big = tempfile::tempfile().unwrap();
    big.write_all(&vec![9; 1 << 20]).unwrap();
    for _ in 0..2 {
        big.rewind().unwrap();
        assert_eq!(batch.put_file(&big, u64::MAX).unwrap().len, 1 << 20);
    }
    big.rewind().unwrap();
    assert!(matches!(batch.put_file(&big, 1000), Err(BlobError::TooLarge { limit: 1000 })));
    let stats = batch.finish().unwrap();
    assert_eq!(stats.new_blobs, 21);
    assert_eq!(names(dir.path().join("tmp")), 0);
    assert!(blobs.open(&BlobHash::of(&vec![9; 1 << 20])).is_ok());
}

#[test]
fn opening_sweeps_what_a_crash_left() {
    let (dir, blobs) = store();
    drop(blobs);
    fs::write(dir.path().join("tmp/dead-0"), "half a blob").unwrap();
    let blobs = LocalBlobs::open(dir.path()).unwrap();
    assert_eq!(names(dir.path().join("tmp")), 0);
    blobs.put_bytes(b"goes on").unwrap();
}

#[test]
fn pruning_keeps_what_is_named_and_starts_an_epoch() {
    let (dir, blobs) = store();
    let keep = blobs.put_bytes(b"keep").unwrap();
    let lose = blobs.put_bytes(b"lose").unwrap();
    let named = HashSet::from([keep]);
    assert_eq!(blobs.orphans(&named).unwrap(), [lose]);
    let before = blobs.epoch();
    assert_eq!(blobs.prune(&named).unwrap(), 1);
    assert_ne!(blobs.epoch(), before);
    assert_eq!(LocalBlobs::open(dir.path()).unwrap().epoch(), blobs.epoch());
    assert!(blobs.contains(&keep).unwrap() && !blobs.contains(&lose).unwrap());
    let after = blobs.epoch();
    assert_eq!(blobs.prune(&named).unwrap(), 0);
    assert_eq!(blobs.epoch(), after);
}

#[test]
fn verify_names_each_file_that_cannot_be_restored() {
    let (dir, blobs) = store();
    let good = blobs.put_bytes(b"good").unwrap();
    let bad = blobs.put_bytes(b"bad").unwrap();
    damage(dir.path(), &bad);
    let gone = BlobHash::of(b"gone");
    let manifest = |files: &[(&str, BlobHash)]| {
        let entry = |hash| Entry { hash, mode: Mode::Plain };
        let entries = files.iter().map(|(path, hash)| (TreePath::parse(path).unwrap(), entry(*hash)));
        Manifest::from_parts(entries.collect(), std::collections::BTreeSet::new()).unwrap()
    };
    let first = manifest(&[("a", good), ("b", bad)]);
    let second = manifest(&[("a", gone), ("b", bad), ("c", good)]);
    let report = verify(&blobs, [("first", &first), ("second", &second)]);
    assert_eq!(report.blobs, 3);
    let faults: Vec<_> =
        report.faults.iter().map(|f| (f.manifest.as_str(), f.path.as_str(), f.kind.clone())).collect();
    assert_eq!(
        faults,
        [
            ("first", "b", FaultKind::Damaged),
            ("second", "a", FaultKind::Missing),
            ("second", "b", FaultKind::Damaged)
        ]
    );
}
