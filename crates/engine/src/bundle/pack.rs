//! The packing of a bundle: the same files always give the same bytes.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use sha2::{Digest, Sha256};
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

use super::name::shown;

/// Part of the format: another level gives other bytes.
const LEVEL: i64 = 6;
const CHUNK: usize = 64 << 10;

/// A file to pack.
#[derive(Debug)]
pub(crate) struct Packed {
    /// In the bundle, with `/`.
    pub(crate) path: String,
    /// Where its bytes are.
    pub(crate) stored: PathBuf,
    /// Lower-case hex; what the bytes must still be.
    pub(crate) sha256: String,
}

/// Why a bundle could not be packed.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// A stored file is gone or cannot be read.
    #[error("`{path}` of the installed toolset cannot be read")]
    Unreadable {
        /// Its path in the bundle.
        path: String,
        /// The system's reason.
        source: io::Error,
    },
    /// A stored file is not what was installed.
    #[error("`{path}` of the installed toolset was changed after it was installed: import the toolset again")]
    Changed {
        /// Its path in the bundle.
        path: String,
    },
    /// The archive could not be written.
    #[error("the archive could not be written")]
    Write(#[from] io::Error),
}

impl From<ZipError> for PackError {
    fn from(error: ZipError) -> Self {
        Self::Write(error.into())
    }
}

/// The manifest of an archive, which takes the place of a file of its name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Head<'a> {
    /// Its name, such as `toolset.yaml`.
    pub(crate) name: &'a str,
    pub(crate) text: &'a str,
}

/// Packs a manifest and files into an archive without a name, rewound to its beginning.
///
/// The bytes depend on nothing but the arguments' contents: entries are sorted, times fixed, modes either of two.
pub(crate) fn pack(head: Head<'_>, mut files: Vec<Packed>) -> Result<File, PackError> {
    files.retain(|file| file.path != head.name);
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let before = files.partition_point(|file| file.path.as_str() < head.name);
    let mut archive = ZipWriter::new(io::BufWriter::new(tempfile::tempfile()?));
    for file in &files[..before] {
        add(&mut archive, file)?;
    }
    archive.start_file(head.name, options(false))?;
    archive.write_all(head.text.as_bytes())?;
    for file in &files[before..] {
        add(&mut archive, file)?;
    }
    let mut file = archive.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

fn add<W: Write + Seek>(archive: &mut ZipWriter<W>, file: &Packed) -> Result<(), PackError> {
    let unreadable = |source| PackError::Unreadable { path: shown(file.path.as_bytes()), source };
    let mut stored = File::open(&file.stored).map_err(unreadable)?;
    let executable = is_executable(&stored).map_err(unreadable)?;
    archive.start_file(file.path.as_str(), options(executable))?;
    let mut hasher = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        let read = stored.read(&mut chunk).map_err(unreadable)?;
        if read == 0 {
            break;
        }
        hasher.update(&chunk[..read]);
        archive.write_all(&chunk[..read])?;
    }
    let sha256: String = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    if sha256 == file.sha256 { Ok(()) } else { Err(PackError::Changed { path: shown(file.path.as_bytes()) }) }
}

fn is_executable(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(file.metadata()?.permissions().mode() & 0o111 != 0)
}

fn options(executable: bool) -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(LEVEL))
        .last_modified_time(DateTime::default())
        .system(System::Unix)
        .unix_permissions(if executable { 0o755 } else { 0o644 })
}
