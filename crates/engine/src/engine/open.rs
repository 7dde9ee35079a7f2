//! Opening a house: folder, lock, database, recovery.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pegboard_model::container::ImageBuilder;
use pegboard_model::inference::LanguageModels;
use pegboard_model::policy::KillSwitch;
use pegboard_model::provider::Provider;
use pegboard_model::servers::ServerProvider;
use rustix::fs::{FlockOperation, flock};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::blobs::BlobStores;
use crate::builtin;
use crate::core::{Core, Providers, Running};
use crate::effects;
use crate::events::Events;
use crate::images;
use crate::initialised::Initialising;
use crate::kept_budgets::KeptBudgets;
use crate::kept_chests::KeptChests;
use crate::kept_hooks::KeptHooks;
use crate::known_secrets::KnownSecrets;
use crate::known_tokens::KnownTokens;
use crate::layout;
use crate::limits::Limits;
use crate::live_replies::LiveReplies;
use crate::meaning::{Meanings, RelevanceConfig};
use crate::preface::Prefaces;
use crate::recovery::{self, RecoveryError};
use crate::registry::RegistryCell;
use crate::rotation::{self, RotateError};
use crate::scheduling::Scheduling;
use crate::seal::{Seal, SealKeyError};
use crate::servers;
use crate::store::{Store, StoreError};
use crate::tokens::{self, TokenError};
use crate::told::Servers;
use crate::turns::Turns;

/// What a house needs to be told.
#[derive(Clone)]
pub struct EngineConfig {
    /// The data folder; made if it is not there.
    pub data: PathBuf,
    /// A PostgreSQL address; `None` is the embedded SQLite in the data folder.
    pub database_url: Option<String>,
    /// Whether tools run at all.
    pub kill_switch: KillSwitch,
    /// What one piece of input may use.
    pub limits: Limits,
    /// The key of what is kept encrypted, 64 hexadecimal digits; `None` is that of the data folder.
    pub secret_key: Option<String>,
    /// How tools are found by meaning.
    pub relevance: RelevanceConfig,
    /// The key that was given until now, with which all was sealed.
    pub secret_key_before: Option<String>,
    /// Secrets that the house unseals are added here, so that whoever writes a log can leave them out.
    pub secrets: Arc<KnownSecrets>,
}

/// Where tools come from, and who reaches models.
#[derive(Default)]
pub struct Sources {
    /// Sources of tools that bundles declare.
    pub providers: Vec<Arc<dyn Provider>>,
    /// The source of tools that MCP servers tell of.
    pub servers: Option<Arc<dyn ServerProvider>>,
    /// Who builds the images of container tools; one of the providers.
    pub images: Option<Arc<dyn ImageBuilder>>,
    /// Who reaches language models.
    pub language: Option<Arc<dyn LanguageModels>>,
}

/// The house could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The data folder cannot be used.
    #[error("the data folder {path} cannot be used: {source}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another server has it open.
    #[error("another server is running on the data folder {path}")]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// The database could not be opened or brought up to date.
    #[error("the database could not be opened")]
    Store(#[from] StoreError),
    /// The key of what is kept encrypted cannot be had.
    #[error(transparent)]
    Key(#[from] SealKeyError),
    /// What is kept encrypted could not be given its new key.
    #[error(transparent)]
    Rotation(#[from] RotateError),
    /// The administrator's token could not be made.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// What a killed server left could not be put in order.
    #[error(transparent)]
    Recovery(#[from] RecoveryError),
}

/// An open house. The lock is held as long as this lives.
pub(super) struct House {
    pub(super) core: Arc<Core>,
    pub(super) _lock: File,
}

pub(super) async fn open(config: EngineConfig, sources: Sources) -> Result<House, OpenError> {
    let data = make_folder(&config.data)?;
    let lock = lock(&data)?;
    let builtins: Vec<_> = sources.providers.iter().flat_map(|provider| provider.builtin()).collect();
    let store = Store::open(config.database_url.as_deref(), &data).await?;
    builtin::ensure(&store, &builtins).await?;
    tokens::ensure_admin(&store, &data).await?;
    let seal = Seal::open(config.secret_key.as_deref(), config.secret_key_before.as_deref(), &data)?;
    rotation::settle(&store, &seal).await?;
    config.secrets.read(&store, &seal).await?;
    let Sources { mut providers, servers, images, language } = sources;
    providers.extend(servers.iter().map(|servers| Arc::clone(servers) as Arc<dyn Provider>));
    let servers = Servers::new(servers, store.announcements().await?);
    let budgets = KeptBudgets::load(&store).await?;
    let hooked = KeptHooks::load(&store).await?;
    effects::sweep(&data);
    let blobs = Arc::new(BlobStores::new(data.clone()));
    let core = Arc::new(Core {
        turns: Turns::new(data.clone(), config.limits.workspace, Arc::clone(&blobs)),
        blobs,
        data,
        store,
        providers: Providers::new(providers),
        registry: RegistryCell::default(),
        meanings: Meanings::new(config.relevance),
        builtins,
        servers,
        images,
        language,
        seal,
        secrets: config.secrets,
        live_replies: LiveReplies::default(),
        known_tokens: KnownTokens::default(),
        events: Events::new(),
        limits: config.limits,
        running: Running::default(),
        trials: Running::default(),
        kill_switch: config.kill_switch,
        prefaces: Prefaces::default(),
        chests: KeptChests::default(),
        initialising: Initialising::default(),
        closing: CancellationToken::new(),
        halting: CancellationToken::new(),
        tasks: TaskTracker::new(),
        installing: tokio::sync::Mutex::default(),
        budgets,
        hooked,
        scheduling: Scheduling::default(),
        sweeps: tokio::sync::Notify::new(),
        kept_chats: tokio::sync::Mutex::default(),
    });
    servers::attach(&core);
    images::attach(&core);
    core.refresh().await?;
    let recovered = recovery::recover(&core).await?;
    if recovered != recovery::Recovered::default() {
        tracing::warn!(?recovered, "put in order what a killed server left");
    }
    Ok(House { core, _lock: lock })
}

/// The folder, absolute; only its owner may look inside.
fn make_folder(path: &Path) -> Result<PathBuf, OpenError> {
    let unusable = |source| OpenError::Folder { path: path.to_owned(), source };
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true).mode(0o700).create(path).map_err(unusable)?;
    for folder in ["chats", "toolsets", "previews"] {
        builder.create(path.join(folder)).map_err(unusable)?;
    }
    path.canonicalize().map_err(unusable)
}

fn lock(data: &Path) -> Result<File, OpenError> {
    let unusable = |source| OpenError::Folder { path: data.to_owned(), source };
    let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
    let file = options.open(layout::lock(data)).map_err(unusable)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(file),
        Err(rustix::io::Errno::WOULDBLOCK) => Err(OpenError::InUse { path: data.to_owned() }),
        Err(error) => Err(unusable(error.into())),
    }
}
