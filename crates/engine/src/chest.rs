//! Chests: which toolsets a chat has at hand (spec 4).
//!
//! A chat whose chest nobody touched has an *automatic* one: everything while the house has few tools, nothing but what
//! is asked for when it has many. From the first change on it is *chosen*, and kept.

mod change;
mod contents;
mod held;
mod initialise;
mod offered;
mod shelf;

pub use change::{Changing, ChestChange, ChestError, NAMES_MAX};
pub use contents::{ChestRecord, ChestToolset, Standing};
pub use held::ChestMode;
pub use offered::{FOUND_MAX, SearchHit, ToolSearch};

pub(crate) use change::{change, initialise, reset};
pub(crate) use contents::show;
pub(crate) use offered::{check, mode, offered, search};
