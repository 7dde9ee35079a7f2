//! Sources of tools, each behind [`pegboard_model::provider::Provider`].

pub mod builtin;
mod capture;
pub mod confinement;
pub mod container;
mod ending;
mod fault;
mod frame;
mod making;
pub mod node;
mod parse;
mod program;
mod pump;
pub mod python;
mod scratch;
mod signal;
mod sources;
mod unheard;
mod variables;

pub use program::ProgramError;
pub use scratch::clear_scratch;
