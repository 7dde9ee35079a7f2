//! MCP servers: which there are, how they stand, what they told, and what is kept encrypted for them.
//!
//! The provider owns connections and processes. The engine knows what is registered and what was told, and neither
//! asks a server anything before somebody wants to know.

mod added;
mod ask;
mod change;
mod error;
mod export;
mod house;
mod look;
mod variables;

pub use added::NewServer;
pub(crate) use ask::{discover, gather, wake};
pub(crate) use change::{add, edit, reconnect, remove, set_enabled, sign_out, try_out, try_registered};
pub use error::{AddServersError, ChangeServerError, ServerError, VARIABLES_MAX, VariableError};
pub(crate) use export::export_mcpb;
pub(crate) use house::attach;
pub(crate) use look::{all, log, one};
pub(crate) use variables::{remove_variable, set_variable};
