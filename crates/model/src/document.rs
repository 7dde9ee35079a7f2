//! Documents that people and other programs write (`toolset.yaml`, `mcp.json`, …): a tree that knows where each value
//! stands, and typed reading that reports every problem at once.

mod duplicates;
pub(crate) mod json;
mod node;
mod problem;
mod read;
pub(crate) mod yaml;

pub(crate) use duplicates::Seen;
pub(crate) use node::{Kind, Node};
pub use problem::{DocumentErrors, Place, Problem};
pub(crate) use read::{At, Problems, Section};
