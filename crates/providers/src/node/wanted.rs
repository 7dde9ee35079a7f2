//! What a bundle wants installed: the packages its manifest names, and those of a `package.json` in its folder.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use pegboard_model::toolset::{NodePackage, NodePackageError, NodeSection};
use serde::Deserialize;
use serde_json::json;

use crate::node::installer::Way;
use crate::node::lock_file::{self, LockFileError};

/// Bytes of a `package.json`.
const PACKAGE_FILE_MAX: u64 = 256 << 10;
/// Bytes of a `package-lock.json`.
const LOCK_FILE_MAX: u64 = 16 << 20;

/// What a bundle wants cannot be installed.
#[derive(Debug, thiserror::Error)]
pub enum WantedError {
    /// A file is there and cannot be read, or is too long.
    #[error("{file} cannot be used: {cause}")]
    File {
        /// Its name.
        file: &'static str,
        /// What the system says.
        cause: io::Error,
    },
    /// It is no JSON of the right form.
    #[error("package.json cannot be read: {0}")]
    PackageFile(#[source] serde_json::Error),
    /// It wants something that comes from no registry.
    #[error("package.json wants `{name}` from somewhere that is no registry: {cause}")]
    Elsewhere {
        /// The package.
        name: String,
        /// What is wrong with it.
        cause: NodePackageError,
    },
    /// The lock file is not followed.
    #[error(transparent)]
    Lock(#[from] LockFileError),
}

#[derive(Deserialize)]
struct PackageFile {
    #[serde(default)]
    dependencies: BTreeMap<String, String>,
}

/// The two files that npm reads.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    /// `package.json`.
    pub(super) package: String,
    /// `package-lock.json`.
    pub(super) lock: Option<String>,
    pub(super) way: Way,
    /// What is wanted, for people.
    pub(super) names: Vec<String>,
}

impl Wanted {
    /// Looks into the manifest and the folder; `None` when nothing is wanted.
    pub(super) fn of(section: &NodeSection, root: &Path) -> Result<Option<Self>, WantedError> {
        let own = read(root, "package.json", PACKAGE_FILE_MAX)?;
        let lock = read(root, "package-lock.json", LOCK_FILE_MAX)?.filter(|_| own.is_some());
        let mut dependencies = match &own {
            Some(text) => checked(serde_json::from_str(text).map_err(WantedError::PackageFile)?)?,
            None => BTreeMap::new(),
        };
        if let Some(lock) = &lock {
            lock_file::check(lock)?;
        }
        let mut is_as_locked = lock.is_some();
        for package in section.wanted() {
            let version = package.version.as_deref();
            let differs = match (dependencies.get(&package.name), version) {
                (None, _) => true,
                (Some(own), Some(version)) => own != version,
                (Some(_), None) => false,
            };
            if differs {
                is_as_locked = false;
                dependencies.insert(package.name.clone(), version.unwrap_or("latest").to_owned());
            }
        }
        if dependencies.is_empty() {
            return Ok(None);
        }
        let names = dependencies.iter().map(|(name, version)| format!("{name}@{version}")).collect();
        Ok(Some(match own {
            // As it is: npm compares it with its lock file.
            Some(package) if is_as_locked => Self { package, lock, way: Way::Locked, names },
            _ => {
                let package = json!({"name": "toolset", "private": true, "dependencies": dependencies});
                Self { package: package.to_string(), lock, way: Way::Wanted, names }
            }
        }))
    }
}

fn checked(file: PackageFile) -> Result<BTreeMap<String, String>, WantedError> {
    for (name, version) in &file.dependencies {
        // Ranges of several parts are npm's own affair; each part must be one of a registry.
        let parts = version.split_whitespace().filter(|part| !matches!(*part, "||" | "-"));
        for part in parts {
            format!("{name}@{part}")
                .parse::<NodePackage>()
                .map_err(|cause| WantedError::Elsewhere { name: name.chars().take(100).collect(), cause })?;
        }
    }
    Ok(file.dependencies)
}

/// A file's text; `None` when it is not there.
fn read(root: &Path, file: &'static str, most: u64) -> Result<Option<String>, WantedError> {
    let path = root.join(file);
    let length = match fs::symlink_metadata(&path) {
        Ok(about) if about.is_file() => about.len(),
        Ok(_) => return Ok(None),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(cause) => return Err(WantedError::File { file, cause }),
    };
    if length > most {
        return Err(WantedError::File { file, cause: io::ErrorKind::FileTooLarge.into() });
    }
    fs::read_to_string(path).map(Some).map_err(|cause| WantedError::File { file, cause })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs;

    use pegboard_model::toolset::NodeSection;

    use super::{Wanted, Way};

    fn section(packages: &[&str]) -> NodeSection {
        let packages = packages.iter().map(|package| package.parse().unwrap()).collect();
        NodeSection { packages, ..NodeSection::default() }
    }

    #[test]
    fn the_lock_file_counts_as_long_as_nothing_else_is_wanted() {
        let root = tempfile::tempdir().unwrap();
        let wanted = |packages: &[&str]| Wanted::of(&section(packages), root.path());
        assert_eq!(wanted(&[]).unwrap(), None);
        assert_eq!(wanted(&["a@1.0.0", "b"]).unwrap().unwrap().names, ["a@1.0.0", "b@latest"]);

        fs::write(root.path().join("package.json"), r#"{"dependencies":{"a":"^1 || >=2 <3"}}"#).unwrap();
        assert_eq!(wanted(&["a"]).unwrap().unwrap().way, Way::Wanted);
        fs::write(root.path().join("package-lock.json"), r#"{"packages":{}}"#).unwrap();
        assert_eq!(wanted(&["a"]).unwrap().unwrap().way, Way::Locked);
        assert_eq!(wanted(&["b"]).unwrap().unwrap().way, Way::Wanted);
    }

    #[test]
    fn what_comes_from_no_registry_is_refused() {
        let root = tempfile::tempdir().unwrap();
        for version in
            ["file:../a", "git+ssh://git@example.com/a.git", "https://example.com/a.tgz", "npm:b@1", "../a"]
        {
            let text = serde_json::json!({"dependencies": {"a": version}}).to_string();
            fs::write(root.path().join("package.json"), text).unwrap();
            Wanted::of(&section(&[]), root.path()).unwrap_err();
        }
    }
}
