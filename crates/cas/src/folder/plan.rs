//! What a checkout has to do.

use std::collections::{BTreeSet, HashSet};

use crate::folder::assemble::{closed_paths, skipped};
use crate::folder::report::{SkipReason, Skipped};
use crate::index::tree::{Content, Dir, Node};
use crate::manifest::{Entry, Manifest};
use crate::path::{TreePath, ancestors};

/// The steps from what is on disk to a manifest, in the order in which they are taken.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Files and links to remove, sorted, and special files that stand in the way.
    pub(super) unlink: Vec<Vec<u8>>,
    /// How many of `unlink` were part of the workspace.
    pub(super) removed: u64,
    /// Folders to remove, children before parents.
    pub(super) rmdir: Vec<Vec<u8>>,
    /// Folders to make, parents before children.
    pub(super) mkdir: Vec<Vec<u8>>,
    /// Files and links to write, sorted by path.
    pub(super) write: Vec<(TreePath, Entry)>,
    /// How many entries are on disk already.
    pub(super) unchanged: u64,
    /// What stays as it is, because nobody knows what it holds.
    pub(super) kept: Vec<Skipped>,
}

impl Plan {
    /// The steps from `tree`, which was just brought in line with the disk, to `target`.
    pub(super) fn new(tree: &Dir, target: &Manifest) -> Self {
        let mut plan = Self::default();
        let skipped = skipped(tree);
        let closed = Closed::new(&skipped);
        let wanted = wanted_dirs(target);
        let mut there = HashSet::new();
        let mut dirs = HashSet::new();
        tree.visit(&mut |path, node| match node {
            Node::File(file) => match (file.content, target.get(&file.path)) {
                (Content::Known { entry, .. }, Some(wanted)) if entry == *wanted => {
                    there.insert(&file.path);
                }
                // Gone or unreadable, or to be replaced in place.
                (Content::Gone | Content::Unreadable(_), _) | (_, Some(_)) => {}
                (_, None) => {
                    plan.removed += 1;
                    plan.unlink.push(path.to_vec());
                }
            },
            Node::Dir(_) if wanted.contains(path) => {
                dirs.insert(path.to_vec());
            }
            Node::Dir(_) => plan.rmdir.push(path.to_vec()),
            Node::Special(_) if in_the_way(path, target, &wanted) => plan.unlink.push(path.to_vec()),
            Node::Special(_) | Node::ClosedDir(_) | Node::Unseen => {}
        });
        plan.unchanged = there.len() as u64;
        // The walk is in the order of the tree, parents first.
        plan.rmdir.reverse();
        plan.mkdir = wanted
            .into_iter()
            .filter(|dir| !dirs.contains(dir) && !closed.concerns(dir))
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        for (path, entry) in target.entries().iter().filter(|(path, _)| !there.contains(path)) {
            if !closed.concerns(&path.to_bytes()) {
                plan.write.push((path.clone(), *entry));
            }
        }
        plan.kept = skipped.into_iter().filter(|s| matches!(s.reason, SkipReason::Unreadable(_))).collect();
        plan
    }

    /// Whether the disk is as it should be.
    pub(super) fn is_empty(&self) -> bool {
        self.unlink.is_empty() && self.rmdir.is_empty() && self.mkdir.is_empty() && self.write.is_empty()
    }
}

/// All folders that `target` has, by their bytes.
fn wanted_dirs(target: &Manifest) -> HashSet<Vec<u8>> {
    let mut wanted: HashSet<Vec<u8>> =
        target.empty_dirs().iter().map(|path| path.to_bytes().into_owned()).collect();
    for path in target.entries().keys().chain(target.empty_dirs()) {
        for folder in ancestors(&path.to_bytes()) {
            // If a folder is known, so are those above it.
            if !wanted.contains(folder) {
                wanted.insert(folder.to_vec());
            } else {
                break;
            }
        }
    }
    wanted
}

/// Whether a special file stands where a folder must go, or below where a file must go.
/// One exactly where a file must go is replaced by it.
fn in_the_way(path: &[u8], target: &Manifest, wanted: &HashSet<Vec<u8>>) -> bool {
    let is_file = |bytes: &[u8]| TreePath::from_bytes(bytes).is_ok_and(|path| target.get(&path).is_some());
    wanted.contains(path) || ancestors(path).any(is_file)
}

/// The paths whose content is unknown.
struct Closed {
    paths: HashSet<Vec<u8>>,
    above: HashSet<Vec<u8>>,
}

impl Closed {
    fn new(skipped: &[Skipped]) -> Self {
        let paths = closed_paths(skipped);
        let above = paths.iter().flat_map(|path| ancestors(path)).map(<[u8]>::to_vec).collect();
        Self { paths, above }
    }

    /// Whether a file at `path` would stand at, below or above something unknown.
    fn concerns(&self, path: &[u8]) -> bool {
        self.paths.contains(path)
            || self.above.contains(path)
            || (!self.paths.is_empty() && ancestors(path).any(|folder| self.paths.contains(folder)))
    }
}
