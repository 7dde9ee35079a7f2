//! The file system's own clock.

use rustix::fd::OwnedFd;
use rustix::fs::{Mode, OFlags, Timespec, Timestamps, UTIME_NOW, fstat, futimens, openat};

use crate::disk::stamp::Stamp;

const PROBE: &str = "clock";

/// The time that a change made now would get, in nanoseconds since 1970, by touching a file in `tmp`.
/// The system's clock will not do: it is finer than that of files, and a file server has its own.
pub(crate) fn now(tmp: &OwnedFd) -> rustix::io::Result<i64> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let probe = openat(tmp, PROBE, flags, Mode::from_raw_mode(0o600))?;
    let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
    futimens(&probe, &Timestamps { last_access: now, last_modification: now })?;
    Ok(Stamp::of(&fstat(&probe)?).ctime)
}
