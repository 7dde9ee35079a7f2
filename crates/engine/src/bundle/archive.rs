//! ZIP archives.
//!
//! The reader is a library's; whether an entry is let through is decided here, before anything is written.

use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use pegboard_model::container::{DOCKERFILE, MANIFEST_FILE};
use zip::read::ZipFileEntry;
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive, ZipReadOptions};

use super::error::{BundleError, disk};
use super::intake::{BundleFile, Intake, Packing};
use super::limits::BundleLimits;
use super::mcpb::MCPB_MANIFEST;
use super::name::{Dependencies, EntryKind, EntryName, MANIFEST, NameClash, shown};

/// What each entry of an archive's directory begins with.
const DIRECTORY_HEADER: &[u8; 4] = b"PK\x01\x02";
/// How many times more of these headers than entries an archive may hold: archives in the archive have them as well.
const HEADERS_PER_ENTRY: usize = 4;
/// Bytes of a local header before the name.
const LOCAL_HEADER: u64 = 30;
const CHUNK: usize = 256 << 10;
/// The file type in a Unix mode, and the types that are let through; 0 is an archive made elsewhere.
const TYPE_MASK: u32 = 0o170_000;
const TYPE_FILE: u32 = 0o100_000;
const TYPE_FOLDER: u32 = 0o040_000;
const TYPE_LINK: u32 = 0o120_000;
/// The bit of a folder in the attributes of MS-DOS.
const DOS_FOLDER: u32 = 0x10;
const EXECUTABLE: u32 = 0o111;

/// An entry that passed every check that needs no unpacking.
struct Checked {
    /// Its place in the archive's directory.
    index: usize,
    /// As it is written down.
    raw: Vec<u8>,
    name: EntryName,
    kind: EntryKind,
    executable: bool,
    packing: Packing,
    /// Where its local header begins.
    start: u64,
}

/// What was in an archive.
#[derive(Debug)]
pub struct Unpacked {
    pub files: Vec<BundleFile>,
    /// The folder at its top, where everything was in one; the files' paths are without it.
    pub folder: Option<String>,
}

/// Unpacks an archive into `folder`, which is empty, and gives its files sorted by path.
///
/// Where everything lies in one folder with the manifest, that folder is taken for the bundle. What a failed call has
/// written is left for the caller to remove with the folder.
///
/// # Errors
/// When any entry is refused; see [`BundleError`].
pub fn unpack<R: Read + Seek>(
    mut archive: R,
    folder: &Path,
    limits: &BundleLimits,
) -> Result<Unpacked, BundleError> {
    let length = archive.seek(SeekFrom::End(0)).map_err(disk("the archive could not be read"))?;
    if length > limits.archive_bytes {
        return Err(BundleError::ArchiveTooLarge { limit: limits.archive_bytes });
    }
    // The reader keeps the whole directory in memory, so a directory of millions must not reach it.
    let headers = count_headers(&mut archive).map_err(disk("the archive could not be read"))?;
    if headers > limits.entries.saturating_mul(HEADERS_PER_ENTRY) {
        return Err(BundleError::TooMany { limit: limits.entries });
    }
    let mut archive = ZipArchive::new(archive).map_err(|error| not_an_archive(&error))?;
    if archive.has_duplicate_names() {
        return Err(BundleError::Duplicate);
    }
    if archive.len() > limits.entries {
        return Err(BundleError::TooMany { limit: limits.entries });
    }
    let dependencies = match archive.index_for_name(MCPB_MANIFEST) {
        Some(_) => Dependencies::Carried,
        None => Dependencies::Installed,
    };
    let checked = checked_entries(&archive, dependencies, limits)?;
    refuse_overlaps(&checked)?;
    let prefix = only_folder(&checked, dependencies);
    let mut intake = Intake::new(folder, limits);
    for entry in checked.iter().filter(|entry| !entry.name.is_ignored(entry.kind, dependencies)) {
        let name = match prefix.as_deref().map(|prefix| entry.name.within(prefix)) {
            None => entry.name.clone(),
            Some(Some(inner)) => inner,
            Some(None) => continue,
        };
        match entry.kind {
            EntryKind::Folder => intake.folder(&name)?,
            EntryKind::File => unpack_file(&mut intake, &name, entry, &mut archive)?,
        }
        if intake.total() > limits.ratio_from && intake.total() / limits.ratio > length {
            return Err(BundleError::Ratio { entry: shown(&entry.raw), ratio: limits.ratio });
        }
    }
    Ok(Unpacked { files: intake.finish(), folder: prefix })
}

fn unpack_file<R: Read + Seek>(
    intake: &mut Intake<'_>,
    name: &EntryName,
    entry: &Checked,
    archive: &mut ZipArchive<R>,
) -> Result<(), BundleError> {
    // An entry whose two headers disagree shows different files to different readers.
    let options = ZipReadOptions::new().enforce_header_consistency(true);
    let mut reader = archive
        .by_index_with_options(entry.index, options)
        .map_err(|error| BundleError::Damaged { entry: shown(&entry.raw), what: reason(&error) })?;
    intake.file(name, entry.executable, Some(entry.packing), &mut reader)
}

/// An upper bound of the entries that any reader can find: each needs a header of its own.
fn count_headers<R: Read + Seek>(archive: &mut R) -> io::Result<usize> {
    archive.seek(SeekFrom::Start(0))?;
    let overlap = DIRECTORY_HEADER.len() - 1;
    let mut window = vec![0; CHUNK];
    let (mut filled, mut count) = (0, 0);
    loop {
        let read = match archive.read(&mut window[filled..]) {
            Ok(0) => return Ok(count),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = filled + read;
        count +=
            window[..end].windows(DIRECTORY_HEADER.len()).filter(|bytes| bytes == DIRECTORY_HEADER).count();
        let keep = end.min(overlap);
        window.copy_within(end - keep..end, 0);
        filled = keep;
    }
}

fn checked_entries<R: Read + Seek>(
    archive: &ZipArchive<R>,
    dependencies: Dependencies,
    limits: &BundleLimits,
) -> Result<Vec<Checked>, BundleError> {
    (0..archive.len())
        .map(|index| {
            let entry = archive.by_index_data(index).map_err(|error| not_an_archive(&error))?;
            check_entry(index, &entry, dependencies, limits)
        })
        .collect()
}

fn check_entry(
    index: usize,
    entry: &ZipFileEntry<'_>,
    dependencies: Dependencies,
    limits: &BundleLimits,
) -> Result<Checked, BundleError> {
    let refused = || shown(entry.name_raw());
    let (name, kind) = EntryName::parse(entry.name_raw(), limits)
        .map_err(|fault| BundleError::Name { entry: refused(), fault })?;
    // What is left out anyway need only have a harmless name.
    if !name.is_ignored(kind, dependencies) {
        check_type(entry, kind)?;
        if entry.encrypted() {
            return Err(BundleError::Encrypted { entry: refused() });
        }
        if !matches!(entry.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
            return Err(BundleError::Compression { entry: refused() });
        }
    }
    Ok(Checked {
        index,
        raw: entry.name_raw().to_vec(),
        name,
        kind,
        executable: (entry.external_attributes() >> 16) & EXECUTABLE != 0,
        packing: Packing { packed: entry.compressed_size(), unpacked: entry.size() },
        start: entry.header_start(),
    })
}

/// Whether the name, the mode and the attributes agree on a plain file or a folder.
fn check_type(entry: &ZipFileEntry<'_>, kind: EntryKind) -> Result<(), BundleError> {
    let refused = || shown(entry.name_raw());
    let attributes = entry.external_attributes();
    let says_folder = match (attributes >> 16) & TYPE_MASK {
        0 => attributes & DOS_FOLDER != 0 || kind == EntryKind::Folder,
        TYPE_FILE => false,
        TYPE_FOLDER => true,
        TYPE_LINK => return Err(BundleError::Link { entry: refused() }),
        _ => return Err(BundleError::Special { entry: refused() }),
    };
    let has_bytes = entry.size() > 0;
    match kind {
        EntryKind::Folder if says_folder && !has_bytes => Ok(()),
        EntryKind::File if !says_folder => Ok(()),
        _ => Err(BundleError::Clash { entry: refused(), clash: NameClash::FileAndFolder }),
    }
}

/// Entries that share bytes can unpack to far more than an archive's size suggests.
fn refuse_overlaps(checked: &[Checked]) -> Result<(), BundleError> {
    let end = |entry: &Checked| {
        let header = LOCAL_HEADER + entry.raw.len() as u64;
        entry.start.saturating_add(header).saturating_add(entry.packing.packed)
    };
    let mut by_place: Vec<&Checked> = checked.iter().collect();
    by_place.sort_by_key(|entry| entry.start);
    match by_place.windows(2).find(|pair| end(pair[0]) > pair[1].start) {
        Some(pair) => Err(BundleError::Overlap { entry: shown(&pair[1].raw) }),
        None => Ok(()),
    }
}

/// The folder that holds everything, where the manifest is in there and not at the top.
fn only_folder(checked: &[Checked], dependencies: Dependencies) -> Option<String> {
    let files = || {
        checked
            .iter()
            .filter(|entry| entry.kind == EntryKind::File && !entry.name.is_ignored(entry.kind, dependencies))
            .map(|entry| entry.name.as_str())
    };
    let (folder, _) = files().next()?.split_once('/')?;
    let has = |name: &str| files().any(|file| file.split_once('/').is_some_and(|(_, inner)| inner == name));
    let is_bundle = has(MANIFEST) || (has(MANIFEST_FILE) && has(DOCKERFILE));
    let all_within = files().all(|name| name.split_once('/').is_some_and(|(first, _)| first == folder));
    (all_within && is_bundle).then(|| folder.to_owned())
}

fn not_an_archive(error: &ZipError) -> BundleError {
    BundleError::NotAnArchive { what: reason(error) }
}

/// What the reader says, without its preface: ours says the same.
fn reason(error: &ZipError) -> String {
    match error {
        ZipError::InvalidArchive(what) => what.to_string(),
        other => other.to_string(),
    }
}
