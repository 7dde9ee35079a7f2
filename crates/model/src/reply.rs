//! A reply: what a model writes in a chat, in steps, with the calls that it asks for between them.
//!
//! A step is one answer of the model. The calls it asked for are made before the next one; a step that asks for none ends
//! the reply.

mod answer;
mod file;
mod next;
mod part;
mod status;
mod told;

pub use next::{CallStanding, Next, next};
pub use part::{AskedCall, Reply, ReplyPart, Summary};
pub use status::{ReplyStatus, ReplyStatusError};
pub use told::{Moment, TOLD_MAX, pictures, told, withheld};
