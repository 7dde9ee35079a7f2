//! The index in memory: a tree shaped like the workspace.

use std::collections::BTreeMap;

use crate::disk::stamp::Stamp;
use crate::folder::report::SpecialKind;
use crate::manifest::Entry;
use crate::path::TreePath;

/// One folder.
#[derive(Debug, Default)]
pub(crate) struct Dir {
    pub(crate) children: BTreeMap<Box<[u8]>, Node>,
    /// The folder's own stamp from before its names were read. Invariant: it was settled, so while the
    /// folder has it, its names and their kinds are those of `children`.
    pub(crate) listed: Option<Stamp>,
}

/// What stands under one name.
///
/// Everything but `File` with known content and `Dir` is looked at afresh by every walk.
#[derive(Debug)]
pub(crate) enum Node {
    /// Not looked at yet, or gone since the folder was listed.
    Unseen,
    File(FileNode),
    Dir(Dir),
    Special(SpecialKind),
    /// A folder that may not be listed, with the error's number.
    ClosedDir(i32),
}

/// A regular file or a link.
#[derive(Debug)]
pub(crate) struct FileNode {
    pub(crate) path: TreePath,
    pub(crate) stamp: Stamp,
    pub(crate) content: Content,
}

/// What is known about a file's content.
///
/// Invariant: when it is `Known`, the file had these bytes while it had the node's stamp, and the blob was
/// in the store in the index's epoch. If it is `settled` too, then any later change gives it another stamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    Pending,
    Known {
        entry: Entry,
        settled: bool,
    },
    /// Reading failed with this error number.
    Unreadable(i32),
    /// It vanished between being listed and being read.
    Gone,
}

impl Dir {
    /// Calls `f` with each node below and its path, parents before children.
    pub(crate) fn visit<'a>(&'a self, f: &mut impl FnMut(&[u8], &'a Node)) {
        self.visit_below(&mut Vec::new(), f);
    }

    fn visit_below<'a>(&'a self, path: &mut Vec<u8>, f: &mut impl FnMut(&[u8], &'a Node)) {
        let base = path.len();
        for (name, node) in &self.children {
            if base > 0 {
                path.push(b'/');
            }
            path.extend_from_slice(name);
            f(path, node);
            if let Node::Dir(dir) = node {
                dir.visit_below(path, f);
            }
            path.truncate(base);
        }
    }

    /// Calls `f` with each file.
    pub(crate) fn visit_files_mut(&mut self, f: &mut impl FnMut(&mut FileNode)) {
        for node in self.children.values_mut() {
            match node {
                Node::File(file) => f(file),
                Node::Dir(dir) => dir.visit_files_mut(f),
                Node::Unseen | Node::Special(_) | Node::ClosedDir(_) => {}
            }
        }
    }

    /// Calls `f` with each file; cheaper than [`Dir::visit`], which builds paths.
    pub(crate) fn visit_files(&self, f: &mut impl FnMut(&FileNode)) {
        for node in self.children.values() {
            match node {
                Node::File(file) => f(file),
                Node::Dir(dir) => dir.visit_files(f),
                Node::Unseen | Node::Special(_) | Node::ClosedDir(_) => {}
            }
        }
    }

    /// Puts `node` at `path`, with the folders above it, in place of whatever was there.
    pub(crate) fn insert(&mut self, path: &[u8], node: Node) {
        let (name, rest) = split_first(path);
        let Some(rest) = rest else {
            self.children.insert(name.into(), node);
            return;
        };
        let child = self.children.entry(name.into()).or_insert_with(|| Node::Dir(Self::default()));
        if !matches!(child, Node::Dir(_)) {
            *child = Node::Dir(Self::default());
        }
        if let Node::Dir(dir) = child {
            dir.insert(rest, node);
        }
    }

    /// Makes `path` a known folder, and keeps what is known of it if it is one.
    pub(crate) fn insert_dir(&mut self, path: &[u8]) {
        if !matches!(self.get(path), Some(Node::Dir(_))) {
            self.insert(path, Node::Dir(Self::default()));
        }
    }

    pub(crate) fn get(&self, path: &[u8]) -> Option<&Node> {
        let (name, rest) = split_first(path);
        match (self.children.get(name)?, rest) {
            (node, None) => Some(node),
            (Node::Dir(dir), Some(rest)) => dir.get(rest),
            _ => None,
        }
    }

    /// Forgets `path` and all below it.
    pub(crate) fn remove(&mut self, path: &[u8]) {
        let (name, rest) = split_first(path);
        match rest {
            None => {
                self.children.remove(name);
            }
            Some(rest) => {
                if let Some(Node::Dir(dir)) = self.children.get_mut(name) {
                    dir.remove(rest);
                }
            }
        }
    }
}

fn split_first(path: &[u8]) -> (&[u8], Option<&[u8]>) {
    match path.iter().position(|&byte| byte == b'/') {
        Some(slash) => (&path[..slash], Some(&path[slash + 1..])),
        None => (path, None),
    }
}
