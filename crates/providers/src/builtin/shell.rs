//! Running commands in the workspace, by rules that are held against every command of a line.
//!
//! Invariant: the line is run by the shell that the rules read it for: `bash -c`, without startup files, aliases and
//! functions from the environment.

mod command;
mod error;
mod toolset;

pub(super) use command::Shell;
pub(super) use toolset::toolset;
