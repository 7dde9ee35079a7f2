//! States of a workspace with one path changed; no file is touched here.

use std::collections::BTreeSet;

use pegboard_cas::{Entry, Manifest, ManifestError, Mode, TreePath};

/// Something stands where the path leads.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InTheWay {
    /// The path leads through a file or a link.
    #[error("`{0}` leads through something that is not a folder; choose another path")]
    NotAFolder(TreePath),
    /// The path is a folder.
    #[error("`{0}` is a folder; remove it first or choose another name")]
    IsAFolder(TreePath),
    /// There is no room for another path.
    #[error(transparent)]
    Full(#[from] ManifestError),
}

/// The state with this file in it. A file that was executable stays so; a link is replaced, not followed.
pub(super) fn with_file(
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

/// The state without this file, or without this folder and all that is in it; `None` when there is neither. The
/// folder above it stays, if only as an empty one.
pub(super) fn without(manifest: &Manifest, path: &TreePath) -> Option<Result<Manifest, InTheWay>> {
    let there =
        manifest.get(path).is_some() || manifest.empty_dirs().contains(path) || has_below(manifest, path);
    if !there {
        return None;
    }
    let goes = |candidate: &TreePath| candidate == path || candidate.is_below(path);
    let (mut entries, mut empty_dirs) = manifest.clone().into_parts();
    entries.retain(|candidate, _| !goes(candidate));
    empty_dirs.retain(|candidate| !goes(candidate));
    if let Some(folder) = path.parent() {
        let holds = |candidate: &TreePath| candidate.is_below(&folder);
        if !entries.keys().any(holds) && !empty_dirs.iter().any(holds) {
            empty_dirs.insert(folder);
        }
    }
    Some(Manifest::from_parts(entries, empty_dirs).map_err(InTheWay::from))
}

/// The folders that a path lies in.
fn above(path: &TreePath) -> BTreeSet<TreePath> {
    std::iter::successors(path.parent(), TreePath::parent).collect()
}

fn has_below(manifest: &Manifest, path: &TreePath) -> bool {
    let below = |candidate: &TreePath| candidate.is_below(path);
    manifest.entries().keys().any(below) || manifest.empty_dirs().iter().any(below)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use pegboard_cas::{BlobHash, Manifest, TreePath};

    use super::{InTheWay, with_file, without};

    fn path(text: &str) -> TreePath {
        TreePath::parse(text).unwrap()
    }

    fn state(files: &[&str]) -> Manifest {
        files.iter().fold(Manifest::empty(), |state, file| {
            with_file(&state, &path(file), BlobHash::of(file.as_bytes())).unwrap()
        })
    }

    #[test]
    fn a_file_makes_the_folders_it_needs_and_fills_empty_ones() {
        let emptied = without(&state(&["a/b/c"]), &path("a/b/c")).unwrap().unwrap();
        assert!(emptied.empty_dirs().contains(&path("a/b")));
        let filled = with_file(&emptied, &path("a/b/d"), BlobHash::of(b"d")).unwrap();
        assert!(filled.empty_dirs().is_empty());
        assert!(filled.get(&path("a/b/d")).is_some());
    }

    #[test]
    fn a_folder_goes_with_all_that_is_in_it_and_neighbours_stay() {
        let left = without(&state(&["a/b", "a/c/d", "ab"]), &path("a")).unwrap().unwrap();
        assert_eq!(left.entries().keys().map(TreePath::as_str).collect::<Vec<_>>(), ["ab"]);
        assert!(left.empty_dirs().is_empty());
    }

    #[test]
    fn what_is_in_the_way_is_named() {
        let there = state(&["a/b"]);
        let put = |text: &str| with_file(&there, &path(text), BlobHash::of(b"")).unwrap_err();
        assert_eq!(put("a"), InTheWay::IsAFolder(path("a")));
        assert_eq!(put("a/b/c"), InTheWay::NotAFolder(path("a/b/c")));
        assert!(without(&there, &path("b")).is_none());
    }
}
