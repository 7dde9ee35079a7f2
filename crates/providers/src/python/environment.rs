//! Virtual environments: one for all toolsets without requirements, one for each different set of them.
//!
//! An environment is made beside its place and renamed, so one with the right name is always whole.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use pegboard_model::provider::Progress;
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use crate::making::{Unfinished, lock};
use crate::program::{Program, ProgramError};
use crate::python::config::PythonConfig;
use crate::python::interpreter::{self, Interpreter, InterpreterError};
use crate::python::requirements::{RequirementError, Requirements};
use crate::python::sdk;
use crate::python::uv::{self, Uv, UvError};

/// There is no environment to run in.
#[derive(Debug, thiserror::Error)]
pub enum EnvironmentError {
    /// No interpreter.
    #[error(transparent)]
    Interpreter(#[from] InterpreterError),
    /// No installer.
    #[error(transparent)]
    Uv(#[from] UvError),
    /// The bundle asks for what is not installed.
    #[error(transparent)]
    Requirement(#[from] RequirementError),
    /// The environment could not be made.
    #[error("the Python environment could not be made: {0}")]
    Make(#[source] ProgramError),
    /// The packages could not be installed.
    #[error("the Python packages could not be installed: {0}")]
    Install(#[source] ProgramError),
    /// A folder or file could not be written.
    #[error("the folder of the Python environments could not be written: {0}")]
    Folder(#[from] io::Error),
}

/// Makes environments, and remembers what it found out about this machine.
pub(super) struct Environments {
    config: PythonConfig,
    interpreter: OnceCell<Interpreter>,
    uv: OnceCell<Uv>,
    /// One maker at a time in this process; across processes a lock file does the same.
    making: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
}

impl Environments {
    /// Finds and makes nothing yet.
    pub(super) fn new(config: PythonConfig) -> Self {
        Self { config, interpreter: OnceCell::new(), uv: OnceCell::new(), making: Mutex::default() }
    }

    /// The interpreter; looked for once.
    pub(super) async fn interpreter(&self) -> Result<&Interpreter, InterpreterError> {
        self.interpreter
            .get_or_try_init(|| interpreter::find(self.config.interpreter.as_deref(), &self.config.house))
            .await
    }

    /// `uv` as far as it is there already.
    pub(super) async fn find_uv(&self) -> Result<Option<Uv>, UvError> {
        uv::find(self.config.uv.as_deref(), &self.config.folder, &self.config.house).await
    }

    /// The `python` of the environment for these requirement lines, which is made first where it is missing.
    pub(super) async fn python(
        &self,
        lines: &[String],
        progress: &dyn Progress,
    ) -> Result<PathBuf, EnvironmentError> {
        let own = Requirements::parse(lines)?;
        let place = self.place(&own).await?;
        let python = place.join("bin/python");
        // Following the link: an interpreter that was removed since makes the environment useless.
        if python.is_file() {
            return Ok(python);
        }
        let name = file_name(&place);
        let turn = Arc::clone(locked(&self.making).entry(name).or_default());
        let _turn = turn.lock().await;
        let _lock = lock(place.with_extension("lock")).await?;
        if !python.is_file() {
            self.make(&own, &place, progress).await?;
        }
        Ok(python)
    }

    /// Where the environment for these requirements stands, or would.
    pub(super) async fn place(&self, own: &Requirements) -> Result<PathBuf, EnvironmentError> {
        let interpreter = self.interpreter().await?;
        let mut hasher = Sha256::new();
        hasher.update(interpreter.version.as_bytes());
        hasher.update(interpreter.file.as_os_str().as_encoded_bytes());
        for line in sdk::BASE_REQUIREMENTS.lines().chain(own.lines()) {
            hasher.update(b"\n");
            hasher.update(line.as_bytes());
        }
        let hash: String = hasher.finalize().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        let prefix = if own.is_empty() { "base-" } else { "" };
        let envs = self.config.folder.join("envs");
        Ok(envs.join(format!("{prefix}{hash}")))
    }

    async fn make(
        &self,
        own: &Requirements,
        place: &Path,
        progress: &dyn Progress,
    ) -> Result<(), EnvironmentError> {
        let interpreter = self.interpreter().await?;
        let uv = self.uv.get_or_try_init(|| self.find_or_install_uv(interpreter, progress)).await?;
        if fs::symlink_metadata(place).is_ok() {
            fs::remove_dir_all(place)?;
        }
        let beside = place.with_extension("making");
        if beside.exists() {
            // Left by a maker that was ended; the lock says that it does not live.
            fs::remove_dir_all(&beside)?;
        }
        let beside = Unfinished::new(beside);
        progress.step(&format!("Making a Python {} environment", interpreter.version));
        let mut venv = self.uv_program(uv);
        venv.command()
            .args(["venv", "--quiet", "--no-project", "--relocatable", "--python"])
            .arg(&interpreter.file)
            .arg(beside.path());
        venv.run(progress).await.map_err(EnvironmentError::Make)?;

        self.install(own, uv, beside.path(), progress).await?;
        fs::rename(beside.path(), place)?;
        progress.step("The Python environment is ready");
        Ok(())
    }

    /// Installs the base packages and the toolset's own ones.
    async fn install(
        &self,
        own: &Requirements,
        uv: &Uv,
        place: &Path,
        progress: &dyn Progress,
    ) -> Result<(), EnvironmentError> {
        let base = place.join("base-requirements.txt");
        fs::write(&base, sdk::BASE_REQUIREMENTS)?;
        let list = place.join("requirements.txt");
        let lines: Vec<_> = own.lines().collect();
        fs::write(&list, lines.join("\n"))?;
        let names = [&["pydantic"], &*lines].concat();
        progress.step(&format!("Installing {}", names.join(", ")));
        let mut install = self.uv_program(uv);
        install
            .command()
            .args(["pip", "install", "--compile-bytecode", "--python"])
            .arg(place.join("bin/python"))
            .arg("--requirements")
            .arg(&base);
        if !own.is_empty() {
            install.command().arg("--requirements").arg(&list);
        }
        install.run(progress).await.map_err(EnvironmentError::Install).map(drop)
    }

    async fn find_or_install_uv(
        &self,
        interpreter: &Interpreter,
        progress: &dyn Progress,
    ) -> Result<Uv, EnvironmentError> {
        if let Some(uv) = self.find_uv().await? {
            return Ok(uv);
        }
        let folder = &self.config.folder;
        let _lock = lock(folder.join("tools").join("uv.lock")).await?;
        // Whoever held the lock may just have installed it.
        if let Some(uv) = self.find_uv().await? {
            return Ok(uv);
        }
        let limit = self.config.install_timeout;
        Ok(uv::install(interpreter, folder, &self.config.house, limit, progress).await?)
    }

    fn uv_program(&self, uv: &Uv) -> Program {
        let mut program = Program::new(&uv.file, &self.config.house, self.config.install_timeout);
        program
            .command()
            .current_dir(self.config.folder.join("envs"))
            .env("UV_CACHE_DIR", self.config.folder.join("uv-cache"))
            .env("UV_PYTHON_DOWNLOADS", "never")
            .env("UV_NO_PROGRESS", "1")
            // The certificates that the machine trusts, by its name since 0.11 and before.
            .env("UV_SYSTEM_CERTS", "1")
            .env("UV_NATIVE_TLS", "1");
        program
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
