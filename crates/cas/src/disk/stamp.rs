//! What tells that a file has not changed.

use rustix::fs::{FileType, Stat};

use crate::manifest::Mode;

/// The part of a file's status that changes when its content or mode does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) size: u64,
    /// Nanoseconds since 1970.
    pub(crate) mtime: i64,
    /// Nanoseconds since 1970. A program cannot set it, so it betrays a restored `mtime`.
    pub(crate) ctime: i64,
    pub(crate) inode: u64,
    /// The type and all permission bits.
    pub(crate) mode: u32,
}

/// The bit by which the owner may execute a file.
const OWNER_EXECUTES: u32 = 0o100;

impl Stamp {
    #[allow(
        clippy::unnecessary_cast,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        clippy::cast_lossless,
        reason = "the fields' types differ by platform; a wrapped value still only has to be equal"
    )]
    pub(crate) fn of(stat: &Stat) -> Self {
        let nanos = |secs: i64, nanos: i64| secs.wrapping_mul(1_000_000_000).wrapping_add(nanos);
        Self {
            size: stat.st_size as u64,
            mtime: nanos(stat.st_mtime as i64, stat.st_mtime_nsec as i64),
            ctime: nanos(stat.st_ctime as i64, stat.st_ctime_nsec as i64),
            inode: stat.st_ino as u64,
            mode: stat.st_mode as u32,
        }
    }

    /// Which kind of entry the file makes, given that it is a regular file or a link.
    pub(crate) fn entry_mode(&self, kind: FileType) -> Mode {
        match kind {
            FileType::Symlink => Mode::Link,
            _ if self.mode & OWNER_EXECUTES != 0 => Mode::Executable,
            _ => Mode::Plain,
        }
    }

    /// Whether the file would have another stamp if it were changed at or after `now`, a time of its own
    /// file system. Git's rule: what was changed within the clock's last tick may change again unseen.
    pub(crate) fn is_settled(&self, now: i64) -> bool {
        /// The coarsest clock of a file system in use (FAT), and how it shows: no part of a second.
        const COARSE: i64 = 2_000_000_000;
        let tick = if self.ctime % 1_000_000_000 == 0 { COARSE } else { 0 };
        self.ctime.saturating_add(tick) < now
    }
}

#[allow(
    clippy::unnecessary_cast,
    clippy::cast_possible_truncation,
    reason = "the field's type differs by platform"
)]
pub(crate) fn kind(stat: &Stat) -> FileType {
    FileType::from_raw_mode(stat.st_mode as _)
}
