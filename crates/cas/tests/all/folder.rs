//! Snapshots and checkouts of real folders.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pegboard_cas::{
    Checkout, Columns, Diff, Folder, FolderLayout, LimitExceeded, Limits, LocalBlobs, Manifest, Mode,
    SkipReason, Snapshot, SnapshotError, SpecialKind, TreePath, WorkspaceError,
};

struct Chat {
    dir: tempfile::TempDir,
    blobs: Arc<LocalBlobs>,
    folder: Folder,
}

impl Chat {
    fn new() -> Self {
        Self::with_limits(Limits::default())
    }

    fn with_limits(limits: Limits) -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("workspace")).unwrap();
        let blobs = Arc::new(LocalBlobs::open(dir.path().join("blobs")).unwrap());
        let folder = Folder::open(layout(dir.path(), &blobs), limits).unwrap();
        Self { dir, blobs, folder }
    }

    /// As after a restart: another value, with what is on disk.
    fn reopen(&mut self) {
        self.blobs = Arc::new(LocalBlobs::open(self.dir.path().join("blobs")).unwrap());
        self.folder = Folder::open(layout(self.dir.path(), &self.blobs), Limits::default()).unwrap();
    }

    fn at(&self, path: &str) -> PathBuf {
        self.dir.path().join("workspace").join(path)
    }

    fn write(&self, path: &str, content: &str) {
        fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        fs::write(self.at(path), content).unwrap();
    }

    fn snap(&mut self) -> Snapshot {
        self.snap_on(None)
    }

    fn snap_on(&mut self, base: Option<&Manifest>) -> Snapshot {
        let mut locked = self.folder.lock();
        let snapshot = locked.snapshot(base).unwrap();
        locked.finish().unwrap();
        snapshot
    }

    fn checkout(&mut self, target: &Manifest) -> Checkout {
        let mut locked = self.folder.lock();
        let done = locked.checkout(target).unwrap();
        locked.finish().unwrap();
        done
    }
}

fn layout(dir: &Path, blobs: &Arc<LocalBlobs>) -> FolderLayout {
    FolderLayout {
        workspace: dir.join("workspace"),
        blobs: Arc::<LocalBlobs>::clone(blobs),
        index_path: dir.join("index"),
    }
}

fn path(text: &str) -> TreePath {
    TreePath::parse(text).unwrap()
}

fn names(manifest: &Manifest) -> Vec<&str> {
    manifest.entries().keys().map(TreePath::as_str).collect()
}

#[test]
fn a_tree_comes_back_as_it_was() {
    let mut chat = Chat::new();
    chat.write("a.txt", "a");
    chat.write("src/main.rs", "fn main() {}");
    chat.write("src/empty", "");
    chat.write("run", "#!/bin/sh\n");
    fs::set_permissions(chat.at("run"), fs::Permissions::from_mode(0o750)).unwrap();
    symlink("src", chat.at("to-src")).unwrap();
    fs::create_dir_all(chat.at("out/deep")).unwrap();
    let first = chat.snap().manifest;
    let Columns { files: _, attrs } = first.to_columns();
    assert_eq!(attrs, r#"{"out/deep":"d","run":"x","to-src":"l"}"#);

    chat.checkout(&Manifest::empty());
    assert_eq!(fs::read_dir(chat.at("")).unwrap().count(), 0);
    let done = chat.checkout(&first);
    assert_eq!((done.written, done.removed, done.unchanged), (5, 0, 0));
    assert_eq!(chat.snap().manifest, first);
    assert_eq!(fs::read(chat.at("to-src/main.rs")).unwrap(), b"fn main() {}");
    assert_eq!(fs::metadata(chat.at("run")).unwrap().mode() & 0o100, 0o100);
}

#[test]
fn an_unchanged_folder_gives_the_same_manifest_without_reading() {
    let mut chat = Chat::new();
    for n in 0..50 {
        chat.write(&format!("d{}/f{n}", n % 7), &n.to_string());
    }
    let first = chat.snap();
    assert_eq!(first.stats.read_files, 50);
    // What was written within the clock's last tick is read once more.
    let second = chat.snap();
    assert!(Arc::ptr_eq(&first.manifest, &second.manifest));
    let third = chat.snap();
    assert!(Arc::ptr_eq(&first.manifest, &third.manifest));
    assert_eq!(third.stats.read_files, 0);
    chat.reopen();
    let fourth = chat.snap();
    assert_eq!(fourth.stats.read_files, 0);
    assert_eq!(fourth.manifest, first.manifest);
}

#[test]
fn a_change_that_keeps_size_and_time_is_seen() {
    let mut chat = Chat::new();
    chat.write("f", "one");
    let first = chat.snap().manifest;
    let times = fs::metadata(chat.at("f")).unwrap().modified().unwrap();
    for content in ["two", "six", "ten"] {
        chat.write("f", content);
        fs::File::options().write(true).open(chat.at("f")).unwrap().set_modified(times).unwrap();
        let next = chat.snap().manifest;
        assert_eq!(Diff::between(&first, &next).modified, [path("f")], "{content}");
        assert_eq!(next.get(&path("f")).unwrap().hash, pegboard_cas::BlobHash::of(content.as_bytes()));
    }
}

#[test]
fn the_index_is_rewritten_only_when_it_has_something_to_say() {
    let mut chat = Chat::new();
    chat.write("f", "one");
    chat.snap();
    chat.snap();
    let before = fs::metadata(chat.dir.path().join("index")).unwrap().ino();
    chat.snap();
    assert_eq!(fs::metadata(chat.dir.path().join("index")).unwrap().ino(), before);
    chat.write("g", "two");
    chat.snap();
    assert_ne!(fs::metadata(chat.dir.path().join("index")).unwrap().ino(), before);
}

#[test]
fn a_broken_or_foreign_index_is_thrown_away() {
    let mut chat = Chat::new();
    chat.write("f", "one");
    let first = chat.snap().manifest;
    let index = chat.dir.path().join("index");
    let whole = fs::read(&index).unwrap();
    let mut other = Chat::new();
    other.write("f", "two");
    other.snap();
    let foreign = fs::read(other.dir.path().join("index")).unwrap();
    for bytes in [&whole[..whole.len() / 2], b"", b"nonsense", &foreign] {
        fs::write(&index, bytes).unwrap();
        chat.reopen();
        let again = chat.snap();
        assert_eq!(again.manifest, first);
        assert_eq!(again.stats.read_files, 1);
    }
}

#[test]
fn links_are_kept_and_never_followed() {
    let mut chat = Chat::new();
    let secret = chat.dir.path().join("secret");
    fs::create_dir(&secret).unwrap();
    fs::write(secret.join("key"), "do not read").unwrap();
    symlink("nowhere", chat.at("dangling")).unwrap();
    symlink("/etc/passwd", chat.at("absolute")).unwrap();
    symlink("loop", chat.at("loop")).unwrap();
    symlink("../secret", chat.at("out")).unwrap();
    let snapshot = chat.snap();
    assert_eq!(names(&snapshot.manifest), ["absolute", "dangling", "loop", "out"]);
    assert!(snapshot.manifest.entries().values().all(|entry| entry.mode == Mode::Link));
    assert!(snapshot.skipped.is_empty());
    chat.checkout(&Manifest::empty());
    assert_eq!(fs::read(secret.join("key")).unwrap(), b"do not read");
    chat.checkout(&snapshot.manifest);
    assert_eq!(fs::read_link(chat.at("out")).unwrap(), Path::new("../secret"));
    assert_eq!(fs::read_link(chat.at("loop")).unwrap(), Path::new("loop"));
}

#[test]
fn a_folder_that_became_a_link_does_not_lead_a_checkout_outside() {
    let mut chat = Chat::new();
    chat.write("d/f", "inside");
    let first = chat.snap().manifest;
    let outside = chat.dir.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("f"), "outside").unwrap();
    fs::remove_dir_all(chat.at("d")).unwrap();
    symlink("../outside", chat.at("d")).unwrap();
    assert_eq!(names(&chat.snap().manifest), ["d"]);
    chat.checkout(&first);
    assert_eq!(fs::read(outside.join("f")).unwrap(), b"outside");
    assert_eq!(fs::read(chat.at("d/f")).unwrap(), b"inside");
    assert!(fs::symlink_metadata(chat.at("d")).unwrap().is_dir());
}

#[test]
fn files_and_folders_take_each_others_place() {
    let mut chat = Chat::new();
    chat.write("a", "file");
    chat.write("b/c/d", "deep");
    let first = chat.snap().manifest;
    fs::remove_file(chat.at("a")).unwrap();
    fs::remove_dir_all(chat.at("b")).unwrap();
    chat.write("a/x/y", "now a folder");
    chat.write("b", "now a file");
    let second = chat.snap().manifest;
    for (target, shown) in [(&first, "file"), (&second, "now a file"), (&first, "file")] {
        chat.checkout(target);
        assert_eq!(&*chat.snap().manifest, &**target, "{shown}");
    }
}

#[test]
fn sockets_and_pipes_are_reported_and_left_alone() {
    let mut chat = Chat::new();
    chat.write("f", "f");
    chat.write("d/f", "f");
    let _socket = std::os::unix::net::UnixListener::bind(chat.at("d/socket")).unwrap();
    let fifo = |name: &str| {
        let status = std::process::Command::new("mkfifo").arg(chat.at(name)).status().unwrap();
        assert!(status.success());
    };
    fifo("pipe");
    let snapshot = chat.snap();
    assert_eq!(names(&snapshot.manifest), ["d/f", "f"]);
    let skipped: Vec<_> = snapshot.skipped.iter().map(|s| (s.path.as_str(), s.reason)).collect();
    assert_eq!(
        skipped,
        [
            ("d/socket", SkipReason::Special(SpecialKind::Socket)),
            ("pipe", SkipReason::Special(SpecialKind::Fifo))
        ]
    );
    chat.checkout(&Manifest::empty());
    assert!(chat.at("pipe").exists() && chat.at("d/socket").exists() && !chat.at("d/f").exists());

    let mut other = Chat::new();
    other.write("pipe/below", "a folder must go there");
    other.write("d", "a file must go there");
    let target = other.snap().manifest;
    for hash in target.hashes() {
        let bytes = pegboard_cas::BlobStore::read(&*other.blobs, &hash, 100).unwrap();
        pegboard_cas::BlobStore::put_bytes(&*chat.blobs, &bytes).unwrap();
    }
    chat.checkout(&target);
    let after = chat.snap();
    assert_eq!(after.manifest, target);
    assert!(after.skipped.is_empty());
}

#[test]
fn a_hard_link_outside_keeps_its_bytes() {
    let mut chat = Chat::new();
    chat.write("f", "old");
    let first = chat.snap().manifest;
    chat.write("f", "new");
    let outside = chat.dir.path().join("outside");
    fs::hard_link(chat.at("f"), &outside).unwrap();
    fs::hard_link(chat.at("f"), chat.at("g")).unwrap();
    let second = chat.snap().manifest;
    chat.checkout(&first);
    assert_eq!(fs::read(&outside).unwrap(), b"new");
    assert_eq!(fs::read(chat.at("f")).unwrap(), b"old");
    chat.checkout(&second);
    assert_eq!(fs::read(chat.at("g")).unwrap(), b"new");
    assert_eq!(fs::metadata(chat.at("g")).unwrap().nlink(), 1);
}

#[test]
fn names_that_are_not_utf8_are_kept() {
    use std::os::unix::ffi::OsStrExt as _;
    let mut chat = Chat::new();
    let odd = std::ffi::OsStr::from_bytes(b"caf\xe9 %41");
    fs::create_dir(chat.dir.path().join("workspace").join(odd)).unwrap();
    fs::write(chat.dir.path().join("workspace").join(odd).join("f"), "f").unwrap();
    chat.write("caf%E9 %2541/f", "another");
    let first = chat.snap().manifest;
    assert_eq!(names(&first), ["//caf%E9 %2541/f", "caf%E9 %2541/f"]);
    let Columns { files, attrs } = first.to_columns();
    assert_eq!(Manifest::from_columns(&files, &attrs).unwrap(), *first);
    chat.checkout(&Manifest::empty());
    chat.checkout(&first);
    assert_eq!(chat.snap().manifest, first);
}

#[test]
fn a_missing_workspace_is_told_apart_and_made_by_checkout() {
    let mut chat = Chat::new();
    chat.write("d/f", "f");
    let first = chat.snap().manifest;
    fs::remove_dir_all(chat.at("")).unwrap();
    let error = chat.folder.lock().snapshot(None).unwrap_err();
    assert!(matches!(error, SnapshotError::Workspace(WorkspaceError::Missing { .. })), "{error}");
    chat.checkout(&first);
    assert_eq!(chat.snap().manifest, first);
}

#[test]
fn a_workspace_that_is_a_link_or_a_file_is_refused() {
    let mut chat = Chat::new();
    let elsewhere = chat.dir.path().join("elsewhere");
    fs::rename(chat.at(""), &elsewhere).unwrap();
    symlink(&elsewhere, chat.dir.path().join("workspace")).unwrap();
    let mut locked = chat.folder.lock();
    let error = locked.snapshot(None).unwrap_err();
    assert!(matches!(error, SnapshotError::Workspace(WorkspaceError::IsLink { .. })), "{error}");
    assert!(locked.checkout(&Manifest::empty()).is_err());
    fs::remove_file(chat.dir.path().join("workspace")).unwrap();
    fs::write(chat.dir.path().join("workspace"), "a file").unwrap();
    let error = chat.folder.lock().snapshot(None).unwrap_err();
    assert!(matches!(error, SnapshotError::Workspace(WorkspaceError::NotAFolder { .. })), "{error}");
}

#[test]
fn each_limit_says_which_it_is() {
    let limit = |limits: Limits| {
        let mut chat = Chat::with_limits(limits);
        chat.write("a/b/c", "12345");
        chat.write("d", "12345");
        match chat.folder.lock().snapshot(None).unwrap_err() {
            SnapshotError::Limit(limit) => limit,
            other => panic!("{other}"),
        }
    };
    let all = Limits::default();
    assert!(matches!(limit(Limits { files: 3, ..all }), LimitExceeded::Files { max: 3, .. }));
    assert!(matches!(limit(Limits { depth: 2, ..all }), LimitExceeded::Depth { max: 2, .. }));
    assert!(matches!(limit(Limits { total_bytes: 9, ..all }), LimitExceeded::TotalBytes { max: 9 }));
    assert!(matches!(limit(Limits { file_bytes: 4, ..all }), LimitExceeded::FileBytes { max: 4, .. }));
    let mut fits = Chat::with_limits(Limits { files: 4, depth: 3, total_bytes: 10, file_bytes: 5 });
    fits.write("a/b/c", "12345");
    fits.write("d", "12345");
    assert_eq!(fits.snap().manifest.len(), 2);
}

#[test]
fn after_a_limit_the_next_snapshot_is_right() {
    let mut chat = Chat::with_limits(Limits { files: 5, ..Limits::default() });
    chat.write("a", "one");
    let first = chat.snap().manifest;
    chat.write("a", "two!");
    for n in 0..6 {
        chat.write(&format!("more/{n}"), "");
    }
    chat.folder.lock().snapshot(None).unwrap_err();
    fs::remove_dir_all(chat.at("more")).unwrap();
    let next = chat.snap().manifest;
    assert_eq!(Diff::between(&first, &next).modified, [path("a")]);
}

#[test]
fn a_checkout_that_lacks_a_blob_touches_nothing() {
    let mut chat = Chat::new();
    chat.write("a", "a");
    chat.write("b", "b");
    let first = chat.snap().manifest;
    chat.checkout(&Manifest::empty());
    chat.write("c", "c");
    let second = chat.snap().manifest;
    let hash = first.get(&path("b")).unwrap().hash.to_string();
    fs::remove_file(chat.dir.path().join("blobs").join(&hash[..2]).join(&hash)).unwrap();
    chat.folder.lock().checkout(&first).unwrap_err();
    assert_eq!(chat.snap().manifest, second);
    assert_eq!(fs::read_dir(chat.dir.path().join("workspace.tmp")).unwrap().count(), 1, "only the clock");
}

#[test]
fn new_folders_come_whole_with_links_modes_and_empty_ones() {
    let mut chat = Chat::new();
    chat.write("kept/old", "old");
    let before = chat.snap().manifest;
    for n in 0..150 {
        chat.write(&format!("kept/new/{n}"), &n.to_string());
    }
    // Between a folder and what is in it, in the order of bytes.
    chat.write("top-other/a", "a");
    chat.write("top/deep/er/b", "b");
    chat.write("top/deep/run", "#!/bin/sh\n");
    fs::set_permissions(chat.at("top/deep/run"), fs::Permissions::from_mode(0o755)).unwrap();
    symlink("../run", chat.at("top/deep/er/link")).unwrap();
    fs::create_dir_all(chat.at("top/empty/er")).unwrap();
    chat.write("kept/alone", "alone");
    let full = chat.snap().manifest;
    for target in [&before, &full, &Arc::new(Manifest::empty()), &full] {
        chat.checkout(target);
        // What the checkout noted of its own work is what is there.
        assert_eq!(chat.snap().manifest, *target);
        chat.reopen();
        fs::remove_file(chat.dir.path().join("index")).unwrap();
        assert_eq!(chat.snap().manifest, *target);
    }
    assert_eq!(fs::metadata(chat.at("top/deep/run")).unwrap().permissions().mode() & 0o111, 0o111);
    assert_eq!(fs::read_dir(chat.dir.path().join("workspace.tmp")).unwrap().count(), 1, "only the clock");
}

#[test]
fn a_checkout_that_fails_within_a_new_folder_leaves_nothing_of_it() {
    let mut chat = Chat::new();
    chat.write("new/folder/a", "a");
    chat.write("new/b", "b");
    let full = chat.snap().manifest;
    chat.checkout(&Manifest::empty());
    let hash = full.get(&path("new/folder/a")).unwrap().hash.to_string();
    fs::remove_file(chat.dir.path().join("blobs").join(&hash[..2]).join(&hash)).unwrap();
    chat.folder.lock().checkout(&full).unwrap_err();
    assert!(!chat.at("new").exists());
    assert_eq!(fs::read_dir(chat.dir.path().join("workspace.tmp")).unwrap().count(), 1, "only the clock");
}

#[test]
fn a_folder_that_a_crashed_checkout_was_making_is_swept_and_no_link_in_it_followed() {
    let mut chat = Chat::new();
    chat.write("a", "a");
    let half_made = chat.dir.path().join("workspace.tmp/1-1/deep");
    fs::create_dir_all(&half_made).unwrap();
    fs::write(half_made.join("file"), "half").unwrap();
    symlink(chat.at(""), half_made.join("link")).unwrap();
    chat.reopen();
    assert!(!chat.dir.path().join("workspace.tmp/1-1").exists());
    assert_eq!(fs::read_to_string(chat.at("a")).unwrap(), "a");
}
