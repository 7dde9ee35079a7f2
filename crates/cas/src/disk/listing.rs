//! The names in one folder.

use rustix::fd::AsFd;
use rustix::fs::FileType;

/// The sorted names of one folder, all in one allocation.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    names: Vec<u8>,
    items: Vec<Item>,
}

#[derive(Debug, Clone, Copy)]
struct Item {
    start: usize,
    end: usize,
    kind: FileType,
}

/// Why a folder was not listed.
pub(crate) enum ListError {
    Os(rustix::io::Errno),
    /// It has more names than asked for.
    TooMany,
}

impl From<rustix::io::Errno> for ListError {
    fn from(error: rustix::io::Errno) -> Self {
        Self::Os(error)
    }
}

impl Listing {
    /// Reads the names in `dir` and what kind of file each is (unknown on some file systems).
    pub(crate) fn read(dir: impl AsFd, max: u64) -> Result<Self, ListError> {
        let mut listing = Self::default();
        listing.fill(dir, max)?;
        let Self { names, items } = &mut listing;
        items.sort_unstable_by(|a, b| names[a.start..a.end].cmp(&names[b.start..b.end]));
        // A folder that changes while it is read may show a name twice.
        items.dedup_by(|a, b| names[a.start..a.end] == names[b.start..b.end]);
        Ok(listing)
    }

    #[cfg(target_os = "linux")]
    fn fill(&mut self, dir: impl AsFd, max: u64) -> Result<(), ListError> {
        /// Enough for some hundred names at once; one call then reads most folders.
        const BUFFER: usize = 32 << 10;
        let mut buffer: Vec<u8> = Vec::with_capacity(BUFFER);
        let mut entries = rustix::fs::RawDir::new(dir, buffer.spare_capacity_mut());
        while let Some(entry) = entries.next() {
            let entry = entry?;
            self.push(entry.file_name().to_bytes(), entry.file_type(), max)?;
        }
        Ok(())
    }

    #[cfg(not(target_os = "linux"))]
    fn fill(&mut self, dir: impl AsFd, max: u64) -> Result<(), ListError> {
        for entry in rustix::fs::Dir::read_from(dir)? {
            let entry = entry?;
            self.push(entry.file_name().to_bytes(), entry.file_type(), max)?;
        }
        Ok(())
    }

    fn push(&mut self, name: &[u8], kind: FileType, max: u64) -> Result<(), ListError> {
        if name == b"." || name == b".." {
            return Ok(());
        }
        if self.items.len() as u64 >= max {
            return Err(ListError::TooMany);
        }
        let start = self.names.len();
        self.names.extend_from_slice(name);
        self.items.push(Item { start, end: self.names.len(), kind });
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (&[u8], FileType)> {
        self.items.iter().map(|item| (&self.names[item.start..item.end], item.kind))
    }
}
