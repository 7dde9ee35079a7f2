//! A bundle from its source to a checked folder.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use pegboard_model::container::FolderName;
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::provider::Progress;
use pegboard_model::toolset::ToolsetManifest;
use tempfile::TempDir;

use super::archive::unpack;
use super::containers::{self, ContainerFolder};
use super::contents;
use super::download::{download, plain};
use super::error::{BundleError, disk};
use super::folder;
use super::intake::BundleFile;
use super::limits::BundleLimits;
use super::mcpb::{self, Asked};
use super::name::shown;
use super::source::ImportSource;

/// A checked bundle in a folder of its own, which goes with it when it is dropped.
#[derive(Debug)]
pub(crate) struct Staged {
    folder: TempDir,
    pub(crate) manifest: ToolsetManifest,
    /// Sorted by path; `toolset.yaml` is one of them.
    pub(crate) files: Vec<BundleFile>,
    pub(crate) fingerprint: Fingerprint,
    /// What an MCP bundle asks for.
    pub(crate) asked: Asked,
    /// Its container tools, in the order of its manifest.
    pub(crate) containers: Vec<ContainerFolder>,
}

impl Staged {
    /// The folder.
    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }
}

/// Brings a bundle into a fresh folder below `staging` and checks it as a whole.
pub(crate) async fn stage(
    source: &ImportSource,
    staging: &Path,
    limits: &BundleLimits,
    progress: &dyn Progress,
) -> Result<Staged, BundleError> {
    fs::create_dir_all(staging).map_err(disk("the staging folder could not be made"))?;
    let archive = match source {
        ImportSource::Url { url, sha256 } => {
            progress.step(&format!("Downloading {}", plain(url)));
            Some(download(url, *sha256, staging, limits).await?)
        }
        ImportSource::Zip { name, .. } => {
            progress.step(&format!("Unpacking {}", shown(name.as_bytes())));
            None
        }
        ImportSource::Folder(folder) => {
            progress.step(&format!("Copying {}", shown(folder.as_os_str().as_encoded_bytes())));
            None
        }
    };
    let origin = match (source, archive) {
        (ImportSource::Folder(folder), _) => Origin::Folder(folder.clone()),
        (ImportSource::Zip { file, .. }, _) => {
            Origin::Uploaded(File::open(file).map_err(disk("the uploaded archive could not be opened"))?)
        }
        (ImportSource::Url { .. }, Some(archive)) => Origin::Downloaded(archive.into_file()),
        (ImportSource::Url { url, .. }, None) => {
            return Err(BundleError::Download { url: plain(url), what: "nothing came".to_owned() });
        }
    };
    let (staging, limits) = (staging.to_owned(), limits.clone());
    tokio::task::spawn_blocking(move || take_in(origin, &staging, &limits))
        .await
        .map_err(|error| BundleError::Io { doing: "the work was broken off", source: error.into() })?
}

/// A source that is on this machine now.
enum Origin {
    Uploaded(File),
    /// Its folder is named by who serves it, often after the version.
    Downloaded(File),
    Folder(PathBuf),
}

/// The name of a folder that a bundle comes from.
fn folder_name(folder: &Path) -> Option<String> {
    Some(folder.canonicalize().ok()?.file_name()?.to_string_lossy().into_owned())
}

fn take_in(origin: Origin, staging: &Path, limits: &BundleLimits) -> Result<Staged, BundleError> {
    let folder = tempfile::Builder::new()
        .prefix("bundle-")
        .tempdir_in(staging)
        .map_err(disk("the staging folder could not be made"))?;
    let (mut files, name) = match origin {
        Origin::Uploaded(archive) => {
            let unpacked = unpack(archive, folder.path(), limits)?;
            (unpacked.files, unpacked.folder)
        }
        Origin::Downloaded(archive) => (unpack(archive, folder.path(), limits)?.files, None),
        Origin::Folder(source) => (folder::copy(&source, folder.path(), limits)?, folder_name(&source)),
    };
    let asked = if containers::is_tool(folder.path(), &files, limits) {
        let name = name.as_deref().map_or(FolderName::Unknown, FolderName::Is);
        containers::adopt(folder.path(), &mut files, name, limits)?;
        Asked::default()
    } else {
        mcpb::adopt(folder.path(), &mut files, limits)?
    };
    let manifest = contents::check(folder.path(), &files, limits)?;
    let containers = containers::read(folder.path(), &manifest, &files, limits)?;
    let fingerprint = contents::fingerprint(&files);
    Ok(Staged { folder, manifest, files, fingerprint, asked, containers })
}
