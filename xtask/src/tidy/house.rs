use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::{fs, io};

/// The repository's files, as the checks see them.
#[derive(Debug, Default)]
pub(crate) struct House {
    /// Those that are text, sorted by path.
    pub(crate) files: Vec<TextFile>,
    /// The paths of all others, such as pictures.
    others: BTreeSet<String>,
}

#[derive(Debug)]
pub(crate) struct TextFile {
    /// From the repository's root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    #[error("git could not list the repository's files: {0}")]
    List(String),
    #[error("cannot start git: {0}")]
    Git(#[source] io::Error),
    #[error("cannot read {path}: {source}")]
    Read { path: String, source: io::Error },
}

impl House {
    /// Reads every file that git tracks or would track; what is ignored or deleted is left out.
    pub(crate) fn read(root: &Path) -> Result<Self, ReadError> {
        let listing = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(root)
            .output()
            .map_err(ReadError::Git)?;
        if !listing.status.success() {
            return Err(ReadError::List(String::from_utf8_lossy(&listing.stderr).into_owned()));
        }
        let names = String::from_utf8_lossy(&listing.stdout);
        let mut files = Vec::new();
        let mut others = BTreeSet::new();
        for path in names.split('\0').filter(|path| !path.is_empty()) {
            let bytes = match fs::read(root.join(path)) {
                Ok(bytes) => bytes,
                // Deleted but not yet committed, or a link to a folder.
                Err(error)
                    if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::IsADirectory) =>
                {
                    continue;
                }
                Err(source) => {
                    let path = path.to_owned();
                    return Err(ReadError::Read { path, source });
                }
            };
            let path = path.to_owned();
            match String::from_utf8(bytes) {
                Ok(text) => files.push(TextFile { path, text }),
                Err(_) => {
                    others.insert(path);
                }
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files.dedup_by(|a, b| a.path == b.path);
        Ok(Self { files, others })
    }

    /// A house of exactly these files, for tests of the checks.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let mut files: Vec<_> = files
            .iter()
            .map(|(path, text)| TextFile { path: (*path).to_owned(), text: (*text).to_owned() })
            .collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Self { files, others: BTreeSet::new() }
    }

    pub(crate) fn file(&self, path: &str) -> Option<&TextFile> {
        let found = self.files.binary_search_by(|file| file.path.as_str().cmp(path));
        found.ok().and_then(|index| self.files.get(index))
    }

    /// Whether something that is no text, such as a picture, has this path.
    pub(crate) fn has_other(&self, path: &str) -> bool {
        self.others.contains(path)
    }

    /// The files below `folder`, which ends in `/`.
    pub(crate) fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a TextFile> {
        self.files.iter().filter(move |file| file.path.starts_with(folder))
    }
}

impl TextFile {
    /// The last part of the path.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// What follows the name's last dot, or nothing.
    pub(crate) fn extension(&self) -> &str {
        self.name().rsplit_once('.').map_or("", |(_, extension)| extension)
    }
}
