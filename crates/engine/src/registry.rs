//! Everything installed, in memory: what listings and every call's resolution read.

mod cell;
mod config;
mod entry;
mod load;
mod servers;
mod snapshot;

pub(crate) use cell::RegistryCell;
pub(crate) use config::Configured;
pub(crate) use entry::{ToolEntry, said};
pub(crate) use load::{Installed, assemble};
pub(crate) use servers::{AllTold, ServerEntry};
pub(crate) use snapshot::{Found, Registry, ToolsetEntry};
