//! Everything installed, in memory: what listings and every call's resolution read.

mod cell;
mod entry;
mod load;
mod snapshot;

pub(crate) use cell::RegistryCell;
pub(crate) use entry::ToolEntry;
pub(crate) use load::assemble;
pub(crate) use snapshot::Registry;
