//! What the engine remembers, as typed values. Surfaces translate these into their own formats.

mod call;
mod chat;
mod config;
mod hook;
mod model;
mod page;
mod prompt;
mod relevance;
mod reply;
mod saved_input;
mod schedule;
mod server;
mod token;
mod toolset;
mod worker;

pub use call::{CallRecord, CallSummary, ChangeCounts, Changes, EffectRecord, Previewable};
pub use chat::{
    ChatRecord, DeletedBranch, FolderState, Kept, ManifestRecord, ManifestSource, MessageRecord, Role,
    WorkspaceEntry,
};
pub use config::{ConfigEntry, ConfigOwner, ConfigRecord};
pub(crate) use hook::HookRow;
pub use hook::{HookRecord, Signing};
pub use model::ModelRecord;
pub use page::{Cursor, CursorError, PAGE_DEFAULT, PAGE_MAX, Page, PageRequest};
pub use prompt::PromptRecord;
pub(crate) use relevance::{PastQuery, TextHash};
pub use reply::ReplyRecord;
pub use saved_input::SavedInput;
pub(crate) use schedule::ScheduleRow;
pub use schedule::{LastRun, SaidBy, ScheduleRecord};
pub use server::{Freshness, McpServerRecord, ServerDetail, Told};
pub use token::{Scope, TokenRecord};
pub use toolset::{PythonSettings, SourceType, ToolRecord, ToolsetFile, ToolsetRecord};
pub use worker::WorkerRecord;
