//! The way of a call: resolve, policy, start, run, snapshot, plan, finish; and everything that a call needs to be
//! there: toolsets, chats, workspaces, approvals, tokens, the database.
//!
//! Nothing in this crate knows HTTP, a command line or any provider by name: surfaces call [`Engine`], and providers
//! come in as `Arc<dyn Provider>`.

mod activity;
mod aftermath;
mod announce;
mod approvals;
mod asking;
mod blobs;
mod briefing;
mod budgets;
mod builtin;
mod bundle;
mod chats;
mod chest;
mod clock;
mod config;
mod core;
mod desk;
mod effects;
mod embedder;
mod engine;
mod events;
mod grants;
mod handed;
mod hooks;
mod images;
mod initialised;
mod kept_budgets;
mod kept_chests;
mod kept_hooks;
mod kept_policy;
mod kept_variable;
mod known_secrets;
mod known_tokens;
mod layout;
mod leaf;
mod limits;
mod live_replies;
mod lookup;
mod meaning;
mod models;
mod outcomes;
mod override_preview;
mod oversize;
mod pending;
mod pipeline;
mod policy;
mod policy_trial;
mod preface;
mod prompts;
pub mod record;
mod recovery;
mod registry;
mod relevance;
mod replies;
mod rerun;
mod results;
mod retention;
mod rotation;
mod said;
mod saved_inputs;
mod schedules;
mod scheduling;
mod seal;
mod servers;
mod settle;
mod store;
mod text;
mod tokens;
mod told;
mod tools;
mod toolsets;
mod turns;
mod verify;
mod workers;
mod workspace;
mod zip_stream;

pub use activity::{ActivityError, ActivityQuery, ActivityReport, CALLS_READ_MAX};
pub use approvals::{ApproveError, Yes};
pub use blobs::ShareError;
pub use bundle::{
    BundleError, BundleFile, BundleLimits, ImportSource, NameClash, NameFault, PackError, Unpacked, unpack,
};
pub use chats::archive::{
    ARCHIVE_BLOBS_MAX, ARCHIVE_LINE_MAX, ARCHIVE_LINES_MAX, ARCHIVE_UNPACKED_MAX, ArchiveFault, ChatArchive,
    ExportChatError, ImportChatError, WriteChatError, check_chat_archive,
};
pub use chats::delete::DeleteError;
pub use chats::fork::{ForkError, NewFork};
pub use chats::search::ChatHit;
pub use chats::{
    AttachError, AttachedContent, Attachment, Below, CHAT_TITLE_MAX, ChatDetail, MessageError, NewMessage,
    RenameError, Sent,
};
pub use chest::{
    Changing, ChestChange, ChestError, ChestMode, ChestRecord, ChestToolset, FOUND_MAX, NAMES_MAX, SearchHit,
    Standing as ChestStanding, ToolSearch,
};
pub use config::{ConfigError, ConfigOf, ConfigTest};
pub use desk::DeskError;
pub use effects::PreviewCallError;
pub use embedder::{EmbedError, Embeddings, MODEL_IDLE};
pub use engine::{Engine, EngineConfig, OpenError, Sources};
pub use events::{Event, EventKind};
pub use grants::{GRANTS_MAX, GrantRecord, Standing};
pub use hooks::{DeliverError, Delivered, MadeHook, MakeHookError, OpenHook};
pub use images::ImageError;
pub use kept_variable::{KeepError, VALUE_MAX as VARIABLE_VALUE_MAX};
pub use known_secrets::KnownSecrets;
pub use limits::{CALL_TIME_MAX, Limits, PATH_MAX_BYTES, PATH_NAME_MAX_BYTES, TRIALS_MAX, WHOLE_LIST};
pub use live_replies::{AskedTool, Following, KnownTool, LiveReply, Refusal, ReplyEnd, ReplyEvent};
pub use lookup::LookupError;
pub use meaning::RelevanceConfig;
pub use models::{KeyChange, MODELS_MAX, ModelDraft, ModelError, ModelFault, ModelTrial, NoModel};
pub use outcomes::{Budget, FailureCount, FailureShown, LAST_FAILURES, TIMES_READ_MAX, ToolStats};
pub use override_preview::{OverridePreview, OverridePreviewError};
pub use pending::NotPending;
pub use pipeline::CallError;
pub use policy::{PolicyChange, PolicyError, PolicyRecord, ToolsSwitch};
pub use policy_trial::{Decided, PolicyTrial, PolicyTrialError};
pub use preface::Preface;
pub use prompts::{PROMPT_LEASE_MAX, PROMPTS_WAITING_MAX, TakePromptError};
pub use recovery::RecoveryError;
pub use relevance::WhyLexical;
pub use replies::{Decision, NewReply, ReplyError, Verdict};
pub use rerun::RerunError;
pub use retention::{DAYS_MAX as RETENTION_DAYS_MAX, Retention, RetentionError};
pub use rotation::{RotateError, Rotated};
pub use saved_inputs::SaveInputError;
pub use schedules::{ChangeScheduleError, RunScheduleError, SCHEDULES_MAX, ScheduleChange};
pub use seal::{SealError, SealKeyError};
pub use servers::{AddServersError, ChangeServerError, NewServer, ServerError, VARIABLES_MAX, VariableError};
pub use settle::SettleError;
pub use store::{CallFilter, StoreError};
pub use tokens::TokenError;
pub use tools::OverrideError;
pub use toolsets::{
    ArtifactError, Consent, ExportError, ExportMcpbError, ImportError, ImportTerms, Imported, InstallOutcome,
    Listed, PreviewError, ToolsetDetail, ToolsetPreview, UninstallPreview, Uninstalled, UpgradeChanges,
};
pub use verify::VerifyReport;
pub use workers::{
    ExportWorkerError, KeepWorkerError, KeptWorker, RemovedWorker, ToolsetSource, ToolsetStanding,
    WORKERS_MAX, WorkerDetail, WorkerFileError, WorkerOutcome, WorkerSource,
};
pub use workspace::{
    Archive, ArchiveError, At, FileContent, FileListing, InTheWay, ManifestChange, ManifestDetail, Removal,
    Replacing, WorkspaceDiff, WorkspaceError,
};
