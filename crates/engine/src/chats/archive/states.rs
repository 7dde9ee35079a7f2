//! States of a workspace as what differs from one to the next.

use std::collections::{BTreeMap, BTreeSet};

use pegboard_cas::{BlobHash, Entry, Manifest, ManifestError, Mode, PathError, TreePath};

use super::format::ArchivedPath;

/// Why what differs makes no state.
#[derive(Debug, thiserror::Error)]
pub enum StateFault {
    #[error("`{path}` is not a path in a workspace: {reason}")]
    Path { path: String, reason: PathError },
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    #[error("it has more than {0} files")]
    Files(u64),
}

/// What is to be done to the one state for the other.
pub(super) fn difference(before: &Manifest, after: &Manifest) -> BTreeMap<String, Option<ArchivedPath>> {
    let gone = paths(before).filter(|path| !is_at(after, path)).map(|path| (path.to_string(), None));
    let files = after.entries().iter().filter(|(path, entry)| before.get(path) != Some(entry));
    let files = files.map(|(path, entry)| (path.to_string(), Some(archived(*entry))));
    let folders = after.empty_dirs().iter().filter(|path| !before.empty_dirs().contains(*path));
    let folders = folders.map(|path| (path.to_string(), Some(ArchivedPath::Folder)));
    gone.chain(files).chain(folders).collect()
}

fn paths(manifest: &Manifest) -> impl Iterator<Item = &TreePath> {
    manifest.entries().keys().chain(manifest.empty_dirs())
}

fn is_at(manifest: &Manifest, path: &TreePath) -> bool {
    manifest.get(path).is_some() || manifest.empty_dirs().contains(path)
}

fn archived(Entry { hash, mode }: Entry) -> ArchivedPath {
    match mode {
        Mode::Plain => ArchivedPath::File { hash },
        Mode::Executable => ArchivedPath::Executable { hash },
        Mode::Link => ArchivedPath::Link { hash },
    }
}

/// The states of an archive, line by line.
#[derive(Debug, Default)]
pub(super) struct Running {
    entries: BTreeMap<TreePath, Entry>,
    empty: BTreeSet<TreePath>,
}

impl Running {
    /// The state that differs so from the one before; one with more than `most` files and folders is none.
    pub(super) fn next(
        &mut self,
        differs: BTreeMap<String, Option<ArchivedPath>>,
        most: u64,
    ) -> Result<Manifest, StateFault> {
        for (text, at) in differs {
            let path = TreePath::parse(&text).map_err(|reason| StateFault::Path { path: text, reason })?;
            self.entries.remove(&path);
            self.empty.remove(&path);
            let (hash, mode) = match at {
                None => continue,
                Some(ArchivedPath::Folder) => {
                    self.empty.insert(path);
                    continue;
                }
                Some(ArchivedPath::File { hash }) => (hash, Mode::Plain),
                Some(ArchivedPath::Executable { hash }) => (hash, Mode::Executable),
                Some(ArchivedPath::Link { hash }) => (hash, Mode::Link),
            };
            self.entries.insert(path, Entry { hash, mode });
        }
        let files = self.entries.len() + self.empty.len();
        if u64::try_from(files).is_ok_and(|files| files > most) {
            return Err(StateFault::Files(most));
        }
        Ok(Manifest::from_parts(self.entries.clone(), self.empty.clone())?)
    }
}

/// Contents that are links: where they lead is read as a whole.
pub(super) fn links(manifest: &Manifest) -> impl Iterator<Item = BlobHash> + '_ {
    manifest.entries().values().filter(|entry| entry.mode == Mode::Link).map(|entry| entry.hash)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::{BTreeMap, BTreeSet};

    use pegboard_cas::{BlobHash, Entry, Manifest, Mode, TreePath};
    use proptest::prelude::*;

    use super::{ArchivedPath, Running, StateFault, difference};

    fn manifest() -> impl Strategy<Value = Manifest> {
        let mode = prop_oneof![Just(Mode::Plain), Just(Mode::Executable), Just(Mode::Link)];
        let files = proptest::collection::btree_map("[a-d]{1,2}", (0u8..4, mode), 0..6);
        let empty = proptest::collection::btree_set("[e-g]{1,2}/[x-z]", 0..4);
        (files, empty).prop_map(|(files, empty)| {
            let path = |text: &String| TreePath::parse(text).unwrap();
            let entry = |(byte, mode): &(u8, Mode)| Entry { hash: BlobHash::of(&[*byte]), mode: *mode };
            let entries = files.iter().map(|(text, one)| (path(text), entry(one))).collect();
            Manifest::from_parts(entries, empty.iter().map(path).collect()).unwrap()
        })
    }

    proptest! {
        /// What was written down state by state is read again state by state.
        #[test]
        fn differences_make_the_states(states in proptest::collection::vec(manifest(), 1..6)) {
            let mut running = Running::default();
            let mut before = Manifest::empty();
            for state in states {
                let read = running.next(difference(&before, &state), 100).unwrap();
                prop_assert_eq!(&read, &state);
                before = state;
            }
        }
    }

    #[test]
    fn what_makes_no_state_is_refused() {
        let file = || Some(ArchivedPath::File { hash: BlobHash::of(b"") });
        let next = |paths: Vec<(&str, Option<ArchivedPath>)>| {
            let paths: BTreeMap<_, _> = paths.into_iter().map(|(path, at)| (path.to_owned(), at)).collect();
            Running::default().next(paths, 2)
        };
        assert!(matches!(next(vec![("../out", file())]), Err(StateFault::Path { .. })));
        assert!(matches!(next(vec![("a", file()), ("a/b", file())]), Err(StateFault::Manifest(_))));
        assert!(matches!(next(vec![("a", file()), ("b", file()), ("c", file())]), Err(StateFault::Files(2))));
        let empty = Manifest::from_parts(BTreeMap::new(), BTreeSet::new()).unwrap();
        assert_eq!(next(vec![("gone", None)]).unwrap(), empty);
    }
}
