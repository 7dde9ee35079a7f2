//! Names of a bundle's files and folders.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::limits::BundleLimits;

/// The file that makes a folder a bundle.
pub(crate) const MANIFEST: &str = "toolset.yaml";

/// How much of a name a message repeats, in characters.
const SHOWN_CHARS: usize = 80;

/// Folders that are no part of a bundle, wherever they stand: what version control, Python, Node and macOS leave
/// behind. Packages are installed by the environment that the manifest asks for, never taken out of a bundle.
const IGNORED_FOLDERS: [&str; 6] = [".git", ".hg", ".svn", "__pycache__", "__MACOSX", ".pytest_cache"];

/// Folders of packages that others wrote.
const INSTALLED_FOLDERS: [&str; 2] = [".venv", "node_modules"];

/// Where the packages come from that a bundle's code needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dependencies {
    /// They are installed here, so that copies of them are left out.
    Installed,
    /// The bundle carries them, as MCP bundles do.
    Carried,
}

/// Files that are no part of a bundle.
const IGNORED_FILES: [&str; 2] = [".DS_Store", "Thumbs.db"];

/// What an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryKind {
    File,
    Folder,
}

/// A name that stays below the folder it is joined to.
///
/// Invariant: `/` stands between components; none of them is empty, `.` or `..`, or holds a backslash or a control
/// character; the first is no drive letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EntryName(String);

/// Why a name is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NameFault {
    /// Not UTF-8.
    #[error("its name is not UTF-8")]
    NotUtf8,
    /// No component, or an empty one.
    #[error("a part of its name is empty")]
    Empty,
    /// From the root of the file system.
    #[error("its name is absolute")]
    Absolute,
    /// From the root of a drive.
    #[error("its name begins with a drive letter")]
    Drive,
    /// `.` or `..`.
    #[error("its name leads out of the bundle (`.` or `..`)")]
    Dots,
    /// A separator on some systems, a character on others.
    #[error("its name holds a backslash")]
    Backslash,
    /// NUL, newline and the like.
    #[error("its name holds a control character")]
    Control,
    /// The whole name or a component of it.
    #[error("its name is too long")]
    TooLong,
    /// Folders in folders in folders.
    #[error("it lies too deep")]
    TooDeep,
}

impl EntryName {
    /// Checks a name as it stands in an archive; a `/` at the end means a folder.
    pub(super) fn parse(raw: &[u8], limits: &BundleLimits) -> Result<(Self, EntryKind), NameFault> {
        let text = std::str::from_utf8(raw).map_err(|_| NameFault::NotUtf8)?;
        let (path, kind) = match text.strip_suffix('/') {
            Some(folder) => (folder, EntryKind::Folder),
            None => (text, EntryKind::File),
        };
        if path.len() > limits.path_bytes {
            return Err(NameFault::TooLong);
        }
        if text.starts_with('/') {
            return Err(NameFault::Absolute);
        }
        if path.chars().any(char::is_control) {
            return Err(NameFault::Control);
        }
        if path.contains('\\') {
            return Err(NameFault::Backslash);
        }
        if matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic()) {
            return Err(NameFault::Drive);
        }
        if path.split('/').count() > limits.depth {
            return Err(NameFault::TooDeep);
        }
        for component in path.split('/') {
            match component {
                "" => return Err(NameFault::Empty),
                "." | ".." => return Err(NameFault::Dots),
                long if long.len() > limits.component_bytes => return Err(NameFault::TooLong),
                _ => {}
            }
        }
        Ok((Self(path.to_owned()), kind))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is one of the things that do not belong to a bundle.
    pub(super) fn is_ignored(&self, kind: EntryKind, dependencies: Dependencies) -> bool {
        let (folders, file) = match (kind, self.0.rsplit_once('/')) {
            (EntryKind::Folder, _) => (self.0.as_str(), None),
            (EntryKind::File, Some((folders, file))) => (folders, Some(file)),
            (EntryKind::File, None) => ("", Some(self.0.as_str())),
        };
        let installed =
            |folder| dependencies == Dependencies::Installed && INSTALLED_FOLDERS.contains(&folder);
        folders.split('/').any(|folder| IGNORED_FOLDERS.contains(&folder) || installed(folder))
            || file.is_some_and(|file| IGNORED_FILES.contains(&file) || file.ends_with(".pyc"))
    }

    /// The name without the folder `prefix`; `None` for that folder itself and for what is not in it.
    pub(super) fn within(&self, prefix: &str) -> Option<Self> {
        let rest = self.0.strip_prefix(prefix)?.strip_prefix('/')?;
        Some(Self(rest.to_owned()))
    }
}

/// Names that were met so far, to find those that would fall on one another on some file system.
#[derive(Debug, Default)]
pub(super) struct Names(HashMap<String, Met>);

#[derive(Debug)]
struct Met {
    name: String,
    kind: EntryKind,
    /// Whether it has an entry of its own, and is not only part of a longer name.
    own_entry: bool,
}

/// Why two names cannot both be in a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NameClash {
    /// Twice the same.
    #[error("it is there twice")]
    Twice,
    /// Differing in case alone.
    #[error("another name differs from it only in upper and lower case")]
    Case,
    /// A folder and a file.
    #[error("it is both a file and a folder")]
    FileAndFolder,
}

impl Names {
    /// Takes a name, and with it the folders it lies in.
    pub(super) fn add(&mut self, name: &EntryName, kind: EntryKind) -> Result<(), NameClash> {
        for (slash, _) in name.0.match_indices('/') {
            self.meet(&name.0[..slash], EntryKind::Folder, false)?;
        }
        self.meet(&name.0, kind, true)
    }

    fn meet(&mut self, name: &str, kind: EntryKind, own_entry: bool) -> Result<(), NameClash> {
        match self.0.entry(name.to_lowercase()) {
            Entry::Vacant(free) => {
                free.insert(Met { name: name.to_owned(), kind, own_entry });
                Ok(())
            }
            Entry::Occupied(mut taken) => {
                let met = taken.get_mut();
                if met.kind != kind {
                    Err(NameClash::FileAndFolder)
                } else if met.name != name {
                    Err(NameClash::Case)
                } else if met.own_entry && own_entry {
                    Err(NameClash::Twice)
                } else {
                    met.own_entry |= own_entry;
                    Ok(())
                }
            }
        }
    }
}

/// A name as a message shows it: what could fool a reader or a terminal is escaped, and the middle of a long one is
/// left out.
pub(crate) fn shown(raw: &[u8]) -> String {
    let text = String::from_utf8_lossy(raw);
    let count = text.chars().count();
    let escaped =
        |part: &mut dyn Iterator<Item = char>| part.flat_map(char::escape_debug).collect::<String>();
    if count <= SHOWN_CHARS {
        return escaped(&mut text.chars());
    }
    let half = SHOWN_CHARS / 2;
    let (head, tail) = (escaped(&mut text.chars().take(half)), escaped(&mut text.chars().skip(count - half)));
    format!("{head}…{tail}")
}
