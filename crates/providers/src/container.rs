//! Container tools (spec 5): images built from their folders, and for each call a fresh container, which gets base64 JSON
//! as its only argument and answers with JSON.

mod answer;
mod build;
mod config;
mod context;
mod conversation;
mod engine;
mod images;
mod invocation;
mod killed;
mod launch;
mod link;
mod output;
mod payload;
mod provider;
mod spares;
mod sweep;
mod waiter;

pub use config::{ContainerConfig, HostNetwork};
pub use engine::{EngineError, EngineFound};
pub use invocation::STDOUT_MAX;
pub use launch::CONTAINER_PROCESSES_MAX;
pub use payload::ARGUMENT_MAX;
pub use provider::ContainerProvider;
