//! What of PostgreSQL is on this machine, and who may run it.

use std::ffi::OsString;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

/// Whom the server runs as: PostgreSQL refuses to be root.
#[derive(Debug, Clone, Copy)]
pub(super) enum Account {
    Ours,
    Other { uid: u32, gid: u32 },
}

impl Account {
    /// Nothing where we are root and there is nobody else to be.
    pub(super) fn to_run_as() -> io::Result<Option<Self>> {
        if !rustix::process::geteuid().is_root() {
            return Ok(Some(Self::Ours));
        }
        let passwd = fs::read_to_string("/etc/passwd")?;
        let plain = ["postgres", "nobody"];
        Ok(plain.iter().find_map(|name| Self::in_passwd(&passwd, name)))
    }

    fn in_passwd(passwd: &str, name: &str) -> Option<Self> {
        let line = passwd.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut numbers = line.split(':').skip(2).map(str::parse);
        Some(Self::Other { uid: numbers.next()?.ok()?, gid: numbers.next()?.ok()? })
    }

    /// Lets the account own the folder.
    pub(super) fn give(self, folder: &Path) -> io::Result<()> {
        match self {
            Self::Ours => Ok(()),
            Self::Other { uid, gid } => chown(folder, Some(uid), Some(gid)),
        }
    }

    /// Lets the command run as the account, without any other group.
    pub(super) fn assume(self, command: &mut Command) {
        if let Self::Other { uid, gid } = self {
            command.uid(uid).gid(gid);
        }
    }
}

/// The programs of one PostgreSQL installation.
#[derive(Debug)]
pub(super) struct Programs {
    pub(super) initdb: PathBuf,
    pub(super) pg_ctl: PathBuf,
    pub(super) psql: PathBuf,
}

impl Programs {
    /// `PATH` first, then where the packages of the usual systems put them, newest version first.
    pub(super) fn find() -> Option<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        folders_on_path(&path)
            .into_iter()
            .chain(versioned("/usr/lib/postgresql", ""))
            .chain(versioned("/usr", "pgsql-"))
            .chain(versioned("/opt/homebrew/opt", "postgresql@"))
            .chain(versioned("/usr/local/opt", "postgresql@"))
            .find_map(|folder| Self::in_folder(&folder))
    }

    fn in_folder(folder: &Path) -> Option<Self> {
        let program = |name: &str| Some(folder.join(name)).filter(|path| path.is_file());
        Some(Self { initdb: program("initdb")?, pg_ctl: program("pg_ctl")?, psql: program("psql")? })
    }
}

/// The folders in which `PATH`'s `initdb` really is: a link beside it may point at a folder that has all the others.
fn folders_on_path(path: &OsString) -> Vec<PathBuf> {
    std::env::split_paths(path)
        .filter_map(|folder| fs::canonicalize(folder.join("initdb")).ok())
        .filter_map(|initdb| initdb.parent().map(Path::to_path_buf))
        .collect()
}

/// `{parent}/{prefix}{version}/bin` of every version, the highest first.
fn versioned(parent: &str, prefix: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let mut found: Vec<(u32, PathBuf)> = entries
        .filter_map(|entry| {
            let name = entry.file_name();
            let version = name.to_str()?.strip_prefix(prefix)?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .collect();
    found.sort_by(|a, b| b.cmp(a));
    found.into_iter().map(|(_, folder)| folder).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    #[test]
    fn accounts_are_read_by_their_whole_name() {
        let passwd = "root:x:0:0::/root:/bin/sh\npostgres2:x:7:7::/:\npostgres:x:105:112::/:\n";
        let account = Account::in_passwd(passwd, "postgres");
        assert!(matches!(account, Some(Account::Other { uid: 105, gid: 112 })));
        assert!(Account::in_passwd(passwd, "nobody").is_none());
    }

    #[test]
    fn the_newest_version_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        for version in ["9", "15", "16", "not-a-version"] {
            fs::create_dir(folder.path().join(version)).unwrap();
        }
        let found = versioned(folder.path().to_str().unwrap(), "");
        let names: Vec<_> = found.iter().map(|bin| bin.parent().unwrap().file_name().unwrap()).collect();
        assert_eq!(names, ["16", "15", "9"]);
    }
}
