//! Puts the house together: the one place that names both the engine and the providers.

use std::fs::{OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::sync::Arc;

use pegboard_engine::{Engine, EngineConfig, KnownSecrets, Limits, OpenError, RelevanceConfig, Sources};
use pegboard_inference::{Inference, InferenceError};
use pegboard_mcp::client::{GuardProgram, McpConfig, McpProvider};
use pegboard_model::container::ImageBuilder;
use pegboard_model::inference::LanguageModels;
use pegboard_model::policy::KillSwitch;
use pegboard_model::provider::Provider;
use pegboard_model::servers::ServerProvider;
use pegboard_processes::{SweepError, sweep};
use pegboard_providers::builtin::{BuiltinConfig, BuiltinProvider};
use pegboard_providers::clear_scratch;
use pegboard_providers::confinement::ConfineProgram;
use pegboard_providers::container::{ContainerConfig, ContainerProvider, HostNetwork};
use pegboard_providers::node::{NodeConfig, NodeProvider};
use pegboard_providers::python::{PythonConfig, PythonProvider};

/// Holds the key of what is kept encrypted, where it is not to lie in the data folder.
const SECRET_KEY: &str = "PEGBOARD_SECRET_KEY";
/// The one before, where everything is to be sealed anew.
const SECRET_KEY_BEFORE: &str = "PEGBOARD_SECRET_KEY_BEFORE";

/// An engine with its providers.
pub(crate) struct House {
    pub(crate) engine: Engine,
    pub(crate) python: Arc<PythonProvider>,
    pub(crate) node: Arc<NodeProvider>,
    pub(crate) containers: Arc<ContainerProvider>,
}

/// The subcommand that stands guard over the processes of MCP servers.
const GUARD: &str = "guard";
/// The subcommand that takes bounds and becomes another program.
const CONFINE: &str = "confine";

/// What whoever starts the server says of the house.
pub(crate) struct Terms {
    /// A PostgreSQL address; `None` is SQLite in the data folder.
    pub(crate) database_url: Option<String>,
    /// Whether tools run at all.
    pub(crate) kill_switch: KillSwitch,
    /// Tools up to which a model is told of all of them.
    pub(crate) whole_list: usize,
    /// How tools are found by meaning.
    pub(crate) relevance: RelevanceConfig,
    /// Whether a container tool may have the machine's own network.
    pub(crate) host_network: HostNetwork,
    /// What the house unseals is added here.
    pub(crate) secrets: Arc<KnownSecrets>,
}

/// The house could not be put together.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WiringError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Inference(#[from] InferenceError),
    #[error("processes that a killed server left behind could not be ended: {0}")]
    Sweep(#[from] SweepError),
    #[error("the temporary folders of past calls cannot be removed: {0}")]
    Scratch(#[source] io::Error),
    #[error("the data folder's lock cannot be used: {0}")]
    Lock(#[source] io::Error),
}

/// Opens the data folder `data`, which exists and is absolute.
pub(crate) async fn open(data: &Path, terms: Terms) -> Result<House, WiringError> {
    let python = Arc::new(python(data));
    let node = Arc::new(node(data));
    let containers = Arc::new(containers(data, terms.host_network));
    let providers: Vec<Arc<dyn Provider>> = vec![
        Arc::new(BuiltinProvider::new(builtin_config(data))),
        Arc::clone(&python) as _,
        Arc::clone(&node) as _,
        Arc::clone(&containers) as _,
    ];
    let config = EngineConfig {
        data: data.to_owned(),
        database_url: terms.database_url,
        kill_switch: terms.kill_switch,
        limits: Limits { whole_list: terms.whole_list, ..Limits::default() },
        secret_key: std::env::var(SECRET_KEY).ok(),
        relevance: terms.relevance,
        secret_key_before: std::env::var(SECRET_KEY_BEFORE).ok(),
        secrets: terms.secrets,
    };
    end_leftovers(data)?;
    let servers: Arc<dyn ServerProvider> = Arc::new(McpProvider::new(mcp_config(data)));
    let images: Arc<dyn ImageBuilder> = Arc::clone(&containers) as _;
    let language: Arc<dyn LanguageModels> = Arc::new(Inference::new()?);
    let sources =
        Sources { providers, servers: Some(servers), images: Some(images), language: Some(language) };
    let engine = Engine::open(config, sources).await?;
    engine.build_missing_images();
    Ok(House { engine, python, node, containers })
}

/// Ends what a killed server left running, before the engine puts the workspaces in order that it may be writing to.
fn end_leftovers(data: &Path) -> Result<(), WiringError> {
    // Only under the data folder's lock: else the processes could be those of a server that lives.
    let lock = OpenOptions::new().write(true).create(true).truncate(false).open(data.join("lock"));
    let lock = lock.map_err(WiringError::Lock)?;
    match lock.try_lock() {
        Ok(()) => {}
        // The engine says so to the user in a moment.
        Err(TryLockError::WouldBlock) => return Ok(()),
        Err(TryLockError::Error(error)) => return Err(WiringError::Lock(error)),
    }
    let ended = sweep(&house_name(data))?;
    clear_scratch(&python_config(data).scratch).map_err(WiringError::Scratch)?;
    if ended > 0 {
        tracing::warn!(ended, "ended processes that a killed server left behind");
    }
    Ok(())
}

/// The Python provider of a data folder.
pub(crate) fn python(data: &Path) -> PythonProvider {
    PythonProvider::new(python_config(data))
}

/// The Node provider of a data folder.
pub(crate) fn node(data: &Path) -> NodeProvider {
    let confine = confine_program();
    NodeProvider::new(NodeConfig { confine, ..NodeConfig::new(data, house_name(data)) })
}

/// The container provider of a data folder.
pub(crate) fn containers(data: &Path, host_network: HostNetwork) -> ContainerProvider {
    ContainerProvider::new(ContainerConfig { host_network, ..ContainerConfig::new(data, house_name(data)) })
}

fn builtin_config(data: &Path) -> BuiltinConfig {
    let confine = confine_program();
    BuiltinConfig { confine, ..BuiltinConfig::new(data, house_name(data)) }
}

/// This very program, which puts bounds on others.
fn confine_program() -> Option<ConfineProgram> {
    let file = std::env::current_exe().inspect_err(|error| {
        tracing::warn!(
            ?error,
            "this program does not know its own file: Node tools and commands are not confined"
        );
    });
    Some(ConfineProgram { file: file.ok()?, args: vec![CONFINE.into()] })
}

fn python_config(data: &Path) -> PythonConfig {
    PythonConfig::new(data, house_name(data))
}

fn mcp_config(data: &Path) -> McpConfig {
    let mut config = McpConfig::new(data.join("tmp"), house_name(data));
    match std::env::current_exe() {
        Ok(file) => config.guard = Some(GuardProgram { file, args: vec![GUARD.to_owned()] }),
        // The next start ends what a killed server leaves; only the time until then is lost.
        Err(error) => tracing::warn!(?error, "this program does not know its own file: no guard stands"),
    }
    config
}

/// What marks every process of this data folder.
fn house_name(data: &Path) -> String {
    data.to_string_lossy().into_owned()
}
