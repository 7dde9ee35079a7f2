//! The tools that Pegboard itself brings.

mod config;
mod definition;
mod filesystem;
mod provider;
mod shell;

pub use config::BuiltinConfig;
pub use provider::BuiltinProvider;
