//! States of a workspace with one path changed; no file is touched here.

use std::collections::{BTreeMap, BTreeSet};

use pegboard_cas::{Entry, Manifest, ManifestError, Mode, PathError, TreePath};

/// Something stands where the path leads.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InTheWay {
    /// The path leads through a file or a link.
    #[error("`{0}` leads through something that is not a folder; choose another path")]
    NotAFolder(TreePath),
    /// The path is a folder.
    #[error("`{0}` is a folder; remove it first or choose another name")]
    IsAFolder(TreePath),
    /// The path is a folder, and only a file was to be removed.
    #[error("`{0}` is a folder; it can only be removed with all that is in it")]
    WouldTakeMore(TreePath),
    /// Something has the name already.
    #[error("`{0}` is there already; nothing is overwritten by a move")]
    Taken(TreePath),
    /// A folder would have to lie in itself.
    #[error("`{0}` cannot be moved into itself")]
    IntoItself(TreePath),
    /// What lies in a folder would get a path that cannot be one.
    #[error("`{path}` would have no valid path there: {reason}")]
    Unplaceable {
        /// Where it is now.
        path: TreePath,
        /// Why.
        reason: PathError,
    },
    /// There is no room for another path.
    #[error(transparent)]
    Full(#[from] ManifestError),
}

/// The state with this file in it. A file that was executable stays so; a link is replaced, not followed.
pub(crate) fn with_file(
    manifest: &Manifest,
    path: &TreePath,
    content: pegboard_cas::BlobHash,
) -> Result<Manifest, InTheWay> {
    if manifest.empty_dirs().contains(path) || has_below(manifest, path) {
        return Err(InTheWay::IsAFolder(path.clone()));
    }
    let folders = above(path);
    if folders.iter().any(|folder| manifest.get(folder).is_some()) {
        return Err(InTheWay::NotAFolder(path.clone()));
    }
    let mode = match manifest.get(path) {
        Some(Entry { mode: Mode::Executable, .. }) => Mode::Executable,
        _ => Mode::Plain,
    };
    let (mut entries, mut empty_dirs) = manifest.clone().into_parts();
    entries.insert(path.clone(), Entry { hash: content, mode });
    empty_dirs.retain(|empty| !folders.contains(empty));
    Ok(Manifest::from_parts(entries, empty_dirs)?)
}

/// How much goes when a path is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// A file or a link; a folder is left alone.
    File,
    /// Also a folder with all that is in it.
    Tree,
}

/// The state without this path; `None` when there is nothing. The folder above it stays, if only as an empty one.
pub(super) fn without(
    manifest: &Manifest,
    path: &TreePath,
    removal: Removal,
) -> Option<Result<Manifest, InTheWay>> {
    if !is_there(manifest, path) {
        return None;
    }
    if removal == Removal::File && manifest.get(path).is_none() {
        return Some(Err(InTheWay::WouldTakeMore(path.clone())));
    }
    let stays = |candidate: &TreePath| candidate != path && !candidate.is_below(path);
    let (mut entries, mut empty_dirs) = manifest.clone().into_parts();
    entries.retain(|candidate, _| stays(candidate));
    empty_dirs.retain(stays);
    keep_folder_above(path, &entries, &mut empty_dirs);
    Some(Manifest::from_parts(entries, empty_dirs).map_err(InTheWay::from))
}

/// The state with a file, a link or a folder at another path; `None` when there is nothing at the old one. Nothing is
/// overwritten, and the folder that it lay in stays.
pub(super) fn moved(
    manifest: &Manifest,
    from: &TreePath,
    to: &TreePath,
) -> Option<Result<Manifest, InTheWay>> {
    is_there(manifest, from).then(|| relocated(manifest, from, to))
}

fn relocated(manifest: &Manifest, from: &TreePath, to: &TreePath) -> Result<Manifest, InTheWay> {
    if to.is_below(from) {
        return Err(InTheWay::IntoItself(from.clone()));
    }
    if is_there(manifest, to) {
        return Err(InTheWay::Taken(to.clone()));
    }
    let folders = above(to);
    if let Some(file) = folders.iter().find(|folder| manifest.get(folder).is_some()) {
        return Err(InTheWay::NotAFolder(file.clone()));
    }
    let placed = |path: TreePath| placed(path, from, to);
    let (entries, empty_dirs) = manifest.clone().into_parts();
    let entries: BTreeMap<TreePath, Entry> = entries
        .into_iter()
        .map(|(path, entry)| Ok((placed(path)?, entry)))
        .collect::<Result<_, InTheWay>>()?;
    let mut empty_dirs: BTreeSet<TreePath> =
        empty_dirs.into_iter().map(placed).collect::<Result<_, InTheWay>>()?;
    empty_dirs.retain(|empty| !folders.contains(empty));
    keep_folder_above(from, &entries, &mut empty_dirs);
    Ok(Manifest::from_parts(entries, empty_dirs)?)
}

/// Where a path lies after a move of `from` to `to`.
fn placed(path: TreePath, from: &TreePath, to: &TreePath) -> Result<TreePath, InTheWay> {
    if path == *from {
        return Ok(to.clone());
    }
    if !path.is_below(from) {
        return Ok(path);
    }
    // Bytes, because escaped paths are not spelled as their parents are.
    let rest = path.to_bytes()[from.to_bytes().len()..].to_vec();
    let place = [to.to_bytes().into_owned(), rest].concat();
    TreePath::from_bytes(&place).map_err(|reason| InTheWay::Unplaceable { path, reason })
}

/// A folder does not go away with the last thing in it.
fn keep_folder_above(
    path: &TreePath,
    entries: &BTreeMap<TreePath, Entry>,
    empty_dirs: &mut BTreeSet<TreePath>,
) {
    if let Some(folder) = path.parent() {
        let holds = |candidate: &TreePath| candidate.is_below(&folder);
        if !entries.keys().any(holds) && !empty_dirs.iter().any(holds) {
            empty_dirs.insert(folder);
        }
    }
}

fn is_there(manifest: &Manifest, path: &TreePath) -> bool {
    manifest.get(path).is_some() || manifest.empty_dirs().contains(path) || has_below(manifest, path)
}

/// The folders that a path lies in.
fn above(path: &TreePath) -> BTreeSet<TreePath> {
    std::iter::successors(path.parent(), TreePath::parent).collect()
}

/// Whether there is a file or a folder at `path`.
pub(crate) fn is_taken(manifest: &Manifest, path: &TreePath) -> bool {
    manifest.get(path).is_some() || manifest.empty_dirs().contains(path) || has_below(manifest, path)
}

fn has_below(manifest: &Manifest, path: &TreePath) -> bool {
    let below = |candidate: &TreePath| candidate.is_below(path);
    manifest.entries().keys().any(below) || manifest.empty_dirs().iter().any(below)
}

#[cfg(test)]
mod tests;
