//! The folders of installed toolsets.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::ToolsetId;
use sha2::{Digest, Sha256};

use crate::bundle::{BundleFile, Staged};
use crate::core::Core;
use crate::layout;

const CHUNK: usize = 64 << 10;

/// Where bundles are unpacked and checked. The name is no toolset's: those begin with a letter or digit.
pub(crate) fn staging(data: &Path) -> PathBuf {
    layout::toolsets(data).join(".staging")
}

/// Work on the disk, off the threads that serve.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(io::Error::from)?
}

/// Moves a checked bundle to `target`, from where it survives a loss of power.
///
/// A folder that is there already holds the same files under the same fingerprint; it is kept when it is whole, so that
/// nothing is taken away from calls that run in it, and replaced when something in it was changed.
pub(super) fn place(staged: &Staged, target: &Path) -> io::Result<()> {
    sync(staged.root(), &staged.files)?;
    let Some(versions) = target.parent() else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    fs::create_dir_all(versions)?;
    if target.exists() {
        if is_whole(target, &staged.files) {
            return Ok(());
        }
        // Left in the staging folder until it is removed, so that no call ever meets half a folder.
        let broken = staged.root().with_extension("replaced");
        fs::rename(target, &broken)?;
        fs::rename(staged.root(), target)?;
        fs::remove_dir_all(broken)?;
    } else {
        fs::rename(staged.root(), target)?;
    }
    File::open(versions)?.sync_all()?;
    match versions.parent() {
        Some(toolsets) => File::open(toolsets)?.sync_all(),
        None => Ok(()),
    }
}

/// Whether every file of a version is there as it was installed.
pub(super) fn is_whole(root: &Path, files: &[BundleFile]) -> bool {
    files.iter().all(|file| matches!(hash(&root.join(&file.path)), Ok(sha256) if sha256 == file.sha256))
}

/// Removes a toolset's versions, except those to keep.
pub(super) fn prune(data: &Path, id: &ToolsetId, keep: &[Fingerprint]) -> io::Result<()> {
    let keep: Vec<PathBuf> = keep.iter().map(|fingerprint| layout::toolset(data, id, fingerprint)).collect();
    let versions = layout::toolsets(data).join(id.as_str());
    for version in folders(&versions)? {
        if !keep.contains(&version) {
            fs::remove_dir_all(version)?;
        }
    }
    if keep.is_empty() { gone(fs::remove_dir(versions)) } else { Ok(()) }
}

/// Removes what no row names: half-finished imports, and versions that were replaced or uninstalled. For the start,
/// when nobody runs in any of them; what cannot be removed costs only space.
pub(crate) async fn sweep(core: &Core) {
    let live: BTreeSet<PathBuf> =
        core.registry.current().toolsets().map(|toolset| toolset.bundle.root.clone()).collect();
    let data = core.data.clone();
    match tokio::task::spawn_blocking(move || remove_unnamed(&data, &live)).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(?error, "left-over toolset folders could not be removed"),
        Err(error) => tracing::warn!(?error, "left-over toolset folders were not looked at"),
    }
}

fn remove_unnamed(data: &Path, live: &BTreeSet<PathBuf>) -> io::Result<()> {
    gone(fs::remove_dir_all(staging(data)))?;
    for toolset in folders(&layout::toolsets(data))? {
        let versions = folders(&toolset)?;
        let unnamed: Vec<&PathBuf> = versions.iter().filter(|version| !live.contains(*version)).collect();
        for version in &unnamed {
            tracing::info!(folder = %version.display(), "removing a toolset folder that no row names");
            fs::remove_dir_all(version)?;
        }
        if unnamed.len() == versions.len() {
            // Fails when somebody put a file there, which is then theirs to remove.
            let _ = fs::remove_dir(&toolset);
        }
    }
    // There from the start, so that a preview leaves the data folder as it found it.
    fs::create_dir(staging(data))
}

/// The folders in a folder, links to folders left out; none where there is no folder.
fn folders(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut folders = Vec::new();
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            folders.push(entry.path());
        }
    }
    Ok(folders)
}

/// What is not there is removed.
fn gone(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Makes files and the folders that name them durable.
fn sync(root: &Path, files: &[BundleFile]) -> io::Result<()> {
    let mut folders = BTreeSet::from([root.to_owned()]);
    for file in files {
        let path = root.join(&file.path);
        File::open(&path)?.sync_all()?;
        let above = path.ancestors().skip(1).take_while(|folder| *folder != root);
        folders.extend(above.map(Path::to_owned));
    }
    folders.iter().try_for_each(|folder| File::open(folder)?.sync_all())
}

fn hash(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        match file.read(&mut chunk)? {
            0 => {
                return Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect());
            }
            read => hasher.update(&chunk[..read]),
        }
    }
}
