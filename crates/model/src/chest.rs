//! A chest: the toolsets that a chat, a worker or an MCP session has at hand (spec 4).
//!
//! Of the *available* toolsets some are *active*: their tools and their sections of the system prompt are shown. The
//! *essential* ones are always active. Activating costs nothing; what a toolset needs to be initialised is done when its
//! tools are first wanted, once, those first that it requires.

mod change;
mod contents;
mod old_names;
mod order;

pub use change::{Changed, Shelf, Wanted, Warning};
pub use contents::{ACTIVE_MAX, Chest, Initialised};
pub use order::{Cycle, in_order};
