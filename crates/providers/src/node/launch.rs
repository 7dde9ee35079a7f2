//! Starts a runner and has it load its toolset.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream as StdStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use command_fds::{CommandFdExt, FdMapping};
use pegboard_model::document::DocumentErrors;
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::ToolsetId;
use pegboard_model::provider::{Bundle, Network, Progress};
use pegboard_model::toolset::{NodeSection, Sandbox, ToolsetManifest};
use pegboard_processes::HOUSE;
use rustix::pipe::{PipeFlags, pipe_with};
use tokio::net::UnixStream;
use tokio::net::unix::pipe::Receiver;
use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use crate::capture::Capture;
use crate::confinement::{Confinement, Files, Unconfinable};
use crate::ending::last_chars;
use crate::node::config::NodeConfig;
use crate::node::conversation::Silence;
use crate::node::environment::{EnvironmentError, Environments};
use crate::node::options::{Options, OptionsError};
use crate::node::protocol::{Context, Event, Fault, Order, Source, VERSION};
use crate::node::reaper::Processes;
use crate::node::runner::Runner;
use crate::node::{sdk, stage};
use crate::scratch::Scratch;
use crate::unheard::Unheard;
use crate::variables;

/// The descriptor at which a runner finds its socket.
const DESCRIPTOR: i32 = 3;

/// Bytes that are kept of what a toolset prints while it loads.
const LOG_BYTES: usize = 64 << 10;

/// A runner could not be started.
#[derive(Debug, thiserror::Error)]
pub(super) enum LaunchError {
    /// There is nothing for it to run with.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    /// The system refuses a process, a socket or a file.
    #[error("the process for the toolset's Node tools could not be started: {0}")]
    System(#[from] io::Error),
    /// The bundle's manifest is not what it was when it was installed.
    #[error("the toolset's manifest is damaged: import the toolset again")]
    Manifest(#[source] DocumentErrors),
    /// The bundle asks for a sandbox that this machine does not have.
    #[error(
        "the toolset asks for a sandbox that cannot be put on here: {0}. Its tools run on Linux with Landlock \
         switched on, or when its toolset.yaml does not ask (`node: {{sandbox: …}}`)"
    )]
    Unconfinable(#[from] Unconfinable),
    /// What its factories are called with cannot be filled in.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The bundle has no Node tools.
    #[error("the toolset declares no Node tools")]
    NoTools,
    /// Its code takes too long to load.
    #[error("loading the toolset's code took longer than {} s: move slow work out of its modules' top level", limit.as_secs())]
    Slow {
        /// What it was given.
        limit: Duration,
        /// What it printed.
        log: String,
    },
    /// It ended while it loaded.
    #[error("the process for the toolset's Node tools ended while it loaded the toolset's code")]
    Died {
        /// What it printed.
        log: String,
    },
    /// Something failed in it beside its imports.
    #[error("the toolset's code failed while it was loaded: {message}")]
    Failed {
        /// What failed.
        message: String,
        /// What it printed.
        log: String,
    },
    /// It does not speak as it should.
    #[error("the toolset's Node runner does not speak protocol {VERSION}")]
    Protocol,
    /// The provider is shut down.
    #[error("the server stops")]
    Stopping,
}

/// What all runners of one version of a bundle share.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) section: NodeSection,
    /// Where modules and packages find each other.
    root: PathBuf,
    programs: Option<PathBuf>,
}

/// Where a runner works.
pub(super) struct Place<'a> {
    pub(super) workspace: &'a Path,
    /// The chat, as tools are told of it; empty where there is none.
    pub(super) chat: String,
    pub(super) network: Network,
}

/// Starts runners.
pub(super) struct Launcher {
    config: NodeConfig,
    confinement: Confinement,
    pub(super) options: Options,
    pub(super) environments: Environments,
    stages: OnceCell<PathBuf>,
    prepared: Mutex<HashMap<ToolsetId, (Fingerprint, Arc<Prepared>)>>,
    /// Ends every runner.
    pub(super) stop: CancellationToken,
    /// What is under way in the background.
    pub(super) tasks: TaskTracker,
}

impl Launcher {
    /// Starts nothing yet.
    pub(super) fn new(config: NodeConfig) -> Self {
        Self {
            environments: Environments::new(config.clone()),
            confinement: Confinement::new(config.confine.clone()),
            options: Options::default(),
            config,
            stages: OnceCell::new(),
            prepared: Mutex::default(),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
        }
    }

    /// Installs what a bundle wants and lays out its folder, once for each version of it.
    pub(super) async fn prepare(
        &self,
        bundle: &Bundle,
        progress: &dyn Progress,
    ) -> Result<Arc<Prepared>, LaunchError> {
        let known = self.prepared().get(&bundle.toolset).cloned();
        if let Some((fingerprint, prepared)) = known
            && fingerprint == bundle.fingerprint
        {
            return Ok(prepared);
        }
        let section = read_section(&bundle.root)?;
        self.confinement.require(&section.sandbox)?;
        let runner = self.environments.runner(progress).await?;
        let packages = self.environments.packages(&section, &bundle.root, progress).await?;
        let stages = self.stages().await?.to_owned();
        let (staged, runner, linked) = (bundle.clone(), runner.to_owned(), packages.clone());
        let root = blocking(move || stage::stage(&stages, &staged, linked.as_deref(), &runner)).await?;
        let programs = packages.map(|packages| packages.join(".bin"));
        let prepared = Arc::new(Prepared { section, root, programs });
        self.prepared().insert(bundle.toolset.clone(), (bundle.fingerprint.clone(), Arc::clone(&prepared)));
        Ok(prepared)
    }

    /// Starts a runner that works in this workspace; when this returns, it has loaded the toolset's code.
    ///
    /// Code that cannot be loaded is no error here: its faults are given, and calls of its tools tell.
    pub(super) async fn launch(
        &self,
        bundle: &Bundle,
        prepared: &Prepared,
        place: Place<'_>,
    ) -> Result<(Runner, Vec<Fault>), LaunchError> {
        let Place { workspace, chat, network } = place;
        if self.stop.is_cancelled() {
            return Err(LaunchError::Stopping);
        }
        let args = self.options.fill(&bundle.toolset, &prepared.section, workspace).await?;
        let settings = self.options.settings(&bundle.toolset).await?;
        let mut runner = self.start(prepared, workspace, network).await?;
        let order = Order::Load {
            protocol: VERSION,
            root: &prepared.root,
            sources: prepared
                .section
                .tools
                .iter()
                .zip(args)
                .map(|(tool, args)| Source::of(tool, args))
                .collect(),
            context: Context {
                workspace,
                chat_id: chat,
                toolset_id: bundle.toolset.as_str(),
                toolset_root: &prepared.root,
                config: settings.expose_json(),
            },
        };
        let limit = self.config.load_timeout;
        let mut capture = Capture::new(LOG_BYTES);
        let said = tokio::select! {
            said = runner.load(&order, limit, &mut capture) => said,
            () = self.stop.cancelled() => return Err(LaunchError::Stopping),
        };
        let log = || last_chars(&capture.text()).to_owned();
        match said {
            Ok(Event::Loaded { protocol: VERSION, node, failed }) => {
                tracing::debug!(toolset = bundle.toolset.as_str(), node, "a Node runner is ready");
                Ok((runner, failed.into_values().collect()))
            }
            Ok(Event::Error(fault)) => Err(LaunchError::Failed { message: fault.message, log: log() }),
            Ok(_) | Err(Silence::TooLarge(_) | Silence::Unreadable(_)) => Err(LaunchError::Protocol),
            Err(Silence::TooSlow) => Err(LaunchError::Slow { limit, log: log() }),
            Err(Silence::Ended) => Err(LaunchError::Died { log: log() }),
        }
    }

    async fn start(
        &self,
        prepared: &Prepared,
        workspace: &Path,
        network: Network,
    ) -> Result<Runner, LaunchError> {
        let sandbox = match network {
            Network::AsDeclared => prepared.section.sandbox,
            Network::Closed => prepared.section.sandbox.closed(),
        };
        let runtime = self.environments.runtime().await.map_err(EnvironmentError::Runtime)?;
        let sdk = self.environments.runner(&Unheard).await?;
        fs::create_dir_all(&self.config.scratch)?;
        let scratch = Scratch::new(&self.config.scratch)?;
        let (ours, theirs) = StdStream::pair()?;
        ours.set_nonblocking(true)?;
        let (reader, writer) = UnixStream::from_std(ours)?.into_split();
        let (log, log_writer) = pipe_with(PipeFlags::CLOEXEC).map_err(io::Error::from)?;
        let id = Uuid::now_v7().to_string();
        let mut command = self.command(&runtime.node, &sandbox, workspace, &scratch)?;
        command
            .arg("--enable-source-maps")
            .arg(format!("--max-old-space-size={}", sandbox.memory_bytes() >> 20))
            .arg(sdk.join(sdk::ENTRY))
            .current_dir(workspace)
            .process_group(0)
            .env_clear()
            .envs(variables::for_tools())
            .env(HOUSE, &self.config.house)
            .env(variables::RUNNER, &id)
            .env("TMPDIR", scratch.path())
            .stdin(Stdio::null())
            .stdout(log_writer.try_clone()?)
            .stderr(log_writer);
        if let Some(programs) = &prepared.programs {
            command.env("PATH", variables::path_with(programs));
        }
        command
            .fd_mappings(vec![FdMapping { parent_fd: OwnedFd::from(theirs), child_fd: DESCRIPTOR }])
            .map_err(io::Error::other)?;
        let child = tokio::process::Command::from(command).spawn()?;
        Ok(Runner {
            processes: Processes::new(child, variables::mark(&id), self.tasks.clone()),
            reader,
            writer,
            log: Receiver::from_owned_fd(log)?,
            scratch,
        })
    }

    /// Node within the bounds of its toolset.
    fn command(
        &self,
        node: &Path,
        sandbox: &Sandbox,
        workspace: &Path,
        scratch: &Scratch,
    ) -> Result<Command, Unconfinable> {
        let files = Files {
            hidden: vec![self.config.data.clone()],
            writable: vec![workspace.to_owned(), scratch.path().to_owned()],
            readable: vec![self.config.folder.clone()],
        };
        self.confinement.command(node, sandbox, files)
    }

    /// Where bundles are laid out. What an earlier server left there goes first.
    async fn stages(&self) -> io::Result<&Path> {
        let stages = self.stages.get_or_try_init(|| async {
            let stages = self.config.folder.join("stages");
            blocking(move || {
                match fs::remove_dir_all(&stages) {
                    Err(cause) if cause.kind() != io::ErrorKind::NotFound => return Err(cause),
                    _ => {}
                }
                fs::create_dir_all(&stages)?;
                Ok(stages)
            })
            .await
        });
        stages.await.map(PathBuf::as_path)
    }

    /// What the bundle says of its Node tools, also before anything is prepared.
    pub(super) fn section(&self, bundle: &Bundle) -> Result<NodeSection, LaunchError> {
        match self.prepared().get(&bundle.toolset) {
            Some((fingerprint, prepared)) if *fingerprint == bundle.fingerprint => {
                Ok(prepared.section.clone())
            }
            _ => read_section(&bundle.root),
        }
    }

    /// Forgets what a toolset was prepared with.
    pub(super) fn forget(&self, toolset: &ToolsetId) {
        self.prepared().remove(toolset);
    }

    fn prepared(&self) -> std::sync::MutexGuard<'_, HashMap<ToolsetId, (Fingerprint, Arc<Prepared>)>> {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the bundle says of its Node tools.
fn read_section(root: &Path) -> Result<NodeSection, LaunchError> {
    const FILE: &str = "toolset.yaml";
    let text = fs::read_to_string(root.join(FILE))?;
    let manifest = ToolsetManifest::parse(&text, FILE).map_err(LaunchError::Manifest)?;
    manifest.node.ok_or(LaunchError::NoTools)
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(io::Error::other)?
}
