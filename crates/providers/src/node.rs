//! Tools of the AI SDK: packages from npm and modules of a bundle, one process of Node per call.
//!
//! The contract with the JavaScript side is `docs/NODE_RUNNER_PROTOCOL.md`. Linux only, as Python tools are.

mod answer;
mod config;
mod conversation;
mod discovery;
mod ending;
mod environment;
mod installer;
mod invocation;
mod launch;
mod lock_file;
mod options;
mod protocol;
mod provider;
mod reaper;
mod runner;
mod runtime;
mod sdk;
mod spares;
mod stage;
mod wanted;

pub use config::NodeConfig;
pub use environment::EnvironmentError;
pub use lock_file::LockFileError;
pub use provider::NodeProvider;
pub use runtime::{NodeRuntime, RuntimeError};
pub use wanted::WantedError;
