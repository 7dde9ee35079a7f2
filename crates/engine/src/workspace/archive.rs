//! A state of a workspace as a ZIP.

use std::io::{self, Read, Write};
use std::sync::Arc;

use pegboard_cas::{BlobHash, BlobStore, Manifest, Mode, TreePath};
use pegboard_model::ids::ChatId;
use tokio::task::spawn_blocking;
use zip::result::ZipError;

use crate::core::Core;
use crate::settle::SettleError;
use crate::workspace::error::WorkspaceError;
use crate::workspace::read::{At, blobs, state};
use crate::zip_stream::{self, Zip, options};

/// Bytes of where a link leads.
const LINK_MAX: u64 = 4096;

/// One state of a workspace, with every content known to be there.
pub struct Archive {
    manifest: Arc<Manifest>,
    blobs: Arc<dyn BlobStore>,
}

/// Why an archive broke off.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// Stored content is lost or damaged.
    #[error("the stored content of `{path}` cannot be read")]
    Content {
        /// Whose.
        path: TreePath,
        /// Why.
        source: io::Error,
    },
    /// Whoever takes it takes no more.
    #[error("the archive could not be written")]
    Write(#[from] io::Error),
}

impl From<ZipError> for ArchiveError {
    fn from(error: ZipError) -> Self {
        Self::Write(error.into())
    }
}

/// Finds a state and makes sure that all of it is there: once an archive is under way, a fault can only break it off.
pub(crate) async fn archive(core: &Core, chat: ChatId, at: At) -> Result<Archive, WorkspaceError> {
    let (_, manifest) = state(core, chat, at).await?;
    let archive = Archive { manifest, blobs: blobs(core, chat)? };
    let complete = move || archive.check().map(|()| archive);
    spawn_blocking(complete).await.map_err(SettleError::from)?
}

impl Archive {
    fn check(&self) -> Result<(), WorkspaceError> {
        for (path, entry) in self.manifest.entries() {
            self.blobs.size(&entry.hash).map_err(|error| WorkspaceError::Blob {
                path: path.to_string(),
                reason: error.to_string(),
            })?;
        }
        Ok(())
    }

    /// Writes the ZIP; blocks. Executable files stay executable, links stay links wherever they lead, empty folders
    /// are there. After an error, what was written is no whole archive and cannot be taken for one.
    ///
    /// # Errors
    /// When content is lost or damaged, or `sink` takes no more.
    pub fn write(&self, sink: impl Write) -> Result<(), ArchiveError> {
        zip_stream::write(sink, |zip| self.fill(zip))
    }

    fn fill<W: Write>(&self, zip: &mut Zip<W>) -> Result<(), ArchiveError> {
        for folder in self.manifest.empty_dirs() {
            zip.add_directory(self.name(folder), options().unix_permissions(0o755))?;
        }
        for (path, entry) in self.manifest.entries() {
            let (name, hash) = (self.name(path), &entry.hash);
            match entry.mode {
                Mode::Link => {
                    zip.add_symlink(name, self.link(path, hash)?, options().unix_permissions(0o777))?
                }
                Mode::Plain => self.add(zip, path, hash, name, 0o644)?,
                Mode::Executable => self.add(zip, path, hash, name, 0o755)?,
            }
        }
        Ok(())
    }

    fn add<W: Write>(
        &self,
        zip: &mut Zip<W>,
        path: &TreePath,
        hash: &BlobHash,
        name: String,
        permissions: u32,
    ) -> Result<(), ArchiveError> {
        let size = self.blobs.size(hash).unwrap_or(u64::MAX);
        let content = self.open(path, hash)?;
        let options = options().unix_permissions(permissions);
        zip_stream::add(zip, name, options, size, content, |source| content_lost(path, source))
    }

    fn link(&self, path: &TreePath, hash: &BlobHash) -> Result<String, ArchiveError> {
        let mut target = Vec::new();
        let content = self.open(path, hash)?;
        content.take(LINK_MAX).read_to_end(&mut target).map_err(|source| content_lost(path, source))?;
        Ok(String::from_utf8_lossy(&target).into_owned())
    }

    fn open(&self, path: &TreePath, hash: &BlobHash) -> Result<impl Read + use<>, ArchiveError> {
        self.blobs.open(hash).map_err(|error| content_lost(path, io::Error::other(error)))
    }

    /// The name in the archive. What is no UTF-8, and `\`, which some systems take for a step to another folder, are
    /// written as `%XX`; should that be another file's name, `_` is added.
    fn name(&self, path: &TreePath) -> String {
        let text = path.as_str();
        let mut name = text.strip_prefix("//").unwrap_or(text).replace('\\', "%5C");
        let taken = |name: &str| TreePath::parse(name).is_ok_and(|other| self.manifest.get(&other).is_some());
        while name != text && taken(&name) {
            name.push('_');
        }
        name
    }
}

fn content_lost(path: &TreePath, source: io::Error) -> ArchiveError {
    ArchiveError::Content { path: path.clone(), source }
}
