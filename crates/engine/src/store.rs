//! The database. SQLite and PostgreSQL run the same code; nothing outside this module names a table.

mod calls;
mod chats;
mod connection;
mod convert;
mod entity;
mod manifests;
mod migration;
mod settings;
mod tokens;
mod tools;
mod toolsets;

pub use calls::CallFilter;
pub use connection::StoreError;

pub(crate) use calls::{Finished, Started};
pub(crate) use connection::{Store, Write};
pub(crate) use tools::{OverrideLayer, ToolRow};
pub(crate) use toolsets::Installation;
