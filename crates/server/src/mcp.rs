//! The house as the MCP endpoint opens it: who may enter, and each operation over the engine.

pub(crate) mod gate;
pub(crate) mod open;

mod apps;
mod ask_worker;
mod calls;
mod changes;
mod chest;
mod house;
mod listing;
mod prompts;
mod refusal;
mod resources;
mod shelf;
mod upstream;
mod view;
mod watches;
