//! What one bundle may use.

use std::time::Duration;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// What one bundle may use. Sizes are bytes.
#[derive(Debug, Clone)]
pub struct BundleLimits {
    /// Of an archive, as it is uploaded or downloaded.
    pub archive_bytes: u64,
    /// Of all files together, unpacked.
    pub total_bytes: u64,
    /// Of one file, unpacked.
    pub file_bytes: u64,
    /// Files and folders, those that are left out counted as well.
    pub entries: usize,
    /// Unpacked bytes per packed byte, of one file and of the whole archive, beyond [`Self::ratio_from`].
    pub ratio: u64,
    /// From how many unpacked bytes on the ratio counts: small files of one repeated byte are harmless.
    pub ratio_from: u64,
    /// Of a path.
    pub path_bytes: usize,
    /// Of one component of a path.
    pub component_bytes: usize,
    /// Components of a path.
    pub depth: usize,
    /// Of `toolset.yaml`.
    pub manifest_bytes: u64,
    /// How often an address may send us elsewhere.
    pub redirects: usize,
    /// How long a server may take to accept a connection.
    pub connect_time: Duration,
    /// How long a server may send nothing.
    pub idle_time: Duration,
    /// How long a download may take as a whole.
    pub download_time: Duration,
}

impl Default for BundleLimits {
    fn default() -> Self {
        Self {
            archive_bytes: 256 * MIB,
            total_bytes: 512 * MIB,
            file_bytes: 256 * MIB,
            entries: 10_000,
            ratio: 200,
            ratio_from: MIB,
            path_bytes: 1024,
            component_bytes: 200,
            depth: 32,
            manifest_bytes: 512 * KIB,
            redirects: 5,
            connect_time: Duration::from_secs(10),
            idle_time: Duration::from_secs(30),
            download_time: Duration::from_secs(300),
        }
    }
}

/// A size as people read it, such as `256 MiB`; never rounded to something that looks like another limit.
pub(super) fn size(bytes: u64) -> String {
    match bytes {
        _ if bytes > 0 && bytes.is_multiple_of(MIB) => format!("{} MiB", bytes / MIB),
        _ if bytes > 0 && bytes.is_multiple_of(KIB) => format!("{} KiB", bytes / KIB),
        _ => format!("{bytes} bytes"),
    }
}
