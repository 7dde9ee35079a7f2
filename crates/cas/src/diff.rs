//! What differs between two manifests.

use std::cmp::Ordering;

use serde::Serialize;

use crate::manifest::Manifest;
use crate::path::{TreePath, is_below};

/// The paths that differ between two manifests, each list sorted.
///
/// A changed mode counts as modified. A folder that holds nothing is listed as added or removed only
/// where the other manifest has no such folder at all, with or without content.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Diff {
    /// Only in the new one.
    pub added: Vec<TreePath>,
    /// In both, with other content or another mode.
    pub modified: Vec<TreePath>,
    /// Only in the old one.
    pub removed: Vec<TreePath>,
}

impl Diff {
    /// What became of `old` in `new`.
    #[must_use]
    pub fn between(old: &Manifest, new: &Manifest) -> Self {
        let mut diff = Self::default();
        let (mut olds, mut news) = (old.entries().iter().peekable(), new.entries().iter().peekable());
        loop {
            let order = match (olds.peek(), news.peek()) {
                (Some((a, _)), Some((b, _))) => a.cmp(b),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            let gone = if order.is_le() { olds.next() } else { None };
            let come = if order.is_ge() { news.next() } else { None };
            match (gone, come) {
                (Some((path, a)), Some((_, b))) if a != b => diff.modified.push(path.clone()),
                (Some((path, _)), None) => diff.removed.push(path.clone()),
                (None, Some((path, _))) => diff.added.push(path.clone()),
                _ => {}
            }
        }
        for path in old.empty_dirs().difference(new.empty_dirs()) {
            if new.get(path).is_some() {
                diff.added.retain(|added| added != path);
                diff.modified.push(path.clone());
            } else if !has_below(new, path) {
                diff.removed.push(path.clone());
            }
        }
        for path in new.empty_dirs().difference(old.empty_dirs()) {
            if old.get(path).is_some() {
                diff.removed.retain(|removed| removed != path);
                diff.modified.push(path.clone());
            } else if !has_below(old, path) {
                diff.added.push(path.clone());
            }
        }
        diff.added.sort_unstable();
        diff.modified.sort_unstable();
        diff.removed.sort_unstable();
        diff
    }

    /// Whether nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.modified.is_empty() && self.removed.is_empty()
    }
}

/// Whether `manifest` lists anything below the folder `path`.
fn has_below(manifest: &Manifest, path: &TreePath) -> bool {
    let folder = path.to_bytes();
    let below = |other: &TreePath| is_below(&other.to_bytes(), &folder);
    // Texts that start with `path/` follow `path` closely (`path-` and the like come between);
    // an escaped text below a folder that is not escaped stands under `//`.
    let prefix = format!("{path}/");
    let entries = manifest.entries();
    let plain = entries.range(path.clone()..).map(|(other, _)| other);
    let escaped = entries.keys().take_while(|other| other.as_str().starts_with("//"));
    plain
        .take_while(|other| other.as_str() < prefix.as_str() || other.as_str().starts_with(&prefix))
        .any(below)
        || escaped.into_iter().any(below)
        || manifest.empty_dirs().iter().any(below)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn manifest(files: &[(&str, u8)], attrs: &str) -> Manifest {
        let files: std::collections::BTreeMap<_, _> =
            files.iter().map(|(path, n)| (path, crate::BlobHash::from_bytes([*n; 32]))).collect();
        Manifest::from_columns(&serde_json::to_string(&files).unwrap(), attrs).unwrap()
    }

    fn shown(old: &Manifest, new: &Manifest) -> String {
        let list = |paths: &[TreePath]| paths.iter().map(TreePath::as_str).collect::<Vec<_>>().join(",");
        let diff = Diff::between(old, new);
        format!("+{} ~{} -{}", list(&diff.added), list(&diff.modified), list(&diff.removed))
    }

    #[test]
    fn content_and_mode_count() {
        let old = manifest(&[("a", 1), ("b", 1), ("c", 1), ("e", 1)], "{}");
        let new = manifest(&[("a", 1), ("b", 2), ("c", 1), ("d", 1)], r#"{"c":"x"}"#);
        assert_eq!(shown(&old, &new), "+d ~b,c -e");
        assert_eq!(shown(&new, &old), "+e ~b,c -d");
        assert!(Diff::between(&old, &old).is_empty());
    }

    #[test]
    fn an_empty_folder_counts_unless_it_was_filled() {
        let none = Manifest::empty();
        let empty = manifest(&[], r#"{"out":"d"}"#);
        let full = manifest(&[("out/a", 1)], "{}");
        let odd = manifest(&[("//out/%FF", 1)], "{}");
        let file = manifest(&[("out", 1)], "{}");
        assert_eq!(shown(&none, &empty), "+out ~ -");
        assert_eq!(shown(&empty, &full), "+out/a ~ -");
        assert_eq!(shown(&full, &empty), "+ ~ -out/a");
        assert_eq!(shown(&empty, &odd), "+//out/%FF ~ -");
        assert_eq!(shown(&empty, &file), "+ ~out -");
        assert_eq!(shown(&file, &empty), "+ ~out -");
    }
}
