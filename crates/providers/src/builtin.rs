//! The tools that Pegboard itself brings.

mod definition;
mod filesystem;
mod provider;

pub use provider::BuiltinProvider;
