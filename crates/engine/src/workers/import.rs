//! A worker from a file with the modules beside it, or from an archive.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use pegboard_model::provider::Progress;
use pegboard_model::worker::{FILE_EXTENSION, WORKER_MAX, Worker};
use tempfile::TempDir;

use super::beside::Beside;
use super::error::{KeepError, WorkerFileError};
use super::put::{Kept, keep};
use crate::bundle::{BundleLimits, shown, unpack};
use crate::core::Core;
use crate::toolsets::{blocking, staging};

/// Where a worker comes from.
#[derive(Debug, Clone)]
pub enum WorkerSource {
    /// A `NAME.worker` file of this machine.
    File(PathBuf),
    /// An uploaded archive with one such file, and its modules beside that.
    Zip(PathBuf),
}

/// A worker's file that was read.
struct Found {
    text: String,
    /// What it is called.
    name: String,
    /// Where it lies.
    folder: PathBuf,
    /// Goes with this.
    _unpacked: Option<TempDir>,
}

/// Imports a worker. All or nothing: any error leaves everything as it was.
pub(crate) async fn import(
    core: &Core,
    source: WorkerSource,
    progress: &dyn Progress,
) -> Result<Kept, KeepError> {
    let staging = staging(&core.data);
    let found = blocking(move || Ok(find(source, &staging))).await??;
    let worker = Worker::parse(&found.text, &found.name)?;
    let _turn = core.installing.lock().await;
    let beside = Beside::copied(core, &worker, Some(found.folder.clone())).await?;
    keep(core, worker, &found.text, &beside, progress).await
}

fn find(source: WorkerSource, staging: &Path) -> Result<Found, KeepError> {
    let (file, unpacked) = match source {
        WorkerSource::File(file) => (file, None),
        WorkerSource::Zip(archive) => {
            let folder = unpacked(&archive, staging)?;
            (folder.1, Some(folder.0))
        }
    };
    let name = file.file_name().map(|name| shown(name.as_encoded_bytes())).unwrap_or_default();
    if !name.ends_with(&format!(".{FILE_EXTENSION}")) {
        return Err(WorkerFileError::Name(name).into());
    }
    let text = read(&file, &name)?;
    let folder = file.parent().unwrap_or(Path::new("/")).to_owned();
    Ok(Found { text, name, folder, _unpacked: unpacked })
}

/// Unpacks an archive, and finds the only worker in it.
fn unpacked(archive: &Path, staging: &Path) -> Result<(TempDir, PathBuf), KeepError> {
    fs::create_dir_all(staging)?;
    let folder = tempfile::Builder::new().prefix("worker-").tempdir_in(staging)?;
    let archive = File::open(archive)?;
    let files = unpack(archive, folder.path(), &BundleLimits::default()).map_err(KeepError::Beside)?.files;
    let ending = format!(".{FILE_EXTENSION}");
    let mut workers = files.into_iter().map(|file| file.path).filter(|path| path.ends_with(&ending));
    match (workers.next(), workers.next()) {
        (Some(one), None) => {
            let file = folder.path().join(one);
            Ok((folder, file))
        }
        (None, _) => Err(WorkerFileError::None.into()),
        (Some(one), Some(other)) => {
            let shown = [one, other].map(|path| shown(path.as_bytes()));
            Err(WorkerFileError::Several(shown.to_vec()).into())
        }
    }
}

/// The text of a worker's file, and a byte more where it is too long: then it is refused when it is parsed.
fn read(file: &Path, name: &str) -> Result<String, WorkerFileError> {
    let unreadable = |source| WorkerFileError::Unreadable { path: name.to_owned(), source };
    // A pipe would keep the server waiting.
    if !fs::metadata(file).map_err(unreadable)?.is_file() {
        return Err(unreadable(io::ErrorKind::InvalidInput.into()));
    }
    let mut bytes = Vec::new();
    let most = u64::try_from(WORKER_MAX).unwrap_or(u64::MAX).saturating_add(1);
    File::open(file).and_then(|file| file.take(most).read_to_end(&mut bytes)).map_err(unreadable)?;
    String::from_utf8(bytes).map_err(|_| WorkerFileError::NotText(name.to_owned()))
}
