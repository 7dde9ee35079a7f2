//! A path of the workspace, as a caller writes it.

use std::path::{Path, PathBuf};

use pegboard_model::zones::WorkspacePath;

use super::error::FileError;

/// How much of a wrong path an error repeats, in characters.
const SHOWN: usize = 200;

/// A path below the workspace: relative, without `.` and `..`; without names it is the workspace itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place(Vec<String>);

impl Place {
    /// Reads what a caller wrote: `a/b`, `./a/b`, `.`.
    pub(super) fn parse(text: &str) -> Result<Self, FileError> {
        if text.is_empty() {
            return Ok(Self(Vec::new()));
        }
        // Policy judged the path as this type reads it, and what is used must be what was judged.
        match text.parse::<WorkspacePath>() {
            Ok(path) => Ok(Self(path.names().map(str::to_owned).collect())),
            Err(why) => Err(FileError::Path { path: text.chars().take(SHOWN).collect(), why }),
        }
    }

    /// The folder that holds it and its name there; nothing for the workspace itself.
    pub(super) fn split(&self) -> Option<(Self, &str)> {
        let (name, holders) = self.0.split_last()?;
        Some((Self(holders.to_vec()), name))
    }

    pub(super) fn names(&self) -> &[String] {
        &self.0
    }

    /// The place of this name below.
    pub(super) fn below(&self, name: &str) -> Self {
        Self(self.0.iter().cloned().chain([name.to_owned()]).collect())
    }

    /// For the system; `.` is the workspace itself.
    pub(super) fn path(&self) -> PathBuf {
        if self.0.is_empty() { Path::new(".").to_owned() } else { self.0.iter().collect() }
    }

    /// For people.
    pub(super) fn shown(&self) -> String {
        if self.0.is_empty() { ".".to_owned() } else { self.0.join("/") }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Place;

    #[test]
    fn paths_are_relative_and_never_go_up() {
        for (text, shown) in [("a/b", "a/b"), ("./a//b/", "a/b"), (".", "."), ("", "."), ("...", "...")] {
            assert_eq!(Place::parse(text).unwrap().shown(), shown);
        }
        for bad in ["/etc/passwd", "..", "a/../b", "a/..", "a\0b", &"a/".repeat(3000)] {
            Place::parse(bad).unwrap_err();
        }
    }
}
