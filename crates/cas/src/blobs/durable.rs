//! Making a whole file system durable at once.

use std::io;

use rustix::fd::AsFd;

/// Makes durable whatever an interrupted batch has left in doubt.
pub(super) fn settle(dir: impl AsFd + Copy) -> io::Result<()> {
    if !sync_file_system(dir)? {
        rustix::fs::sync();
    }
    Ok(())
}

/// Writes out the whole file system; `false` where there is no such call.
pub(super) fn sync_file_system(dir: impl AsFd + Copy) -> io::Result<bool> {
    #[cfg(target_os = "linux")]
    {
        rustix::fs::syncfs(dir.as_fd())?;
        Ok(true)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = dir.as_fd();
        Ok(false)
    }
}
