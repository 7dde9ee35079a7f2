//! The tools that Pegboard itself brings.

mod definition;
mod filesystem;
mod provider;
mod shell;

pub use provider::BuiltinProvider;
