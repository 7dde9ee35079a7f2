//! What the fuzz targets and the property tests both run: bytes taken as columns, or as a sequence of
//! changes to a real folder.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pegboard_cas::{Diff, Folder, FolderLayout, Limits, LocalBlobs, Manifest, TreePath};

/// Text up to the first zero byte are files, the rest attributes; all of it is a path as well.
pub(crate) fn columns(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(path) = TreePath::parse(&text) {
        assert_eq!(path.as_str(), text);
        assert_eq!(TreePath::from_bytes(&path.to_bytes()), Ok(path.clone()));
        assert!(path.to_os_path().is_relative());
    }
    let (files, attrs) = text.split_once('\0').unwrap_or((&text, ""));
    if let Ok(manifest) = Manifest::from_columns(files, attrs) {
        let columns = manifest.to_columns();
        assert_eq!(Manifest::from_columns(&columns.files, &columns.attrs), Ok(manifest));
    }
}

/// Each byte pair or triple is one change; snapshots and checkouts come in between, and each must be exact.
pub(crate) fn tree(data: &[u8]) {
    let mut house = House::new();
    let mut bytes = data.iter().copied();
    let mut steps = 0;
    while let Some(op) = bytes.next() {
        steps += 1;
        if steps > 200 {
            break;
        }
        let path = path_of(&mut bytes);
        match op % 10 {
            0..=3 => house.write(&path, op),
            4 => drop(house.main.lock().remove(&path)),
            5 => drop(house.main.lock().rename(&path, &path_of(&mut bytes))),
            6 => house.link(&path, op),
            7 => house.special(&path, op),
            8 => house.snapshot(),
            _ => house.checkout(usize::from(op)),
        }
    }
    house.snapshot();
    for n in 0..house.seen.len() {
        house.checkout(n);
    }
}

/// A path of one to three names, some of which are each other's prefixes, or not UTF-8.
fn path_of(bytes: &mut impl Iterator<Item = u8>) -> TreePath {
    const NAMES: [&[u8]; 5] = [b"a", b"b", b"a.b", b"%41", b"\xff\n"];
    let byte = usize::from(bytes.next().unwrap_or_default());
    let names = [byte % 5, byte / 5 % 5, byte / 25 % 5];
    let depth = 1 + byte / 125;
    let path = names[..depth.min(3)].iter().map(|&name| NAMES[name]).collect::<Vec<_>>().join(&b'/');
    TreePath::from_bytes(&path).expect("the names are good")
}

struct House {
    dir: tempfile::TempDir,
    main: Folder,
    /// Another workspace with the same blobs, into which each snapshot is checked out.
    twin: Folder,
    seen: Vec<Arc<Manifest>>,
}

impl House {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let blobs = Arc::new(LocalBlobs::open(dir.path().join("blobs")).expect("a store"));
        let folder = |name: &str| {
            let layout = FolderLayout {
                workspace: dir.path().join(name),
                blobs: Arc::<LocalBlobs>::clone(&blobs),
                index_path: dir.path().join(format!("{name}.index")),
            };
            let mut folder = Folder::open(layout, Limits::default()).expect("a folder");
            folder.lock().checkout(&Manifest::empty()).expect("an empty workspace");
            folder
        };
        let (main, twin) = (folder("main"), folder("twin"));
        Self { dir, main, twin, seen: vec![Arc::new(Manifest::empty())] }
    }

    fn at(&self, path: &TreePath) -> PathBuf {
        self.dir.path().join("main").join(path.to_os_path())
    }

    /// Whether the folder of `path` is there and reached without a link.
    fn is_real(&self, path: &TreePath) -> bool {
        let root = self.dir.path().join("main");
        let parent = path.parent().map_or_else(|| root.clone(), |parent| root.join(parent.to_os_path()));
        match (parent.canonicalize(), root.canonicalize()) {
            (Ok(found), Ok(root)) => {
                found == root.join(parent.strip_prefix(self.dir.path().join("main")).unwrap_or(&parent))
            }
            _ => false,
        }
    }

    fn write(&mut self, path: &TreePath, op: u8) {
        let content = vec![op; usize::from(op % 7)];
        // Refused where a folder stands or a link leads there; both are fine.
        let _ = self.main.lock().write_file(path, content.as_slice(), 100);
    }

    fn link(&self, path: &TreePath, op: u8) {
        if self.is_real(path) {
            let target = ["..", ".", "a", "/nowhere", "b/a"][usize::from(op / 10) % 5];
            let _ = symlink(target, self.at(path));
        }
    }

    fn special(&self, path: &TreePath, op: u8) {
        if !self.is_real(path) {
            return;
        }
        match op / 10 % 3 {
            0 => drop(fs::create_dir(self.at(path))),
            1 => drop(std::os::unix::net::UnixListener::bind(self.at(path))),
            _ if fs::symlink_metadata(self.at(path)).is_ok_and(|m| m.is_file()) => {
                fs::set_permissions(self.at(path), fs::Permissions::from_mode(0o755)).expect("chmod");
            }
            _ => {}
        }
    }

    fn snapshot(&mut self) {
        let base = self.seen.last().cloned();
        let mut locked = self.main.lock();
        let taken = locked.snapshot(base.as_deref()).expect("a snapshot").manifest;
        let again = locked.snapshot(base.as_deref()).expect("a snapshot").manifest;
        locked.finish().expect("an index");
        assert!(Arc::ptr_eq(&taken, &again), "nothing has changed");
        let mut twin = self.twin.lock();
        twin.checkout(&taken).expect("a checkout elsewhere");
        assert_eq!(twin.snapshot(None).expect("a snapshot elsewhere").manifest, taken);
        self.seen.push(taken);
    }

    /// Checks out one of the snapshots; what it has in common with what is there is not touched.
    fn checkout(&mut self, n: usize) {
        let target = Arc::clone(&self.seen[n % self.seen.len()]);
        let mut locked = self.main.lock();
        let before = locked.snapshot(None).expect("a snapshot").manifest;
        let stamps = stamps(&self.dir.path().join("main"), &before, &target);
        let done = locked.checkout(&target).expect("a checkout");
        let after = locked.snapshot(None).expect("a snapshot").manifest;
        // A folder that a socket keeps from being removed stays, and shows as one that holds nothing.
        assert_eq!(after.entries(), target.entries());
        // So does each that it lies in.
        let stays =
            |dir: &TreePath| after.empty_dirs().iter().any(|empty| empty == dir || empty.is_below(dir));
        assert!(
            target.empty_dirs().iter().all(stays),
            "{:?} of {:?}",
            after.empty_dirs(),
            target.empty_dirs()
        );
        assert_eq!(stamps, self::stamps(&self.dir.path().join("main"), &before, &target));
        let files_differ = Diff::between(&before, &target);
        assert_eq!(done.unchanged as usize, stamps.len());
        assert!(!files_differ.is_empty() || done.written + done.removed == 0);
    }
}

/// What shows whether a file was touched, for the entries that both manifests share.
fn stamps(root: &Path, before: &Manifest, target: &Manifest) -> Vec<(TreePath, u64, i64, i64)> {
    let same = before.entries().iter().filter(|(path, entry)| target.get(path) == Some(entry));
    same.map(|(path, _)| {
        let stat = fs::symlink_metadata(root.join(path.to_os_path())).expect("it is there");
        (path.clone(), stat.ino(), stat.ctime(), stat.ctime_nsec())
    })
    .collect()
}
