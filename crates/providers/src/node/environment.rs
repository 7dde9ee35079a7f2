//! Packages: those of the runner, and a folder of them for each different set that toolsets want.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use pegboard_model::provider::Progress;
use pegboard_model::toolset::NodeSection;
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use crate::making::{Unfinished, lock};
use crate::node::config::NodeConfig;
use crate::node::installer::{Way, install};
use crate::node::runtime::{self, NodeRuntime, RuntimeError};
use crate::node::sdk;
use crate::node::wanted::{Wanted, WantedError};
use crate::program::ProgramError;

/// There are no packages to run with.
#[derive(Debug, thiserror::Error)]
pub enum EnvironmentError {
    /// No Node.
    #[error(transparent)]
    Runtime(#[from] RuntimeError),
    /// No npm.
    #[error("npm was not found beside Node or on PATH: it installs what the toolset's tools need")]
    NoNpm,
    /// The bundle asks for what is not installed.
    #[error(transparent)]
    Wanted(#[from] WantedError),
    /// The packages could not be installed.
    #[error("the packages could not be installed: {0}")]
    Install(#[source] ProgramError),
    /// A folder or file could not be written.
    #[error("the folder of the Node packages could not be written: {0}")]
    Folder(#[from] io::Error),
}

/// Installs packages, and remembers what it found out about this machine.
pub(super) struct Environments {
    config: NodeConfig,
    runtime: OnceCell<NodeRuntime>,
    runner: OnceCell<PathBuf>,
    /// One maker at a time in this process; across processes a lock file does the same.
    making: Mutex<HashMap<PathBuf, Arc<tokio::sync::Mutex<()>>>>,
}

impl Environments {
    /// Finds and makes nothing yet.
    pub(super) fn new(config: NodeConfig) -> Self {
        Self { config, runtime: OnceCell::new(), runner: OnceCell::new(), making: Mutex::default() }
    }

    /// Node; looked for once.
    pub(super) async fn runtime(&self) -> Result<&NodeRuntime, RuntimeError> {
        self.runtime
            .get_or_try_init(|| runtime::find(self.config.program.as_deref(), &self.config.house))
            .await
    }

    /// The runner's folder, with its packages.
    pub(super) async fn runner(&self, progress: &dyn Progress) -> Result<&Path, EnvironmentError> {
        let runner = self.runner.get_or_try_init(|| async {
            let folder = self.config.folder.clone();
            let unpacked = blocking(move || sdk::unpack(&folder)).await?;
            let wanted = unpacked.join("node_modules/.ready");
            if !wanted.is_file() {
                let _lock = lock(unpacked.with_extension("lock")).await?;
                if !wanted.is_file() {
                    progress.step("Installing what runs tools of the AI SDK");
                    // Not to the byte: the lock file names the programs of every platform, and no registry must have them all.
                    self.install(&unpacked, Way::Wanted, progress).await?;
                    fs::write(&wanted, "")?;
                }
            }
            Ok::<_, EnvironmentError>(unpacked)
        });
        runner.await.map(PathBuf::as_path)
    }

    /// The `node_modules` that a bundle's tools find, made first where it is missing; `None` when it wants none.
    pub(super) async fn packages(
        &self,
        section: &NodeSection,
        root: &Path,
        progress: &dyn Progress,
    ) -> Result<Option<PathBuf>, EnvironmentError> {
        let Some(wanted) = Wanted::of(section, root)? else { return Ok(None) };
        let place = self.place(&wanted).await?;
        let modules = place.join("node_modules");
        if modules.is_dir() {
            return Ok(Some(modules));
        }
        let turn = Arc::clone(
            self.making.lock().unwrap_or_else(PoisonError::into_inner).entry(place.clone()).or_default(),
        );
        let _turn = turn.lock().await;
        let _lock = lock(place.with_extension("lock")).await?;
        if !modules.is_dir() {
            self.make(&wanted, &place, progress).await?;
        }
        Ok(Some(modules))
    }

    /// Where the packages stand, or would. Native ones are made for one version of Node.
    async fn place(&self, wanted: &Wanted) -> Result<PathBuf, EnvironmentError> {
        let runtime = self.runtime().await?;
        let mut hasher = Sha256::new();
        let major = runtime.version.split('.').next().unwrap_or_default();
        for part in [major, &wanted.package, wanted.lock.as_deref().unwrap_or_default()] {
            hasher.update((part.len() as u64).to_be_bytes());
            hasher.update(part);
        }
        let hash: String = hasher.finalize().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        Ok(self.config.folder.join("envs").join(hash))
    }

    async fn make(
        &self,
        wanted: &Wanted,
        place: &Path,
        progress: &dyn Progress,
    ) -> Result<(), EnvironmentError> {
        let beside = place.with_extension("making");
        for left in [place, &beside] {
            // Left by a maker that was ended; the lock says that it does not live.
            if left.exists() {
                fs::remove_dir_all(left)?;
            }
        }
        fs::create_dir_all(&beside)?;
        let beside = Unfinished::new(beside);
        fs::write(beside.path().join("package.json"), &wanted.package)?;
        if let Some(lock) = &wanted.lock {
            fs::write(beside.path().join("package-lock.json"), lock)?;
        }
        progress.step(&format!("Installing {}", wanted.names.join(", ")));
        self.install(beside.path(), wanted.way, progress).await?;
        // A set without any package leaves none.
        fs::create_dir_all(beside.path().join("node_modules"))?;
        fs::rename(beside.path(), place)?;
        progress.step("The packages are ready");
        Ok(())
    }

    async fn install(
        &self,
        folder: &Path,
        way: Way,
        progress: &dyn Progress,
    ) -> Result<(), EnvironmentError> {
        let runtime = self.runtime().await?;
        let npm = runtime.npm.as_deref().ok_or(EnvironmentError::NoNpm)?;
        let NodeConfig { house, install_timeout, .. } = &self.config;
        install(runtime, npm, folder, way, house, *install_timeout, progress)
            .await
            .map_err(EnvironmentError::Install)
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(io::Error::other)?
}
