//! What may not be read or written. Root may do anything, so as root each test runs itself again as
//! nobody, through `setpriv`.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use pegboard_cas::{
    BlobStore as _, Checkout, Folder, FolderLayout, Limits, LocalBlobs, Manifest, SkipReason, Snapshot,
    TreePath,
};

/// Whether this process is the one that the test is for. If it is root's, the test has run as nobody.
fn is_for_us(test: &str) -> bool {
    if !is_root() {
        return true;
    }
    // Nobody may not be let into the folder where the test was built, so it runs a copy.
    let dir = tempfile::tempdir().unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let program = dir.path().join("test");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let output = Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(&program)
        .args(["--exact", &format!("{}::{test}", module_path!().rsplit("::").next().unwrap())])
        .env("TMPDIR", "/tmp")
        .current_dir("/")
        .output()
        .expect("as root these tests need `setpriv`");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "as nobody: {said}");
    false
}

fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

struct House {
    dir: tempfile::TempDir,
    blobs: Arc<LocalBlobs>,
    folder: Folder,
}

impl House {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("workspace")).unwrap();
        let blobs = Arc::new(LocalBlobs::open(dir.path().join("blobs")).unwrap());
        let layout = FolderLayout {
            workspace: dir.path().join("workspace"),
            blobs: Arc::<LocalBlobs>::clone(&blobs),
            index_path: dir.path().join("index"),
        };
        let folder = Folder::open(layout, Limits::default()).unwrap();
        Self { dir, blobs, folder }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.dir.path().join("workspace").join(path)
    }

    fn write(&self, path: &str, content: &str) {
        fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        fs::write(self.at(path), content).unwrap();
    }

    fn chmod(&self, path: &str, mode: u32) {
        fs::set_permissions(self.at(path), fs::Permissions::from_mode(mode)).unwrap();
    }

    fn snap(&mut self, base: Option<&Manifest>) -> Snapshot {
        self.folder.lock().snapshot(base).unwrap()
    }

    fn checkout(&mut self, target: &Manifest) -> Checkout {
        self.folder.lock().checkout(target).unwrap()
    }
}

#[test]
fn what_cannot_be_read_is_carried_over_and_left_alone() {
    if !is_for_us("what_cannot_be_read_is_carried_over_and_left_alone") {
        return;
    }
    let mut house = House::new();
    house.write("file", "file");
    house.write("dir/inner/f", "in a folder");
    house.write("dir/empty-later", "x");
    house.write("other", "other");
    let first = house.snap(None).manifest;
    house.write("file", "secretly changed");
    house.write("other", "changed");
    house.chmod("file", 0);
    house.chmod("dir", 0);
    let second = house.snap(Some(&first));
    let unreadable = SkipReason::Unreadable(std::io::ErrorKind::PermissionDenied);
    let skipped: Vec<_> = second.skipped.iter().map(|s| (s.path.as_str(), s.reason)).collect();
    assert_eq!(skipped, [("dir", unreadable), ("file", unreadable)]);
    let kept = |manifest: &Manifest, path: &str| manifest.get(&TreePath::parse(path).unwrap()).copied();
    for path in ["file", "dir/inner/f", "dir/empty-later"] {
        assert_eq!(kept(&second.manifest, path), kept(&first, path), "{path}");
    }
    assert_ne!(kept(&second.manifest, "other"), kept(&first, "other"));
    let again = house.snap(Some(&second.manifest));
    assert!(Arc::ptr_eq(&second.manifest, &again.manifest));
    assert_eq!(house.snap(None).manifest.len(), 1, "without a base only `other` is known");

    let done = house.checkout(&Manifest::empty());
    assert_eq!(done.kept.len(), 2);
    assert!(house.at("file").exists() && house.at("dir").exists() && !house.at("other").exists());
    let done = house.checkout(&first);
    assert_eq!((done.written, done.kept.len()), (1, 2));
    house.chmod("file", 0o644);
    house.chmod("dir", 0o755);
    assert_eq!(fs::read(house.at("file")).unwrap(), b"secretly changed");
    house.checkout(&first);
    assert_eq!(house.snap(None).manifest, first);
}

#[test]
fn nothing_is_written_at_below_or_above_what_cannot_be_read() {
    if !is_for_us("nothing_is_written_at_below_or_above_what_cannot_be_read") {
        return;
    }
    let mut house = House::new();
    house.write("a/closed/f", "unknown");
    house.write("b", "unknown");
    let mut wanted = House::new();
    wanted.write("a", "a file above");
    wanted.write("b/c/d", "a file below");
    wanted.write("e", "free");
    let target = wanted.snap(None).manifest;
    for hash in target.hashes() {
        house.blobs.put_bytes(&wanted.blobs.read(&hash, 100).unwrap()).unwrap();
    }
    house.chmod("a/closed", 0);
    house.chmod("b", 0);
    let done = house.checkout(&target);
    assert_eq!((done.written, done.kept.len()), (1, 2));
    house.chmod("a/closed", 0o755);
    house.chmod("b", 0o644);
    assert_eq!(fs::read(house.at("a/closed/f")).unwrap(), b"unknown");
    assert_eq!(fs::read(house.at("b")).unwrap(), b"unknown");
    house.checkout(&target);
    assert_eq!(house.snap(None).manifest, target);
}

#[test]
fn a_read_only_folder_is_made_writable_when_something_in_it_must_change() {
    if !is_for_us("a_read_only_folder_is_made_writable_when_something_in_it_must_change") {
        return;
    }
    let mut house = House::new();
    house.write("d/f", "one");
    house.write("d/g", "one");
    let first = house.snap(None).manifest;
    house.write("d/f", "two");
    house.write("d/sub/h", "new");
    fs::remove_file(house.at("d/g")).unwrap();
    let second = house.snap(Some(&first)).manifest;
    house.chmod("d/sub", 0o555);
    house.chmod("d", 0o555);
    house.checkout(&first);
    assert_eq!(house.snap(None).manifest, first);
    house.chmod("d", 0o555);
    house.checkout(&second);
    assert_eq!(house.snap(None).manifest, second);
    house.chmod("d", 0o555);
    house.folder.lock().remove(&TreePath::parse("d").unwrap()).unwrap();
    assert!(!house.at("d").exists());
}
