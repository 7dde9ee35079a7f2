//! Uploads, removals and renames in a workspace.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::PathBuf;
use std::sync::Arc;

use pegboard_cas::{EditError, Folder, FolderLayout, Limits, LocalBlobs, TreePath};

struct House {
    dir: tempfile::TempDir,
    folder: Folder,
}

impl House {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let layout = FolderLayout {
            workspace: dir.path().join("workspace"),
            blobs: Arc::new(LocalBlobs::open(dir.path().join("blobs")).unwrap()),
            index_path: dir.path().join("index"),
        };
        let folder = Folder::open(layout, Limits::default()).unwrap();
        Self { dir, folder }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.dir.path().join("workspace").join(path)
    }

    fn put(&mut self, to: &str, content: &str) -> Result<u64, EditError> {
        self.folder.lock().write_file(&path(to), content.as_bytes(), 1000)
    }
}

fn path(text: &str) -> TreePath {
    TreePath::parse(text).unwrap()
}

#[test]
fn an_upload_makes_its_folders_and_replaces_in_one_step() {
    let mut house = House::new();
    assert_eq!(house.put("a/b/c", "one").unwrap(), 3);
    let before = fs::metadata(house.at("a/b/c")).unwrap().ino();
    fs::set_permissions(house.at("a/b/c"), fs::Permissions::from_mode(0o755)).unwrap();
    house.put("a/b/c", "two").unwrap();
    let after = fs::metadata(house.at("a/b/c")).unwrap();
    assert_ne!(after.ino(), before);
    assert_eq!(after.mode() & 0o100, 0o100, "stays executable");
    assert_eq!(fs::read(house.at("a/b/c")).unwrap(), b"two");
    let snapshot = house.folder.lock().snapshot(None).unwrap();
    assert_eq!(snapshot.manifest.len(), 1);
}

#[test]
fn no_edit_goes_through_a_link() {
    let mut house = House::new();
    house.put("f", "f").unwrap();
    let outside = house.dir.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("f"), "outside").unwrap();
    symlink("../outside", house.at("out")).unwrap();
    symlink("../outside/f", house.at("to-f")).unwrap();
    let mut locked = house.folder.lock();
    let refused = |result: Result<(), EditError>| {
        assert!(matches!(result, Err(EditError::NotAFolder { .. })), "{result:?}");
    };
    refused(locked.write_file(&path("out/f"), b"x".as_slice(), 10).map(drop));
    refused(locked.write_file(&path("out/new/f"), b"x".as_slice(), 10).map(drop));
    refused(locked.remove(&path("out/f")));
    refused(locked.rename(&path("out/f"), &path("g")));
    refused(locked.rename(&path("f"), &path("out/g")));
    locked.write_file(&path("to-f"), b"replaced".as_slice(), 10).unwrap();
    locked.remove(&path("out")).unwrap();
    assert_eq!(fs::read(outside.join("f")).unwrap(), b"outside");
    assert!(!fs::symlink_metadata(house.at("to-f")).unwrap().is_symlink());
}

#[test]
fn each_refusal_is_its_own_error_and_leaves_no_trace() {
    let mut house = House::new();
    house.put("d/f", "f").unwrap();
    house.put("g", "g").unwrap();
    assert!(matches!(house.put("d", "x"), Err(EditError::IsAFolder { .. })));
    assert!(matches!(house.put("g/x", "x"), Err(EditError::NotAFolder { .. })));
    assert!(matches!(house.put("big", &"x".repeat(1001)), Err(EditError::TooLarge { limit: 1000, .. })));
    house.put("fits", &"x".repeat(1000)).unwrap();
    let mut locked = house.folder.lock();
    let broken = locked.write_file(&path("broken"), Broken, 10);
    assert!(matches!(broken, Err(EditError::Source { .. })), "{broken:?}");
    assert!(matches!(locked.remove(&path("none")), Err(EditError::NotFound { .. })));
    assert!(matches!(locked.rename(&path("none"), &path("x")), Err(EditError::NotFound { .. })));
    assert!(matches!(locked.rename(&path("g"), &path("d/f")), Err(EditError::Exists { .. })));
    assert!(matches!(locked.rename(&path("d"), &path("d/e")), Err(EditError::IsAFolder { .. })));
    assert!(!house.at("big").exists() && !house.at("broken").exists());
    assert_eq!(fs::read_dir(house.dir.path().join("workspace.tmp")).unwrap().count(), 0);
}

#[test]
fn folders_are_removed_and_renamed_whole() {
    let mut house = House::new();
    let outside = house.dir.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("f"), "outside").unwrap();
    house.put("d/e/f", "f").unwrap();
    symlink("../../outside", house.at("d/link")).unwrap();
    let mut locked = house.folder.lock();
    locked.rename(&path("d"), &path("new/place")).unwrap();
    assert_eq!(fs::read(house.at("new/place/e/f")).unwrap(), b"f");
    let mut locked = house.folder.lock();
    locked.remove(&path("new")).unwrap();
    assert!(!house.at("new").exists());
    assert_eq!(fs::read(outside.join("f")).unwrap(), b"outside");
}

struct Broken;

impl io::Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the connection was lost"))
    }
}
