//! Finds `uv`, or installs it where it is missing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use pegboard_model::provider::Progress;

use crate::program::{Program, ProgramError};
use crate::python::interpreter::Interpreter;
use crate::unheard::Unheard;
use crate::variables;

/// The version that is installed where there is none.
const PINNED: &str = "0.13.9";

/// How long `uv --version` may take.
const ANSWER_TIME: Duration = Duration::from_secs(30);

/// A `uv` that runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uv {
    /// The program, absolute.
    pub file: PathBuf,
    /// Such as `uv 0.13.9`.
    pub version: String,
}

/// There is no `uv`, and it cannot be installed either.
#[derive(Debug, thiserror::Error)]
pub enum UvError {
    /// The configured one does not run.
    #[error("the configured uv cannot be used: {0}")]
    Broken(#[source] ProgramError),
    /// Its installation failed.
    #[error(
        "uv is not on PATH and could not be installed: install it, or the venv and pip modules of Python \
         (such as `apt install python3-venv`). {0}"
    )]
    NotInstalled(#[source] ProgramError),
    /// A folder could not be written.
    #[error("the folder for uv could not be made: {0}")]
    Folder(#[from] io::Error),
}

/// Where the pinned version is installed below the provider's folder.
fn installed(folder: &Path) -> PathBuf {
    folder.join("tools").join(format!("uv-{PINNED}"))
}

/// The configured `uv`, the one on `PATH`, or the one that was installed before; installs none.
pub(super) async fn find(
    configured: Option<&Path>,
    folder: &Path,
    house: &str,
) -> Result<Option<Uv>, UvError> {
    if let Some(file) = configured {
        return version(file, house).await.map(Some).map_err(UvError::Broken);
    }
    let on_path = variables::search_path().into_iter().map(|folder| folder.join("uv"));
    for file in on_path.chain([installed(folder).join("bin/uv")]) {
        if !file.is_file() {
            continue;
        }
        match version(&file, house).await {
            Ok(uv) => return Ok(Some(uv)),
            Err(fault) => tracing::debug!(%fault, "passing over a uv"),
        }
    }
    Ok(None)
}

async fn version(file: &Path, house: &str) -> Result<Uv, ProgramError> {
    let mut program = Program::new(file, house, ANSWER_TIME);
    program.command().arg("--version");
    let version = program.run(&Unheard).await?.trim().to_owned();
    Ok(Uv { file: file.to_owned(), version })
}

/// Installs the pinned version with the interpreter's own `pip`. One at a time: the caller holds a lock.
pub(super) async fn install(
    interpreter: &Interpreter,
    folder: &Path,
    house: &str,
    limit: Duration,
    progress: &dyn Progress,
) -> Result<Uv, UvError> {
    progress.step(&format!("Installing uv {PINNED}, which installs Python packages"));
    let target = installed(folder);
    let tools = folder.join("tools");
    fs::create_dir_all(&tools)?;
    // The program in it is native and does not mind being moved, unlike the rest of the folder, which nobody uses.
    let beside = tempfile::Builder::new().prefix(".making-").tempdir_in(&tools)?;
    let mut venv = Program::new(&interpreter.file, house, limit);
    venv.command().args(["-I", "-m", "venv"]).arg(beside.path());
    venv.run(progress).await.map_err(UvError::NotInstalled)?;
    let mut pip = Program::new(&beside.path().join("bin/python"), house, limit);
    pip.command()
        .args(["-I", "-m", "pip", "install", "--quiet", "--only-binary=:all:"])
        .arg(format!("uv=={PINNED}"));
    pip.run(progress).await.map_err(UvError::NotInstalled)?;
    if target.exists() {
        // It was found not to run, or it would not be installed again.
        fs::remove_dir_all(&target)?;
    }
    fs::rename(beside.path(), &target)?;
    let _renamed = beside.keep();
    version(&target.join("bin/uv"), house).await.map_err(UvError::NotInstalled)
}
