//! The database. SQLite and PostgreSQL run the same code; nothing outside this module names a table.

mod budgets;
mod call_filter;
mod call_lists;
mod calls;
mod chat_words;
mod chats;
mod chests;
mod config;
mod connection;
mod convert;
mod deletions;
mod effects;
mod entity;
mod grants;
mod group_sync;
mod hooks;
mod house_id;
mod manifests;
mod migration;
mod models;
mod outcomes;
mod prompts;
mod relevance;
mod replies;
mod retention;
mod saved_inputs;
mod schedules;
mod sealed;
mod servers;
mod settings;
mod tokens;
mod tools;
mod toolsets;
mod workers;

pub use call_filter::CallFilter;
pub use connection::StoreError;

pub(crate) use calls::{Finished, Started};
pub(crate) use config::ConfigRow;
pub(crate) use connection::{Store, Write};
pub(crate) use models::ModelRow;
pub(crate) use saved_inputs::Saving;
pub(crate) use schedules::Claim;
pub(crate) use sealed::Sealed;
pub(crate) use tools::{OverrideLayer, ToolRow};
pub(crate) use toolsets::Installation;
