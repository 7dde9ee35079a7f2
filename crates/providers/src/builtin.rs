//! The tools that Pegboard itself brings.

mod config;
mod definition;
mod filesystem;
mod provider;
mod shell;
mod worker;

pub use config::BuiltinConfig;
pub use provider::BuiltinProvider;

/// What one call of a file tool may read or give, for the list of all limits.
pub mod limits {
    pub use super::filesystem::{BINARY_MAX, ENTRIES_MAX, FILE_MAX, MATCHES_MAX, SEARCHED_MAX, TEXT_MAX};
}
