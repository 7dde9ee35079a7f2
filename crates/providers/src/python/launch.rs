//! Starts a runner and has it import its toolset.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Once};

use command_fds::{CommandFdExt, FdMapping};
use pegboard_model::provider::{Bundle, Progress};
use pegboard_model::toolset::Isolation;
use pegboard_processes::HOUSE;
use rustix::pipe::{PipeFlags, pipe_with};
use tokio::net::unix::pipe::Receiver;
use tokio::sync::{OnceCell, oneshot};
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use crate::fault;
use crate::python::bounds::{Bounds, Reach};
use crate::python::config::PythonConfig;
use crate::python::control::Control;
use crate::python::environment::{EnvironmentError, Environments};
use crate::python::protocol::{Event, Order, VERSION};
use crate::python::runner::Runner;
use crate::python::sdk;
use crate::python::stage::{Stage, Stuck, follow};
use crate::python::supervise::{Loading, Process, supervise};
use crate::variables;

/// The descriptor at which a runner finds its control socket.
const CONTROL_DESCRIPTOR: i32 = 3;

/// A runner could not be started.
#[derive(Debug, thiserror::Error)]
pub(super) enum LaunchError {
    /// There is no environment for it.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    /// The system refuses a process, a socket or a file.
    #[error("the process for the toolset's Python tools could not be started: {0}")]
    System(#[from] io::Error),
    /// The bundle asks for a sandbox that this machine does not have.
    #[error(
        "the toolset asks for a sandbox that cannot be put on here: {0}. Its tools run on Linux with Landlock \
         switched on, or when its toolset.yaml does not ask (`python: {{sandbox: …}}`)"
    )]
    Unconfinable(String),
    /// It speaks another protocol.
    #[error(
        "the toolset's Python runner speaks protocol {0} instead of {VERSION}: is another covalt_toolset installed?"
    )]
    Protocol(u32),
    /// Its imports or one of its hooks take too long, or end it.
    #[error("{why}")]
    Stuck {
        /// What of them, and how.
        why: String,
        /// What the runner printed.
        log: String,
    },
    /// The provider is shut down.
    #[error("the server stops")]
    Stopping,
}

/// What a runner is made of.
#[derive(Clone, Copy)]
struct Programs<'a> {
    python: &'a Path,
    sdk: &'a Path,
}

/// Starts runners.
pub(super) struct Launcher {
    config: PythonConfig,
    pub(super) environments: Environments,
    sdk: OnceCell<PathBuf>,
    /// Said once, not for each runner.
    unconfined: Once,
    /// Ends every runner.
    pub(super) stop: CancellationToken,
    /// The supervisors.
    pub(super) tasks: TaskTracker,
}

impl Launcher {
    /// Starts nothing yet.
    pub(super) fn new(config: PythonConfig) -> Self {
        Self {
            environments: Environments::new(config.clone()),
            config,
            sdk: OnceCell::new(),
            unconfined: Once::new(),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
        }
    }

    /// Starts a runner for this bundle that may take the calls of every chat.
    pub(super) async fn launch(
        &self,
        bundle: &Bundle,
        progress: &dyn Progress,
    ) -> Result<Arc<Runner>, LaunchError> {
        let reach = Reach { workspaces: &self.config.workspaces, scratch: &self.config.scratch };
        self.launch_within(bundle, reach, progress).await
    }

    /// Starts a runner for this bundle; when this returns, its modules are imported and its hooks have run.
    ///
    /// A module that cannot be imported is no error here: calls of its functions tell. Neither is a hook that fails, of
    /// which the runner tells, and every call.
    /// Whoever drops this future ends the runner with all that its imports started.
    pub(super) async fn launch_within(
        &self,
        bundle: &Bundle,
        reach: Reach<'_>,
        progress: &dyn Progress,
    ) -> Result<Arc<Runner>, LaunchError> {
        let python = self.environments.python(&bundle.requirements, progress).await?;
        let folder = self.config.folder.clone();
        let sdk = self
            .sdk
            .get_or_try_init(|| async {
                let unpacking = tokio::task::spawn_blocking(move || sdk::unpack(&folder));
                unpacking.await.map_err(io::Error::other)?
            })
            .await?;
        if self.stop.is_cancelled() {
            return Err(LaunchError::Stopping);
        }
        let (runner, loaded) = self.start(bundle, reach, Programs { python: &python, sdk })?;
        let unless_loaded = runner.end.clone().drop_guard();
        self.load(bundle, reach, &runner, loaded, unless_loaded).await?;
        Ok(runner)
    }

    fn start(
        &self,
        bundle: &Bundle,
        reach: Reach<'_>,
        programs: Programs<'_>,
    ) -> io::Result<(Arc<Runner>, Loading)> {
        for folder in [reach.workspaces, reach.scratch] {
            fs::create_dir_all(folder)?;
        }
        let (control, theirs) = Control::pair()?;
        let (log, log_writer) = pipe_with(PipeFlags::CLOEXEC)?;
        let log = Receiver::from_owned_fd(log)?;
        let id = Uuid::now_v7().to_string();
        let mut command = self.command(bundle, programs, &id, log_writer, theirs)?;
        // The one such folder that the sandbox leaves open; each call then gets its own in it.
        command.env("TMPDIR", reach.scratch);
        let child = tokio::process::Command::from(command).spawn()?;
        let end = self.stop.child_token();
        let runner = Arc::new(Runner::new(bundle, control, self.config.idle_after, end));
        let (sender, loaded) = oneshot::channel();
        self.tasks.spawn(supervise(Process {
            runner: Arc::clone(&runner),
            child,
            log,
            mark: variables::mark(&id),
            loaded: sender,
        }));
        Ok((runner, loaded))
    }

    fn command(
        &self,
        bundle: &Bundle,
        programs: Programs<'_>,
        id: &str,
        log: OwnedFd,
        control: OwnedFd,
    ) -> io::Result<Command> {
        let Programs { python, sdk } = programs;
        let mut command = Command::new(python);
        command
            .args(["-X", "utf8", "-P", "-m", "covalt_toolset.runner"])
            .current_dir(&bundle.root)
            .process_group(0)
            .env_clear()
            .envs(variables::for_tools())
            .env(HOUSE, &self.config.house)
            .env(variables::RUNNER, id)
            .env("PYTHONPATH", sdk)
            // A bundle's folder is not written to, and environments are compiled when they are made.
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log);
        if let Some(programs) = python.parent() {
            command.env("PATH", variables::path_with(programs));
        }
        command
            .fd_mappings(vec![FdMapping { parent_fd: control, child_fd: CONTROL_DESCRIPTOR }])
            .map_err(io::Error::other)?;
        Ok(command)
    }

    fn order<'a>(&'a self, bundle: &'a Bundle, reach: Reach<'a>, runner: &'a Runner) -> Order<'a> {
        Order::Load {
            protocol: VERSION,
            toolset: bundle.toolset.as_str(),
            root: runner.root(),
            modules: &bundle.modules,
            isolation: bundle.isolation.map(Isolation::as_str),
            hooks: &bundle.hooks,
            sandbox: Box::new(Bounds::of(&bundle.sandbox, runner.root(), reach, &self.config)),
        }
    }

    async fn load(
        &self,
        bundle: &Bundle,
        reach: Reach<'_>,
        runner: &Runner,
        loaded: Loading,
        unless_loaded: DropGuard,
    ) -> Result<(), LaunchError> {
        let order = self.order(bundle, reach, runner);
        // Where it died already, its supervisor tells how.
        if let Err(cause) = runner.control.send(&order, &[]).await
            && cause.kind() == io::ErrorKind::InvalidInput
        {
            return Err(cause.into());
        }
        let stages = Stage::all(bundle, &self.config);
        match follow(stages, runner.hooks_begun.subscribe(), loaded).await {
            Ok(Event::Loaded { protocol: VERSION, python, failed, uninitialised, unconfined }) => {
                let toolset = bundle.toolset.as_str();
                tracing::debug!(toolset, python, "a runner is ready");
                for (module, fault) in failed {
                    tracing::info!(toolset, module, fault = fault.message, "a module failed to import");
                }
                if let Some(fault) = uninitialised {
                    tracing::warn!(toolset, fault = fault.message, "a hook failed");
                    let failure = fault::failure(fault.kind, fault.message, fault.traceback);
                    let _first = runner.uninitialised.set(failure);
                }
                if let Some(why) = unconfined {
                    self.unconfined.call_once(|| {
                        tracing::warn!(
                            why,
                            "Python tools run without a sandbox, with the rights of the server"
                        );
                    });
                }
                unless_loaded.disarm();
                Ok(())
            }
            Ok(Event::Loaded { protocol, .. }) => Err(LaunchError::Protocol(protocol)),
            Ok(Event::Unconfinable { message }) => Err(LaunchError::Unconfinable(message)),
            Ok(_) => Err(LaunchError::Protocol(0)),
            Err(_) if self.stop.is_cancelled() => Err(LaunchError::Stopping),
            Err(Stuck::Slow(stage)) => {
                drop(unless_loaded);
                runner.gone.cancelled().await;
                Err(LaunchError::Stuck { why: stage.slow(), log: runner.log_text() })
            }
            Err(Stuck::Died(stage, how)) => {
                Err(LaunchError::Stuck { why: stage.died(&how), log: runner.log_text() })
            }
        }
    }
}
