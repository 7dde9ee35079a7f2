//! What an image is built from: the files of a tool's folder.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use pegboard_model::container::ContainerTool;
use sha2::{Digest as _, Sha256};

/// Characters of the content's hash in a tag.
const HASH_CHARS: usize = 20;

/// A folder as it is sent to the engine.
pub(super) struct Context {
    /// Over paths, bytes and what may be run.
    pub(super) hash: String,
    /// Relative paths, sorted.
    files: Vec<PathBuf>,
    root: PathBuf,
}

impl Context {
    /// Reads a tool's folder. Blocks.
    pub(super) fn read(root: &Path) -> io::Result<Self> {
        let mut files = Vec::new();
        collect(root, Path::new(""), &mut files)?;
        files.sort();
        let mut hasher = Sha256::new();
        for file in &files {
            let (bytes, mode) = (hash_of(&root.join(file))?, mode_of(&root.join(file))?);
            hasher.update(file.as_os_str().as_encoded_bytes());
            hasher.update([0]);
            hasher.update(bytes);
            hasher.update([u8::from(mode == EXECUTABLE)]);
        }
        let hash = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { hash, files, root: root.to_owned() })
    }

    /// The tag of an image with this content.
    pub(super) fn tag(&self, tool: &ContainerTool) -> String {
        let name: String = tool
            .manifest
            .name
            .as_str()
            .to_ascii_lowercase()
            .split(['.', '_', '-'])
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("-");
        let hash: String = self.hash.chars().take(HASH_CHARS).collect();
        format!("pegboard-tool-{name}:{hash}")
    }

    /// The files as a tape in a temporary file, which stands at its beginning. Blocks.
    pub(super) fn pack(&self) -> io::Result<File> {
        let mut tape = tar::Builder::new(tempfile::tempfile()?);
        for file in &self.files {
            let path = self.root.join(file);
            let mut header = tar::Header::new_gnu();
            header.set_size(fs::metadata(&path)?.len());
            header.set_mode(mode_of(&path)?);
            // The same bytes make the same layers, whenever they were written.
            header.set_mtime(0);
            tape.append_data(&mut header, file, File::open(&path)?)?;
        }
        let mut tape = tape.into_inner()?;
        tape.seek(SeekFrom::Start(0))?;
        Ok(tape)
    }
}

const EXECUTABLE: u32 = 0o755;

fn mode_of(path: &Path) -> io::Result<u32> {
    let runs = fs::metadata(path)?.permissions().mode() & 0o100 != 0;
    Ok(if runs { EXECUTABLE } else { 0o644 })
}

/// Bundles hold files and folders alone; anything else is not a part of the content.
fn collect(root: &Path, below: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(root, &path, files)?;
        } else if kind.is_file() && path != Path::new("toolset.yaml") {
            // Pegboard writes that one for a folder that came without.
            files.push(path);
        }
    }
    Ok(())
}

fn hash_of(path: &Path) -> io::Result<[u8; 32]> {
    let (mut file, mut hasher) = (File::open(path)?, Sha256::new());
    let mut chunk = vec![0; 64 << 10];
    loop {
        match file.read(&mut chunk)? {
            0 => return Ok(hasher.finalize().into()),
            read => hasher.update(&chunk[..read]),
        }
    }
}
