//! The engine's face: what surfaces may ask of it.

mod open;
mod operations;

pub use open::{EngineConfig, OpenError, Sources};
pub use operations::Engine;
