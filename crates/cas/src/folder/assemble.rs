//! From the index to a manifest.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io;

use crate::folder::report::{SkipReason, Skipped};
use crate::index::tree::{Content, Dir, Node};
use crate::manifest::Manifest;
use crate::path::{TreePath, ancestors};

/// The manifest of what the index knows.
pub(super) fn manifest(root: &Dir) -> Manifest {
    let mut entries = Vec::new();
    root.visit_files(&mut |file| {
        if let Content::Known { entry, .. } = file.content {
            entries.push((file.path.clone(), entry));
        }
    });
    let mut empty = BTreeSet::new();
    empty_dirs(root, &mut Vec::new(), &mut empty);
    // Collected from a vector, the map is built at once; the vector is nearly sorted.
    Manifest::from_tree(entries.into_iter().collect::<BTreeMap<_, _>>(), empty)
}

/// Adds the folders below `dir` that hold nothing to keep; whether `dir` holds something.
fn empty_dirs(dir: &Dir, path: &mut Vec<u8>, empty: &mut BTreeSet<TreePath>) -> bool {
    let base = path.len();
    let mut holds = false;
    for (name, node) in &dir.children {
        match node {
            Node::File(file) => holds |= matches!(file.content, Content::Known { .. }),
            Node::Dir(child) => {
                holds = true;
                if base > 0 {
                    path.push(b'/');
                }
                path.extend_from_slice(name);
                if !empty_dirs(child, path, empty)
                    && let Ok(path) = TreePath::from_bytes(path)
                {
                    empty.insert(path);
                }
                path.truncate(base);
            }
            Node::Unseen | Node::Special(_) | Node::ClosedDir(_) => {}
        }
    }
    holds
}

/// What the index knows to be there, but not what it holds. Sorted by path.
pub(super) fn skipped(root: &Dir) -> Vec<Skipped> {
    let mut skipped = Vec::new();
    root.visit(&mut |path, node| {
        let reason = match node {
            Node::Special(kind) => SkipReason::Special(*kind),
            Node::ClosedDir(errno) => unreadable(*errno),
            Node::File(file) => match file.content {
                Content::Unreadable(errno) => unreadable(errno),
                _ => return,
            },
            Node::Dir(_) | Node::Unseen => return,
        };
        // A path that cannot be named cannot be in a manifest either.
        if let Ok(path) = TreePath::from_bytes(path) {
            skipped.push(Skipped { path, reason });
        }
    });
    skipped.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    skipped
}

fn unreadable(errno: i32) -> SkipReason {
    SkipReason::Unreadable(io::Error::from_raw_os_error(errno).kind())
}

/// `manifest` with what `base` has at and below the unreadable paths of `skipped`.
pub(super) fn carry_over(manifest: &Manifest, base: &Manifest, skipped: &[Skipped]) -> Manifest {
    let closed = closed_paths(skipped);
    let carried = |path: &&TreePath| {
        let bytes = path.to_bytes();
        closed.contains(&*bytes) || ancestors(&bytes).any(|folder| closed.contains(folder))
    };
    let (mut entries, mut empty) = manifest.clone().into_parts();
    let mut filled = HashSet::new();
    for (path, entry) in base.entries().iter().filter(|(path, _)| carried(path)) {
        filled.extend(ancestors(&path.to_bytes()).map(<[u8]>::to_vec));
        entries.insert(path.clone(), *entry);
    }
    for path in base.empty_dirs().iter().filter(carried) {
        filled.extend(ancestors(&path.to_bytes()).map(<[u8]>::to_vec));
        empty.insert(path.clone());
    }
    empty.retain(|path| !filled.contains(&*path.to_bytes()));
    Manifest::from_tree(entries, empty)
}

/// The paths in `skipped` whose content is unknown, as opposed to those that have none.
pub(super) fn closed_paths(skipped: &[Skipped]) -> HashSet<Vec<u8>> {
    let closed = skipped.iter().filter(|skipped| matches!(skipped.reason, SkipReason::Unreadable(_)));
    closed.map(|skipped| skipped.path.to_bytes().into_owned()).collect()
}
