//! Snapshot and checkout beside git and beside bare SHA-256, in one run, as a Markdown table.
//!
//! `cargo bench -p pegboard-cas`, or with other numbers of files: `cargo bench -p pegboard-cas -- 300 3000`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pegboard_cas::{BlobHash, Folder, FolderLayout, Limits, LocalBlobs, Manifest};

/// How often a measurement that can be repeated is; the median is shown.
const REPEATS: usize = 11;

fn main() {
    // Cargo's test runners start it without this argument, to see whether it works.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let mut counts: Vec<usize> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    if counts.is_empty() {
        counts = vec![10, 1_000, 10_000, 50_000];
    }
    println!("| files | MB | work | pegboard-cas ms | git or SHA-256 ms | ratio |");
    println!("|---:|---:|---|---:|---:|---:|");
    for count in counts {
        measure(&Tree::small_files(count));
    }
    if arguments.iter().all(|argument| argument.parse::<usize>().is_err()) {
        measure(&Tree::large_files());
    }
}

/// The content of a workspace.
struct Tree {
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl Tree {
    /// Files like those of a project: 100 in a folder, up to 16 KiB each.
    fn small_files(count: usize) -> Self {
        let mut random = Random(count as u64 + 1);
        let file = |n: usize| {
            let size = 64 + random.next() % (1 << (6 + random.next() % 9));
            (
                PathBuf::from(format!("d{:03}/e{}/file{n}.txt", n / 400, n / 100 % 4)),
                random.bytes(size as usize),
            )
        };
        Self { files: (0..count).map(file).collect() }
    }

    fn large_files() -> Self {
        let mut random = Random(7);
        Self { files: (0..16).map(|n| (format!("large{n}").into(), random.bytes(16 << 20))).collect() }
    }

    fn bytes(&self) -> usize {
        self.files.iter().map(|(_, content)| content.len()).sum()
    }

    fn write(&self, root: &Path) {
        for (path, content) in &self.files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
    }
}

/// Xorshift: the bench needs bytes that do not compress, the same in each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(len + 8);
        while bytes.len() < len {
            bytes.extend_from_slice(&self.next().to_le_bytes());
        }
        bytes.truncate(len);
        bytes
    }
}

struct Row<'a> {
    tree: &'a Tree,
}

impl Row<'_> {
    fn print(&self, work: &str, ours: Duration, theirs: Duration) {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "| {} | {:.1} | {work} | {:.3} | {:.3} | {:.2} |",
            self.tree.files.len(),
            self.tree.bytes() as f64 / 1e6,
            ms(ours),
            ms(theirs),
            ms(ours) / ms(theirs),
        );
    }
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// The medians of both, taken in turns, so that what else the machine does meets both alike.
fn beside(mut ours: impl FnMut() -> Duration, mut theirs: impl FnMut() -> Duration) -> (Duration, Duration) {
    let (mut a, mut b): (Vec<_>, Vec<_>) = (0..REPEATS).map(|_| (ours(), theirs())).unzip();
    a.sort_unstable();
    b.sort_unstable();
    (a[REPEATS / 2], b[REPEATS / 2])
}

/// The hashes of the bytes in memory, on two threads.
fn bare_sha256(tree: &Tree) -> Duration {
    let hash = |half: &[(PathBuf, Vec<u8>)]| {
        for (_, content) in half {
            black_box(BlobHash::of(content));
        }
    };
    time(|| {
        std::thread::scope(|scope| {
            for half in tree.files.chunks(tree.files.len().div_ceil(2)) {
                scope.spawn(|| hash(half));
            }
        });
    })
}

fn layout(dir: &Path, workspace: &str) -> FolderLayout {
    FolderLayout {
        workspace: dir.join(workspace),
        blobs: Arc::new(LocalBlobs::open(dir.join("blobs")).unwrap()),
        index_path: dir.join(format!("{workspace}.index")),
    }
}

fn open(dir: &Path) -> Folder {
    Folder::open(layout(dir, "workspace"), Limits::default()).unwrap()
}

fn snapshot(folder: &mut Folder) -> Arc<Manifest> {
    let mut locked = folder.lock();
    let manifest = locked.snapshot(None).unwrap().manifest;
    locked.finish().unwrap();
    manifest
}

fn checkout(folder: &mut Folder, target: &Manifest) {
    let mut locked = folder.lock();
    locked.checkout(target).unwrap();
    locked.finish().unwrap();
}

fn git(root: &Path, arguments: &[&str]) {
    let status =
        Command::new("git").current_dir(root).args(arguments).stdout(Stdio::null()).status().unwrap();
    assert!(status.success(), "git {arguments:?}");
}

fn git_add(root: &Path) {
    git(root, &["add", "-A"]);
    git(root, &["write-tree"]);
}

fn measure(tree: &Tree) {
    let dir = tempfile::tempdir().unwrap();
    let mut bench = Bench {
        row: Row { tree },
        workspace: dir.path().join("workspace"),
        repository: dir.path().join("repository"),
        folder: open(dir.path()),
        dir: dir.path().to_owned(),
        first: Arc::default(),
    };
    bench.first();
    bench.unchanged();
    bench.changed();
    bench.whole_checkout();
}

struct Bench<'a> {
    row: Row<'a>,
    dir: PathBuf,
    workspace: PathBuf,
    repository: PathBuf,
    folder: Folder,
    first: Arc<Manifest>,
}

impl Bench<'_> {
    fn first(&mut self) {
        self.row.tree.write(&self.workspace);
        self.row.tree.write(&self.repository);
        git(&self.repository, &["init", "-q"]);
        rustix::fs::sync();
        let ours = time(|| self.first = snapshot(&mut self.folder));
        let theirs = time(|| git_add(&self.repository));
        let label = "first snapshot, durable; `git add && write-tree`, not durable";
        self.row.print(label, ours, theirs);
        let again = || {
            let _ = fs::remove_file(self.dir.join("workspace.index"));
            let mut folder = open(&self.dir);
            time(|| drop(snapshot(&mut folder)))
        };
        let (again, sha) = beside(again, || bare_sha256(self.row.tree));
        self.row.print("first snapshot, durable; two cores of SHA-256", ours, sha);
        self.row.print("snapshot without an index, blobs there; two cores of SHA-256", again, sha);
    }

    fn status(&self) -> Duration {
        time(|| git(&self.repository, &["status", "--porcelain"]))
    }

    fn unchanged(&mut self) {
        git(&self.repository, &["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first"]);
        git(&self.repository, &["status"]);
        snapshot(&mut self.folder);
        let mut folder = open(&self.dir);
        snapshot(&mut folder);
        let ours = || time(|| drop(snapshot(&mut folder)));
        let (ours, status) = beside(ours, || self.status());
        self.row.print("snapshot, nothing changed; `git status`", ours, status);
        let restarted = || {
            let mut folder = open(&self.dir);
            time(|| drop(snapshot(&mut folder)))
        };
        let (ours, status) = beside(restarted, || self.status());
        self.row.print("the same after a restart", ours, status);
    }

    /// Writes something new to one file.
    fn change(&self, root: &Path) {
        let files = &self.row.tree.files;
        let content = format!("{:?}", Instant::now());
        fs::write(root.join(&files[files.len() / 2].0), content).unwrap();
    }

    fn changed(&mut self) {
        let mut folder = open(&self.dir);
        let mut ours = || {
            self.change(&self.workspace);
            time(|| drop(snapshot(&mut folder)))
        };
        let status = || {
            self.change(&self.repository);
            self.status()
        };
        let (time_ours, theirs) = beside(&mut ours, status);
        self.row.print("snapshot, one file changed, durable; `git status`", time_ours, theirs);
        let add = || {
            self.change(&self.repository);
            time(|| git_add(&self.repository))
        };
        let (time_ours, theirs) = beside(&mut ours, add);
        self.row.print("the same; `git add && write-tree`", time_ours, theirs);
        let changed = snapshot(&mut folder);
        let nothing = || time(|| checkout(&mut folder, &changed));
        let (ours, theirs) = beside(nothing, || self.status());
        self.row.print("checkout, nothing to do; `git status`", ours, theirs);
        let mut back = false;
        let one = || {
            back = !back;
            time(|| checkout(&mut folder, if back { &self.first } else { &changed }))
        };
        let (ours, theirs) = beside(one, || self.status());
        self.row.print("checkout, one file differs; `git status`", ours, theirs);
    }

    fn whole_checkout(&mut self) {
        self.folder = open(&self.dir);
        checkout(&mut self.folder, &Manifest::empty());
        let ours = time(|| checkout(&mut self.folder, &self.first));
        for entry in fs::read_dir(&self.repository).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_file() {
                fs::remove_file(path).unwrap();
            } else if entry.file_name() != ".git" {
                fs::remove_dir_all(path).unwrap();
            }
        }
        let theirs = time(|| git(&self.repository, &["reset", "-q", "--hard"]));
        self.row.print("checkout into an empty folder; `git reset --hard`", ours, theirs);
    }
}
