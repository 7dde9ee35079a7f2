//! The two database columns of a manifest.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde::ser::Serializer as _;

use crate::hash::BlobHash;
use crate::manifest::{Entry, Manifest, ManifestError, Mode};
use crate::path::TreePath;

/// A manifest as two JSON texts, both sorted by path, so that equal manifests have equal columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    /// A map path → SHA-256 in hex; for a link the blob is its target's text.
    pub files: String,
    /// A map path → `"x"` (executable), `"l"` (link) or `"d"` (folder that holds nothing).
    /// Plain files are not listed.
    pub attrs: String,
}

const EXECUTABLE: &str = "x";
const LINK: &str = "l";
const EMPTY_DIR: &str = "d";

impl Manifest {
    /// The columns of this manifest.
    #[must_use]
    pub fn to_columns(&self) -> Columns {
        let marked = self.entries().iter().filter_map(|(path, entry)| match entry.mode {
            Mode::Plain => None,
            Mode::Executable => Some((path, EXECUTABLE)),
            Mode::Link => Some((path, LINK)),
        });
        let empty = self.empty_dirs().iter().map(|path| (path, EMPTY_DIR));
        let attrs: BTreeMap<_, _> = marked.chain(empty).collect();
        Columns {
            files: json(self.entries().iter().map(|(path, entry)| (path, entry.hash))),
            attrs: json(attrs),
        }
    }

    /// The manifest of two columns, which are hostile until checked. An empty `attrs` text counts as `{}`.
    ///
    /// # Errors
    /// [`ManifestError`] for text that is not a JSON map of strings, repeated, refused or conflicting
    /// paths, malformed hashes, unknown attributes, and more than [`Manifest::MAX_ENTRIES`] paths.
    pub fn from_columns(files: &str, attrs: &str) -> Result<Self, ManifestError> {
        let files: BTreeMap<TreePath, BlobHash> = read("files", files)?;
        let attrs: BTreeMap<TreePath, Attr> =
            if attrs.is_empty() { BTreeMap::new() } else { read("attrs", attrs)? };
        let mut entries: BTreeMap<_, _> =
            files.into_iter().map(|(path, hash)| (path, Entry { hash, mode: Mode::Plain })).collect();
        let mut empty_dirs = BTreeSet::new();
        for (path, attr) in attrs {
            match attr {
                Attr::EmptyDir => {
                    empty_dirs.insert(path);
                }
                Attr::Mode(mode) => match entries.get_mut(&path) {
                    Some(entry) => entry.mode = mode,
                    None => return Err(ManifestError::Unlisted { path }),
                },
            }
        }
        Self::from_parts(entries, empty_dirs)
    }
}

/// Serialising strings into a string cannot fail, so the empty fallback is never taken.
fn json<V: serde::Serialize>(map: impl IntoIterator<Item = (impl serde::Serialize, V)>) -> String {
    let mut text = Vec::new();
    match serde_json::Serializer::new(&mut text).collect_map(map) {
        Ok(()) => String::from_utf8(text).unwrap_or_default(),
        Err(_) => String::new(),
    }
}

fn read<V: for<'de> Deserialize<'de>>(
    column: &'static str,
    text: &str,
) -> Result<BTreeMap<TreePath, V>, ManifestError> {
    match serde_json::from_str::<Paths<V>>(text) {
        Ok(Paths(map)) => Ok(map),
        Err(error) => Err(ManifestError::Column { column, reason: error.to_string() }),
    }
}

/// A map by path that refuses a path given twice and more paths than a manifest may list.
struct Paths<V>(BTreeMap<TreePath, V>);

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Paths<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for Entries<V> {
            type Value = Paths<V>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map from paths")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Paths<V>, A::Error> {
                let mut paths = BTreeMap::new();
                while let Some((path, value)) = map.next_entry::<TreePath, V>()? {
                    if paths.len() >= Manifest::MAX_ENTRIES {
                        return Err(A::Error::custom("too many paths"));
                    }
                    if paths.insert(path, value).is_some() {
                        return Err(A::Error::custom("a path is listed twice"));
                    }
                }
                Ok(Paths(paths))
            }
        }
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

enum Attr {
    Mode(Mode),
    EmptyDir,
}

impl<'de> Deserialize<'de> for Attr {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match &*Cow::<'de, str>::deserialize(deserializer)? {
            EXECUTABLE => Ok(Self::Mode(Mode::Executable)),
            LINK => Ok(Self::Mode(Mode::Link)),
            EMPTY_DIR => Ok(Self::EmptyDir),
            _ => Err(D::Error::custom("an attribute is `x`, `l` or `d`")),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    const H: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    fn refused(files: &str, attrs: &str) -> ManifestError {
        Manifest::from_columns(&files.replace('H', H), attrs).unwrap_err()
    }

    #[test]
    fn columns_are_sorted_and_read_back() {
        let files = format!(r#"{{"a-b":"{H}","a/b":"{H}","run":"{H}","to":"{H}"}}"#);
        let attrs = r#"{"empty/dir":"d","run":"x","to":"l"}"#;
        let manifest = Manifest::from_columns(&files, attrs).unwrap();
        assert_eq!(manifest.len(), 4);
        assert_eq!(manifest.to_columns(), Columns { files, attrs: attrs.to_owned() });
        assert_eq!(Manifest::from_columns("{}", ""), Ok(Manifest::empty()));
    }

    #[test]
    fn hostile_columns_are_refused() {
        for (files, attrs) in [
            ("", "{}"),
            ("[]", "{}"),
            (r#"{"../a":"H"}"#, "{}"),
            (r#"{"a":"H","a":"H"}"#, "{}"),
            (r#"{"a":"h"}"#, "{}"),
            (r#"{"a":1}"#, "{}"),
            (r#"{"a":"H"}"#, r#"{"a":"y"}"#),
            (r#"{"a":"H"} x"#, "{}"),
        ] {
            assert!(matches!(refused(files, attrs), ManifestError::Column { .. }), "{files} {attrs}");
        }
        assert!(matches!(refused("{}", r#"{"a":"x"}"#), ManifestError::Unlisted { .. }));
        for (files, attrs) in [
            (r#"{"a":"H","a-":"H","a/b":"H"}"#, "{}"),
            (r#"{"a":"H"}"#, r#"{"a":"d"}"#),
            (r#"{"a/b":"H"}"#, r#"{"a":"d"}"#),
            ("{}", r#"{"a":"d","a/b":"d"}"#),
            (r#"{"a":"H","//a/%FF":"H"}"#, "{}"),
        ] {
            assert!(matches!(refused(files, attrs), ManifestError::Conflict { .. }), "{files} {attrs}");
        }
    }
}
